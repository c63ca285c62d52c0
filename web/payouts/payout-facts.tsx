import type { Payout } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/session.ts'
import { useBankNames } from '../api/bank-names.ts'
import { countryName } from '../entry/country-options.ts'
import { bankNameOf } from '../entry/entry-words.ts'
import { MaskedEnding, shownName } from '../entry/masked.tsx'
import { amountWords } from '../entry/payout-words.ts'
import { numberWords } from '../language/formats.ts'
import { t, tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'

/** What a payout says without its numbers: who, how much, where to, and who did what when. */
export function PayoutFacts({ payout }: { readonly payout: Payout }) {
  const { masked } = payout
  const names = useBankNames()
  return (
    <Ledger label={t('payouts.facts.label')}>
      <LedgerRow
        name={t('payouts.facts.beneficiary')}
        value={<AppLink to={addressOf.beneficiary(payout.beneficiaryId)}>{shownName(payout)}</AppLink>}
      />
      <LedgerRow name={t('payouts.facts.amount')} value={amountWords(payout.amount, payout.currencyCode)} mono />
      <LedgerRow name={t('payouts.facts.country')} value={countryName(payout.country)} />
      {payout.bankName !== '' && (
        <LedgerRow name={t('payouts.facts.bank')} value={bankNameOf(payout.country, payout.bankName, names)} />
      )}
      {masked.accountNumber !== undefined && (
        <LedgerRow name={t('payouts.facts.account')} value={<MaskedEnding text={masked.accountNumber} />} mono />
      )}
      {masked.recipientPixKey !== undefined && (
        <LedgerRow name={t('payouts.facts.pixKey')} value={<MaskedEnding text={masked.recipientPixKey} />} mono />
      )}
      {masked.documentNumber !== undefined && (
        <LedgerRow name={t('payouts.facts.document')} value={<MaskedEnding text={masked.documentNumber} />} mono />
      )}
      {payout.paymentReason !== '' && <LedgerRow name={t('payouts.facts.reason')} value={payout.paymentReason} />}
      {payout.testMode && <LedgerRow name={t('payouts.facts.testMode')} value={t('payouts.facts.carriesTestMode')} />}
      <LedgerRow name={t('payouts.facts.warnings')} value={numberWords(payout.warnings)} />
      <LedgerRow name={t('payouts.facts.entered')} value={<Done at={payout.createdAt} by={payout.createdBy} />} />
      {payout.enteredBy.length > 1 && (
        <LedgerRow name={t('payouts.facts.changedBy')} value={payout.enteredBy.map(({ name }) => name).join(', ')} />
      )}
      {payout.submittedAt !== null && (
        <LedgerRow
          name={t('payouts.facts.submitted')}
          value={<Done at={payout.submittedAt} by={payout.submittedBy} />}
        />
      )}
      {payout.decidedAt !== null && (
        <LedgerRow
          name={t(payout.comment === null ? 'payouts.facts.approved' : 'payouts.facts.returned')}
          value={<Done at={payout.decidedAt} by={payout.decidedBy} />}
        />
      )}
      {payout.exportedAt !== null && (
        <LedgerRow name={t('payouts.facts.exported')} value={<Done at={payout.exportedAt} by={payout.exportedBy} />} />
      )}
    </Ledger>
  )
}

function Done({ at, by }: { readonly at: string; readonly by: Person | null }) {
  return by === null ? <Ago at={at} /> : tNode('payouts.facts.by', { ago: () => <Ago at={at} />, name: by.name })
}
