import { type Issue, issueOn } from '#shared/api/issue.ts'
import { compareAmounts, medianOf } from '#shared/payout/totals.ts'
import { findPayouts, newestExported, type PayoutRow } from '../entry/payout-rows.ts'
import type { EntryWithReading } from '../entry/written-entry.ts'
import { groupedBy } from '../store/by-keys.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'

/** Of how many payouts the usual amount is taken at most, and at least; over how many times of it an amount is doubted. */
const newest = 20
const fewest = 3
const times = 10

interface PaidPayout {
  readonly written: EntryWithReading
  readonly beneficiaryId: string | undefined
  readonly payout: Pick<PayoutRow, 'id'> | undefined
}

/** What beneficiaries were usually paid. */
export interface UsualAmounts {
  /** What speaks of one payout: amounts in its currency. */
  of(paid: PaidPayout): readonly string[]
}

/** Looks up what the beneficiaries of payouts were paid. Payouts that were changed outside of the app are ignored. */
export async function findUsualAmounts(
  { db, encryption }: Reader,
  payouts: readonly PaidPayout[],
): Promise<UsualAmounts> {
  const ids = payouts.flatMap(({ beneficiaryId }) => beneficiaryId ?? [])
  // One more, as one can be the payout that is asked for.
  const exported = groupedBy(await newestExported(db, ids, newest + 1), ({ beneficiary_id }) => beneficiary_id)
  const alike = ({ written, beneficiaryId = '', payout }: PaidPayout) =>
    (exported.get(beneficiaryId) ?? [])
      .filter(({ id }) => id !== payout?.id)
      .slice(0, newest)
      .filter(({ currency_code }) => currency_code === written.entry.currencyCode)
  // A median is never less than the least of its amounts: only where that says so, whole rows are read and verified.
  const doubted = payouts.filter((paid) => alike(paid).some(({ amount }) => isFarAbove(paid.written, amount)))
  const rows = await findPayouts(
    db,
    doubted.flatMap((paid) => alike(paid).map(({ id }) => id)),
  )
  const intact = new Set(rows.filter((row) => isIntact(encryption, 'payouts', row)).map(({ id }) => id))
  return {
    of: (paid) => alike(paid).flatMap(({ id, amount }) => (intact.has(id) ? [amount] : [])),
  }
}

function isFarAbove({ entry, reading: { request } }: EntryWithReading, amount: string): boolean {
  return request.amount !== undefined && compareAmounts(entry.amount, amount, times) > 0
}

/** An amount far above what the beneficiary usually gets in this currency: a zero too many, or a thousand for a one. */
export function usualAmountWarnings(amounts: UsualAmounts, paid: PaidPayout): readonly Issue[] {
  const found = amounts.of(paid)
  const usual = medianOf(found)
  if (usual === undefined || found.length < fewest || !isFarAbove(paid.written, usual)) return []
  const { amount, currencyCode } = paid.written.entry
  return [
    issueOn('amount', 'amount_above_usual', { value: amount, currency: currencyCode, usual: Number(usual), times }),
  ]
}

/** An amount above the limit that the merchant has set for its currency. */
export function limitWarnings(
  limits: ReadonlyMap<string, string>,
  { entry: { amount, currencyCode }, reading: { request } }: EntryWithReading,
): readonly Issue[] {
  const limit = request.amount === undefined ? undefined : limits.get(currencyCode)
  if (limit === undefined || compareAmounts(amount, limit) <= 0) return []
  return [issueOn('amount', 'amount_above_limit', { value: amount, currency: currencyCode, limit: Number(limit) })]
}
