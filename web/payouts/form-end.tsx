import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import { isEmptyEntry } from '#shared/payout/entry-draft.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { useReading } from '../entry/reading.ts'
import { type FormSaving, isUnconfirmed } from '../entry/saving.tsx'
import { Fields, useErrorCount, useFieldsOf } from '../entry/sections.tsx'
import { ValidationSection } from '../entry/validation-section.tsx'
import { Warnings } from '../entry/warnings.tsx'
import { useWarnings } from '../entry/warnings-context.tsx'
import { t } from '../language/translate.ts'
import { useTestMode } from '../screen/test-mode.tsx'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Section } from '../ui/section.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './form-end.module.css'
import type { RequestCopying } from './request-panel.tsx'

export interface FormEndProps {
  /** Undefined for a beneficiary as saved, whose validations are beside the saved details. */
  readonly country: Country | undefined
  /** Why a saved beneficiary could not be filled in. */
  readonly failure: string | undefined
  readonly copying: RequestCopying
  readonly saving: FormSaving
  /** Empties the form and returns a function that undoes it. */
  readonly onClear: () => () => void
  /** Fills in the form with a saved beneficiary that a warning names. */
  readonly onUse?: ((beneficiaryId: string) => void) | undefined
}

/** What is below the amount: validations, what most payouts leave empty, and warnings to confirm. */
export function FormEnd({ country, failure, copying, saving, onClear, onUse }: FormEndProps) {
  const code = useReading(({ country }) => country.code)
  const { open } = useWarnings()
  const isUnconfirmedCopy = open.length > 0 && copying.outcome === 'unconfirmed'
  // Shown at the checkbox that takes focus: the bar would cover it.
  const notDone = isUnconfirmed(saving.failure)
    ? t('payouts.warnings.notSent')
    : isUnconfirmedCopy
      ? t('payouts.warnings.notCopied')
      : undefined
  return (
    <>
      {country && <ValidationSection country={country} />}
      <MoreSection />
      {failure !== undefined && <Callout tone="error" title={failure} />}
      <div className={styles.end}>
        <Warnings onUse={onUse} notDone={notDone} />
        <ClearButton key={code} onClear={onClear} />
      </div>
    </>
  )
}

/** What most payouts leave empty: contact, references, test mode. Opens on its own when one of its fields must be fixed. */
function MoreSection() {
  const [isOpen, setIsOpen] = useState(false)
  const fields = useFieldsOf('more')
  const errors = useErrorCount(fields)
  const isPaymentAlone = useReading(({ part }) => part === 'payment')
  const filled = useReading(({ entry }) => fields.filter(({ name }) => entry[name] !== '').length) ?? 0
  return (
    <Section title={t('payouts.more.title')} errors={errors}>
      <Disclosure
        summary={
          isPaymentAlone ? t('payouts.more.summaryOfPayment', { filled }) : t('payouts.more.summary', { filled })
        }
        open={isOpen || errors > 0}
        onToggle={setIsOpen}
      >
        <Fields fields={fields} />
        <TestModeField />
      </Disclosure>
    </Section>
  )
}

function TestModeField() {
  const testMode = useTestMode()
  const { setValue } = useFormContext<Entry>()
  return (
    <TickField
      name="testMode"
      label={t('payouts.more.testMode')}
      description={t('payouts.more.testModeMeans')}
      value={testMode.isOn}
      onChange={(isOn) => {
        testMode.setIsOn(isOn)
        setValue('testMode', isOn)
      }}
    />
  )
}

/** Clearing can be undone until something new is typed. */
function ClearButton({ onClear }: { readonly onClear: () => () => void }) {
  const isUntouched = useReading(({ country, entry }) => isEmptyEntry(country, entry))
  const [cleared, setCleared] = useState<{ readonly restore: () => void }>()
  if (cleared !== undefined && isUntouched)
    return (
      <Button
        kind="link"
        small
        onClick={() => {
          cleared.restore()
          setCleared(undefined)
        }}
      >
        {t('payouts.end.restore')}
      </Button>
    )
  return (
    <Button kind="link" small onClick={() => setCleared({ restore: onClear() })}>
      {t('payouts.end.clear')}
    </Button>
  )
}
