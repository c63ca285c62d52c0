import type { Details } from '#shared/api/details.ts'
import { type Issue, issueOn, warningId } from '#shared/api/issue.ts'
import type { PayoutWarningsQuestion } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { beneficiaryWarnings } from '../beneficiaries/beneficiary-warnings.ts'
import type { Clock } from '../clock.ts'
import type { Encryption } from '../store/encryption.ts'
import { findPayout, samePayouts } from '../store/payout-rows.ts'
import { destinationTerms } from '../store/search-terms.ts'
import type { Store, Transaction } from '../store/store.ts'
import { validationWarnings } from '../validations/validation-warnings.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { rereadPayout, textIn } from './payout-reading.ts'

/** What warnings are about. */
export interface Warned {
  readonly details: Details
  readonly reading: { readonly request: PayoutRequest; readonly warnings: readonly Issue[] }
  readonly beneficiaryId?: string | undefined
  /** Undefined for a payout that is being entered. */
  readonly payout?: { readonly id: string; readonly created_at: string } | undefined
}

/** Everything that stands against a payout now: by the rule book, the book, the checks, and other payouts. */
export async function warningsOf(db: Transaction['db'], deps: PayoutDeps, warned: Warned): Promise<readonly Issue[]> {
  const { details, reading, beneficiaryId } = warned
  return [
    ...reading.warnings,
    ...(await beneficiaryWarnings(db, deps, details, beneficiaryId === undefined ? {} : { beneficiaryId })),
    ...(await validationWarnings(db, deps, details)),
    ...(await duplicateWarnings(db, deps, warned)),
  ]
}

/** What names a set of warnings of one payout, in whatever order. */
export function warningsHash(encryption: Encryption, payoutId: string, warnings: readonly Issue[]): string {
  const keys = [...new Set(warnings.map(warningId))].toSorted()
  return encryption.hash('warnings', JSON.stringify([payoutId, ...keys]))
}

const weekMs = 7 * 24 * 60 * 60 * 1000

/** The same money to the same place within seven days, in whatever state. */
async function duplicateWarnings(
  db: Transaction['db'],
  { encryption, clock }: PayoutDeps,
  { reading: { request }, payout }: Warned,
): Promise<readonly Issue[]> {
  if (typeof request.amount !== 'number') return []
  const enteredAt = payout === undefined ? clock.date() : new Date(payout.created_at)
  const same = await samePayouts(db, {
    destinations: destinationTerms(encryption, request),
    amount: decimalTextOf(request.amount),
    currencyCode: textIn(request, 'currencyCode'),
    since: new Date(enteredAt.getTime() - weekMs).toISOString(),
    exceptId: payout?.id,
  })
  const detail =
    'The same amount goes to the same account by another payout of these days. Make sure that both are meant.'
  return same.map(({ id, created_at }) =>
    issueOn('amount', 'duplicate_payout', { payoutId: id, at: created_at }, detail),
  )
}

/** What saving a payout as the form has it would raise. */
export async function warningsOfForm(
  { db, encryption }: Store,
  clock: Clock,
  { details, terms, beneficiaryId, payoutId }: PayoutWarningsQuestion,
): Promise<readonly Issue[]> {
  const reading = rereadPayout(details, terms)
  const payout = payoutId === undefined ? undefined : await findPayout(db, payoutId)
  return warningsOf(db, { encryption, clock }, { details, reading, beneficiaryId, payout })
}
