import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Entry } from '#shared/payout/entry.ts'
import { isEmptyEntry } from '#shared/payout/entry-draft.ts'
import type { Country } from '#shared/rule-book/country.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { FormBar } from '../entry/form-bar.tsx'
import { isFilledInLater, useReading } from '../entry/reading.ts'
import { type FormSaving, isUnconfirmed, SaveFailure } from '../entry/saving.tsx'
import {
  AccountSection,
  BeneficiarySection,
  Fields,
  FormSection,
  ProviderValidationSection,
  useErrorCount,
  useFieldsOf,
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
import { CopyOutcome, type RequestCopying } from './request-panel.tsx'

export interface CountryFormProps extends Omit<FormEndProps, 'onUse'> {
  readonly country: Country
  /** Undefined for a payout that is saved already. */
  readonly choice: BeneficiaryChoice | undefined
}

/** The part of the form that depends on the country. Another country starts with empty beneficiary fields; what all countries share stays. */
export function CountryForm({ country, choice, ...end }: CountryFormProps) {
  const announce = useAnnounce()
  const [failure, setFailure] = useState<FillInFailure>()
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
      {!isAsSaved && <ProviderValidationSection country={country} />}
      <MoreSection />
      {failure?.code === code && <Callout tone="error" title={whyNotFilledIn(failure.cause)} />}
      <FormEnd {...end} onUse={choice && ((id) => void use(id))} />
    </>
  )
}

/** Why a beneficiary could not be filled in. Shown only while the form is for this country. */
interface FillInFailure {
  readonly code: string
  readonly cause: unknown
}

/** The amount, its currency and its purpose. For a saved beneficiary these are the only fields, so the first gets focus. */
function PaymentSection({ isFirst }: { readonly isFirst: boolean }) {
  useEffect(() => {
    if (isFirst) goToField('amount')
  }, [isFirst])
  return (
    <FormSection
      number={isFirst ? undefined : 4}
      title={t('payouts.amount.title')}
      fields={useFieldsOf('payment')}
      asked={{ field: 'currencyCode', question: <CurrencyQuestion /> }}
    />
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

interface FormEndProps {
  /** The label of the primary button. */
  readonly send: string
  readonly copying: RequestCopying
  readonly autosave: DraftAutosave
  readonly saving: FormSaving
  /** Saves the payout as a draft. */
  readonly onSave: () => void
  readonly onCopy: () => void
  /** Empties the form and returns a function that undoes it. */
  readonly onClear: () => () => void
  /** Fills in the form with a saved beneficiary that a warning names. */
  readonly onUse?: ((beneficiaryId: string) => void) | undefined
}

/** The end of the form: warnings to confirm; then, always in sight, the primary button and its outcome. */
function FormEnd({ send, copying, autosave, saving, onSave, onCopy, onClear, onUse }: FormEndProps) {
  const isWhole = useReading((reading) => !isFilledInLater(reading))
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
        {isWhole === true && <Button onClick={onCopy}>{t('payouts.end.copy')}</Button>}
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
