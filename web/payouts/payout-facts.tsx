import type { Payout } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/person.ts'
import { AppLink } from '../app/app-link.tsx'
import { addressOf } from '../app/routes.ts'
import { MaskedEnding } from '../beneficiaries/masked-ending.tsx'
import { Ago } from '../ui/ago.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { bankNameOf, countryName } from './country-options.ts'
import { amountWords } from './payout-words.ts'

/** What a payout says without its numbers: who, how much, where to, and who did what when. */
export function PayoutFacts({ payout }: { readonly payout: Payout }) {
  const { masked } = payout
  return (
    <Ledger label="The payout">
      <LedgerRow
        name="Beneficiary"
        value={<AppLink to={addressOf.beneficiary(payout.beneficiaryId)}>{payout.name}</AppLink>}
      />
      <LedgerRow name="Amount" value={amountWords(payout.amount, payout.currencyCode)} mono />
      <LedgerRow name="Country" value={countryName(payout.country)} />
      {payout.bankName !== '' && <LedgerRow name="Bank" value={bankNameOf(payout.country, payout.bankName)} />}
      {masked.accountNumber !== undefined && (
        <LedgerRow name="Account" value={<MaskedEnding text={masked.accountNumber} />} mono />
      )}
      {masked.recipientPixKey !== undefined && (
        <LedgerRow name="Pix key" value={<MaskedEnding text={masked.recipientPixKey} />} mono />
      )}
      {masked.documentNumber !== undefined && (
        <LedgerRow name="Document" value={<MaskedEnding text={masked.documentNumber} />} mono />
      )}
      {payout.paymentReason !== '' && <LedgerRow name="Reason" value={payout.paymentReason} />}
      {payout.testMode && <LedgerRow name="Test mode" value="Yes: the request carries testMode true." />}
      <LedgerRow name="Warnings confirmed" value={String(payout.warnings)} />
      <LedgerRow name="Entered" value={<Done at={payout.createdAt} by={payout.createdBy} />} />
      {payout.enteredBy.length > 1 && (
        <LedgerRow name="Changed by" value={payout.enteredBy.map(({ name }) => name).join(', ')} />
      )}
      {payout.submittedAt !== null && (
        <LedgerRow name="Sent to review" value={<Done at={payout.submittedAt} by={payout.submittedBy} />} />
      )}
      {payout.decidedAt !== null && (
        <LedgerRow
          name={payout.comment === null ? 'Approved' : 'Returned'}
          value={<Done at={payout.decidedAt} by={payout.decidedBy} />}
        />
      )}
      {payout.exportedAt !== null && (
        <LedgerRow name="Exported" value={<Done at={payout.exportedAt} by={payout.exportedBy} />} />
      )}
    </Ledger>
  )
}

function Done({ at, by }: { readonly at: string; readonly by: Person | null }) {
  return (
    <>
      <Ago at={at} />
      {by !== null && ` by ${by.name}`}
    </>
  )
}
