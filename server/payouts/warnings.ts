import type { Details } from '#shared/api/details.ts'
import { type OwnRemark, remarkKey, remarkOn } from '#shared/api/fault.ts'
import type { PayoutWarningsQuestion } from '#shared/api/payout.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { bookWarnings } from '../beneficiaries/book-warnings.ts'
import { checkWarnings } from '../checks/check-warnings.ts'
import type { Clock } from '../clock.ts'
import { findPayout, samePayouts } from '../store/payout-rows.ts'
import type { Sealing } from '../store/sealing.ts'
import { destinationTerms } from '../store/search-terms.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { PayoutParts } from './payout-parts.ts'
import { rereadPayout, textIn } from './payout-reading.ts'

/** What warnings are about. */
export interface Warned {
  readonly details: Details
  readonly reading: { readonly request: PayoutRequest; readonly warnings: readonly OwnRemark[] }
  readonly beneficiaryId?: string | undefined
  /** Undefined for a payout that is being entered. */
  readonly payout?: { readonly id: string; readonly created_at: string } | undefined
}

/** Everything that stands against a payout now: by the rule book, the book, the checks, and other payouts. */
export async function warningsOf(
  db: Transaction['db'],
  parts: PayoutParts,
  warned: Warned,
): Promise<readonly OwnRemark[]> {
  const { details, reading, beneficiaryId } = warned
  return [
    ...reading.warnings,
    ...(await bookWarnings(db, parts, details, beneficiaryId === undefined ? {} : { beneficiaryId })),
    ...(await checkWarnings(db, parts, details)),
    ...(await duplicateWarnings(db, parts, warned)),
  ]
}

/** What names a set of warnings of one payout, in whatever order. */
export function warningsHash(sealing: Sealing, payoutId: string, warnings: readonly OwnRemark[]): string {
  const keys = [...new Set(warnings.map(remarkKey))].toSorted()
  return sealing.hash('warnings', JSON.stringify([payoutId, ...keys]))
}

const weekMs = 7 * 24 * 60 * 60 * 1000

/** The same money to the same place within seven days, in whatever state. */
async function duplicateWarnings(
  db: Transaction['db'],
  { sealing, clock }: PayoutParts,
  { reading: { request }, payout }: Warned,
): Promise<readonly OwnRemark[]> {
  if (typeof request.amount !== 'number') return []
  const enteredAt = payout === undefined ? clock.date() : new Date(payout.created_at)
  const same = await samePayouts(db, {
    destinations: destinationTerms(sealing, request),
    amount: decimalTextOf(request.amount),
    currencyCode: textIn(request, 'currencyCode'),
    since: new Date(enteredAt.getTime() - weekMs).toISOString(),
    exceptId: payout?.id,
  })
  const detail =
    'The same amount goes to the same account by another payout of these days. Make sure that both are meant.'
  return same.map(({ id, created_at }) =>
    remarkOn('amount', 'duplicate_payout', { payoutId: id, at: created_at }, detail),
  )
}

/** What saving a payout as the form has it would raise. */
export async function warningsOfForm(
  { db, sealing }: Store,
  clock: Clock,
  { details, terms, beneficiaryId, payoutId }: PayoutWarningsQuestion,
): Promise<readonly OwnRemark[]> {
  const reading = rereadPayout(details, terms)
  const payout = payoutId === undefined ? undefined : await findPayout(db, payoutId)
  return warningsOf(db, { sealing, clock }, { details, reading, beneficiaryId, payout })
}
