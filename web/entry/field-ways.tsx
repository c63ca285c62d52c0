import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { referenceHolderSchema } from '#shared/api/payout.ts'
import { bankIdOf } from '#shared/banks/bank-names.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { Remedy } from '#shared/payout/remedies.ts'
import { bankOfCode, bankRulesOf } from '#shared/rule-book/bank-code.ts'
import { postJson } from '../api/api.ts'
import { useBankNames } from '../api/bank-names.ts'
import { t } from '../language/translate.ts'
import { NameBank } from '../rule-links/bank-naming.tsx'
import { nationalBanks } from '../rule-links/national-banks.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { WarningIcon } from '../ui/icons.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { meaningText } from './entry-words.ts'
import styles from './field-ways.module.css'
import { amountWords } from './payout-words.tsx'
import { useReading } from './reading.ts'
import { useWarnings, warningName } from './warnings-context.tsx'

interface FieldWaysProps {
  readonly field: string
  /** Whether an error is shown there. */
  readonly hasError?: boolean
}

/** What can be done at once about what stands below a field, which may also be a validation's. */
export function FieldWays({ field, hasError = false }: FieldWaysProps) {
  return (
    <div className={styles.ways}>
      <Remedies field={field} hasError={hasError} />
      {field === 'bankName' && <NameOffer />}
      {field === 'externalReference' && <ReferenceTaken />}
      <ToItsTick field={field} />
    </div>
  )
}

/** Leads to the tick that confirms the warning here: all ticks stand together at the end of the form. */
function ToItsTick({ field }: { readonly field: string }) {
  const { open } = useWarnings()
  const first = open.find((warning) => warning.field === field)
  if (first === undefined) return null
  return (
    <Button kind="link" small skippedByTab onClick={() => goToField(warningName(first))}>
      {t('payouts.warnings.toTick')}
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
    // It is advice: without it the form works, and saving says it.
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

/** Offers the values that settle what stands here: those of an error once that is shown. */
function Remedies({ field, hasError = false }: FieldWaysProps) {
  const { setValue } = useFormContext<Entry>()
  const announce = useAnnounce()
  const all = useReading((reading) => reading.remedies) ?? noRemedies
  const currency = useReading(({ given }) => given.currencyCode)
  const found = all.filter(({ about, isOfError }) => about === field && (hasError || !isOfError))

  function take(remedy: Remedy, value: string) {
    setValue(remedy.field, remedy.value, { shouldDirty: true, shouldValidate: true })
    goToField(field)
    announce(t(`remedy.${remedy.kind}.done`, { value }))
  }

  return found.map((remedy) => {
    const value = remedy.kind === 'amount' ? amountWords(remedy.value, currency ?? '') : meaningText(remedy.shown)
    return (
      <Button key={`${remedy.field} ${remedy.value}`} kind="link" small onClick={() => take(remedy, value)}>
        {t(`remedy.${remedy.kind}`, { value })}
      </Button>
    )
  })
}

const noRemedies: readonly Remedy[] = []

/** Offers to name the bank, where neither a public list nor a colleague has. */
function NameOffer() {
  const code = useReading(({ given }) => given.bankName ?? '') ?? ''
  // Where any text passes as a bank, one without a digit is no code.
  return /\d/.test(code) && <OfferFor code={code} />
}

function OfferFor({ code }: { readonly code: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayManage = useMay('manage')
  const names = useBankNames()
  const country = useReading((reading) => reading.country)
  const isNational =
    country !== undefined && bankRulesOf(country).some(({ nationalCodes }) => nationalCodes !== undefined)
  const national = useQuery({ ...nationalBanks, enabled: isNational })
  if (!mayManage || country === undefined || (isNational && !national.isSuccess)) return null
  const bank = bankOfCode(country, code, national.data)
  const isUnnamed = bank !== undefined && bank.name === undefined
  if (!isUnnamed || names.has(bankIdOf(country.code, code))) return null
  return (
    <>
      <Button kind="link" small onClick={() => setIsOpen(true)}>
        {t('bankNames.nameThis')}
      </Button>
      {isOpen && (
        <NameBank
          bank={{ country: country.code, code, version: undefined }}
          onClose={() => setIsOpen(false)}
          onNamed={() => {
            // Closing gives focus back to the button, which is gone by now.
            flushSync(() => setIsOpen(false))
            goToField('bankName')
          }}
        />
      )}
    </>
  )
}
