import { type Issue, issueOn } from '#shared/api/issue.ts'
import { compareAmounts, medianOf } from '#shared/payout/totals.ts'
import type { Written } from '../beneficiaries/written-entry.ts'
import { findAmountLimit } from '../store/amount-limit-rows.ts'
import { newestExported } from '../store/payout-rows.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'

/** Of how many payouts the usual amount is taken at most, and at least; over how many times of it an amount is doubted. */
const newest = 20
const fewest = 3
const times = 10

/** An amount far above what the beneficiary usually gets in this currency: a zero too many, or a thousand for a one. */
export async function usualAmountWarnings(
  { db, encryption }: Reader,
  { entry: { amount, currencyCode }, reading: { request } }: Written,
  beneficiaryId: string,
  exceptId: string | undefined,
): Promise<readonly Issue[]> {
  if (request.amount === undefined) return []
  const rows = await newestExported(db, { beneficiaryId, exceptId, limit: newest })
  const amounts = rows.flatMap((row) =>
    row.currency_code === currencyCode && isIntact(encryption, 'payouts', row) ? row.amount : [],
  )
  const usual = medianOf(amounts)
  if (usual === undefined || amounts.length < fewest || compareAmounts(amount, usual, times) <= 0) return []
  return [
    issueOn('amount', 'amount_above_usual', { value: amount, currency: currencyCode, usual: Number(usual), times }),
  ]
}

/** An amount above the limit that the merchant has set for its currency. */
export async function limitWarnings(
  { db }: Reader,
  { entry: { amount, currencyCode }, reading: { request } }: Written,
): Promise<readonly Issue[]> {
  const limit = request.amount === undefined ? undefined : (await findAmountLimit(db, currencyCode))?.amount
  if (limit === undefined || compareAmounts(amount, limit) <= 0) return []
  return [issueOn('amount', 'amount_above_limit', { value: amount, currency: currencyCode, limit: Number(limit) })]
}
