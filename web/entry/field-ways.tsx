import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import { referenceHolderSchema } from '#shared/api/payout-questions.ts'
import { gradeOf } from '#shared/api/warning.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { isFieldName } from '#shared/payout/fields.ts'
import type { Remedy } from '#shared/payout/remedies.ts'
import type { BankRule } from '#shared/rule-book/country.ts'
import { postJson } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { laterScreen } from '../screen/loading.tsx'
import { addressOf } from '../screen/routes.ts'
import { Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { WarningIcon } from '../ui/icons.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { meaningText } from './entry-words.ts'
import styles from './field-ways.module.css'
import { EmptyKept } from './kept-fields.tsx'
import { amountWords } from './payout-words.tsx'
import { type FormReading, useReading } from './reading.ts'
import { useWarnings, warningName } from './warnings-context.tsx'

/** The same for a validation's outcome. */
export function FieldWays({ field }: { readonly field: string }) {
  return useFieldWays(field, false)
}

/**
 * What can be done right now about the messages below a field with this value; undefined where there is nothing. The reading is a frame
 * behind what is typed: until it has caught up, Tab passes by the buttons, which would go and take focus and the next keys with them.
 */
export function useFieldWays(field: string, hasError: boolean, value?: Entry[keyof Entry]): ReactNode {
  const all = useReading((reading) => reading.remedies) ?? noRemedies
  const remedies = all.filter(({ about, isOfError }) => about === field && (hasError || !isOfError))
  const first = useWarnings().open.find((warning) => warning.field === field)
  const canAsk = field === 'bankName' || field === 'externalReference'
  const isKept = useReading(({ kept, fields }) => kept[field] !== undefined && isOptional(fields, field)) === true
  const isBehind = useReading(({ entry }) => isFieldName(field) && value !== undefined && entry[field] !== value)
  if (remedies.length === 0 && first === undefined && !canAsk && !isKept) return undefined
  return (
    <div className={styles.ways} inert={isBehind === true}>
      {remedies.length > 0 && <Remedies field={field} remedies={remedies} />}
      {isKept && isFieldName(field) && <EmptyKept name={field} />}
      {field === 'bankName' && <NameOffer />}
      {field === 'externalReference' && <ReferenceTaken />}
      {first !== undefined && <ToItsTick warning={first} />}
    </div>
  )
}

function isOptional(fields: FormReading['fields'], field: string): boolean {
  return fields.some(({ name, required }) => name === field && !required)
}

/** Links to what confirms the warning, or explains it to compliance: all of that is at the end of the form. */
function ToItsTick({ warning }: { readonly warning: ReceivedIssue }) {
  return (
    <Button kind="link" small skippedByTab onClick={() => goToField(warningName(warning))}>
      {t(gradeOf(warning) === 'compliance' ? 'payouts.warnings.toReason' : 'payouts.warnings.toTick')}
    </Button>
  )
}

/** Says that another payout has the reference, before the server refuses to save a second one. */
function ReferenceTaken() {
  const { payoutId } = useWarnings()
  const typed = useReading(({ request }) => request.externalReference)
  const externalReference = useSettled(typed, pauseMs)
  const holder = useQuery({
    queryKey: ['payout-references', externalReference, payoutId],
    queryFn: ({ signal }) =>
      postJson('/api/payout-references', { externalReference, payoutId }, referenceHolderSchema, { signal }),
    enabled: typeof externalReference === 'string',
    // Only advice: the form works without it, and saving checks it again.
    retry: false,
    gcTime: 0,
  }).data?.payoutId
  return (
    <span role="status" className={styles.taken}>
      {typeof holder === 'string' && (
        <>
          <WarningIcon /> {t('issue.reference_taken')}{' '}
          <AppLink to={addressOf.payout(holder)}>{t('payouts.warnings.lookAtPayout')}</AppLink>
        </>
      )}
    </span>
  )
}

/** After this pause in typing the server is asked, in ms. */
const pauseMs = 300

interface RemediesProps {
  readonly field: string
  readonly remedies: readonly Remedy[]
}

/** Offers the values that would resolve the field's issues; those of an error once the error is shown. */
function Remedies({ field, remedies }: RemediesProps) {
  const { setValue } = useFormContext<Entry>()
  const announce = useAnnounce()
  const currency = useReading(({ given }) => given.currencyCode)

  function take(remedy: Remedy, value: string) {
    setValue(remedy.field, remedy.value, { shouldDirty: true, shouldValidate: true })
    goToField(field)
    announce(t(`remedy.${remedy.kind}.done`, { value }))
  }

  return remedies.map((remedy) => {
    const value = remedy.kind === 'amount' ? amountWords(remedy.value, currency ?? '') : meaningText(remedy.shown)
    return (
      <Button key={`${remedy.field} ${remedy.value}`} kind="link" small onClick={() => take(remedy, value)}>
        {t(`remedy.${remedy.kind}`, { value })}
      </Button>
    )
  })
}

const noRemedies: readonly Remedy[] = []

const NameBankOffer = laterScreen(async () => (await import('./name-bank-offer.tsx')).NameBankOffer)

/** Offers to name the bank, where neither a public list nor a colleague has named it; of a list without any name before one is chosen. */
function NameOffer() {
  const code = useReading(({ given }) => given.bankName ?? '') ?? ''
  const isNameless = useReading(
    ({ method: { fields } }) => fields.bankName?.use === 'asked' && isUnnamed(fields.bankName.rule),
  )
  // Where any text passes as a bank, one without a digit is no code.
  if (!/\d/.test(code) && isNameless !== true) return null
  return (
    <Suspense>
      <NameBankOffer code={code} />
    </Suspense>
  )
}

function isUnnamed({ banks }: BankRule): boolean {
  return banks.length > 0 && banks.every(({ name }) => name === undefined)
}
