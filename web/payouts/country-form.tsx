import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import { isEmptyEntry } from '#shared/payout/entry-draft.ts'
import type { Country } from '#shared/rule-book/country.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { FormBar } from '../entry/form-bar.tsx'
import { useReading } from '../entry/reading.ts'
import { isUnconfirmed, SaveFailure, type Saving } from '../entry/saving.tsx'
import {
  AccountSection,
  BeneficiarySection,
  Fields,
  FormSection,
  useErrorCount,
  useFieldsOf,
  ValidationSection,
} from '../entry/sections.tsx'
import { Warnings } from '../entry/warnings.tsx'
import { useWarnings } from '../entry/warnings-context.tsx'
import { t } from '../language/translate.ts'
import { useTestMode } from '../screen/test-mode.tsx'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Section } from '../ui/section.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Callout } from '../ui/tone.tsx'
import { type BeneficiaryChoice, whyNotFilledIn } from './beneficiary-choice.ts'
import styles from './country-form.module.css'
import { CurrencyQuestion } from './currency-question.tsx'
import { type Copying, CopyOutcome } from './request-panel.tsx'

export interface CountryFormProps extends Omit<FormEndProps, 'onUse'> {
  readonly country: Country
  /** Undefined for a payout that is saved already. */
  readonly choice: BeneficiaryChoice | undefined
}

/** The part of the form that depends on the country. Who is paid and where is asked anew for another one; what all countries have stays. */
export function CountryForm({ country, choice, ...end }: CountryFormProps) {
  const announce = useAnnounce()
  const [failure, setFailure] = useState<Failure>()
  const isAsSaved = choice?.chosen?.isAsSaved === true
  const { code } = country

  async function use(beneficiaryId: string) {
    setFailure(undefined)
    try {
      await choice?.choose(beneficiaryId)
      announce(t('payouts.end.filledIn'))
    } catch (cause) {
      setFailure({ code, cause })
    }
  }

  return (
    <>
      {!isAsSaved && (
        <>
          <BeneficiarySection key={`beneficiary ${code}`} />
          <AccountSection key={`account ${code}`} country={country} />
        </>
      )}
      <PaymentSection isFirst={isAsSaved} />
      {!isAsSaved && <ValidationSection country={country} />}
      <MoreSection />
      {failure?.code === code && <Callout tone="error" title={whyNotFilledIn(failure.cause)} />}
      <FormEnd {...end} onUse={choice && ((id) => void use(id))} />
    </>
  )
}

/** Why somebody could not be filled in, while the form was this country's. */
interface Failure {
  readonly code: string
  readonly cause: unknown
}

/** How much, in which currency, and what for. Of a saved beneficiary nothing else is asked, so the caret stands there. */
function PaymentSection({ isFirst }: { readonly isFirst: boolean }) {
  useEffect(() => {
    if (isFirst) goToField('amount')
  }, [isFirst])
  return (
    <FormSection number={isFirst ? undefined : 4} title={t('payouts.amount.title')} fields={useFieldsOf('payment')}>
      <CurrencyQuestion />
    </FormSection>
  )
}

/** What most payouts leave out: contact, references, test mode. Opens by itself when something in it must be fixed. */
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

export interface FormEndProps {
  /** The words of the primary button. */
  readonly send: string
  readonly copying: Copying
  readonly autosave: DraftAutosave
  readonly saving: Saving
  /** Saves the payout as a draft. */
  readonly onSave: () => void
  readonly onCopy: () => void
  /** Empties the form and returns what undoes that. */
  readonly onClear: () => () => void
  /** Fills the form in with a saved beneficiary that a warning names. */
  readonly onUse?: ((beneficiaryId: string) => void) | undefined
}

/** The end of the form: warnings to confirm; then, always in sight, the primary button and its outcome. */
export function FormEnd({ send, copying, autosave, saving, onSave, onCopy, onClear, onUse }: FormEndProps) {
  const isPaymentAlone = useReading(({ part }) => part === 'payment')
  const code = useReading(({ country }) => country.code)
  const { open } = useWarnings()
  const isUnconfirmedCopy = open.length > 0 && copying.outcome === 'unconfirmed'
  // Shown at the check box that takes focus: the bar would cover it.
  const notDone = isUnconfirmed(saving.failure)
    ? t('payouts.warnings.notSent')
    : isUnconfirmedCopy
      ? t('payouts.warnings.notCopied')
      : undefined
  return (
    <>
      <div className={styles.end}>
        <Warnings onUse={onUse} notDone={notDone} />
        <ClearButton key={code} onClear={onClear} />
      </div>
      <FormBar
        submit={send}
        isSaving={saving.isSaving}
        autosave={autosave}
        of={saving.failure ?? copying.outcome}
        outcome={
          <>
            <SaveFailure failure={saving.failure} />
            <CopyOutcome copying={copying} />
          </>
        }
      >
        <Button onClick={onSave}>{t('payouts.end.saveDraft')}</Button>
        {!isPaymentAlone && <Button onClick={onCopy}>{t('payouts.end.copy')}</Button>}
      </FormBar>
    </>
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
