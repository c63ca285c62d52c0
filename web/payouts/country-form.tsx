import { Suspense, useEffect, useState } from 'react'
import type { Country } from '#shared/rule-book/country.ts'
import type { DraftAutosave } from '../drafts/draft-autosave.ts'
import { FormBar } from '../entry/form-bar.tsx'
import { isFilledInLater, useReading } from '../entry/reading.ts'
import { type FormSaving, SaveFailure } from '../entry/saving.tsx'
import { AccountSection, BeneficiarySection, FormSection, useFieldsOf } from '../entry/sections.tsx'
import { t } from '../language/translate.ts'
import { laterScreen } from '../screen/loading.tsx'
import { Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type BeneficiaryChoice, whyNotFilledIn } from './beneficiary-choice.ts'
import { CurrencyQuestion } from './currency-question.tsx'
import type { FormEndProps } from './form-end.tsx'
import { CopyOutcome, type RequestCopying } from './request-panel.tsx'

/** All below the amount comes at once, later: nothing there moves under a press. */
const FormEnd = laterScreen(async () => (await import('./form-end.tsx')).FormEnd)

export interface CountryFormProps extends Pick<FormEndProps, 'onClear'>, SendBarProps {
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
      <Suspense fallback={<Skeleton lines={12} label={t('payouts.form.loadingFields')} />}>
        <FormEnd
          {...end}
          country={isAsSaved ? undefined : country}
          failure={failure?.code === code ? whyNotFilledIn(failure.cause) : undefined}
          onUse={choice && ((id) => void use(id))}
        />
      </Suspense>
      <SendBar {...end} />
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

interface SendBarProps {
  /** The label of the primary button. */
  readonly send: string
  readonly copying: RequestCopying
  readonly autosave: DraftAutosave
  readonly saving: FormSaving
  /** Saves the payout as a draft. */
  readonly onSave: () => void
  readonly onCopy: () => void
}

/** Always in sight: the primary button and its outcome. */
function SendBar({ send, copying, autosave, saving, onSave, onCopy }: SendBarProps) {
  const isWhole = useReading((reading) => !isFilledInLater(reading))
  return (
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
  )
}
