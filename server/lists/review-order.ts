import { setImmediate as turn } from 'node:timers/promises'
import { type BatchReview, type EyeReason, eyeReasons } from '#shared/api/batch-review.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { groupedBy } from '../store/by-keys.ts'
import type { Reader } from '../store/store.ts'
import { changeStamp, reviewStamp, type WeighedRow, weighedRows } from './review-rows.ts'

/*
 * The order in which the payouts of a batch are looked at: what needs eyes first, then by currency, the largest first. Worked out of what their
 * rows say, and kept as long as none of them changes.
 */

export interface ReviewOrder {
  readonly review: BatchReview
  readonly reasonsOf: ReadonlyMap<string, readonly EyeReason[]>
}

/** Orders of batches, kept for a while. */
export interface ReviewOrders {
  of(batchId: string): Promise<ReviewOrder>
}

/** What is exported elsewhere changes what was paid before: after so long an order is worked out again in any case. */
const keptMs = 60_000

const mostKept = 8

interface CachedOrder {
  changes: number | undefined
  readonly stamp: string
  readonly at: number
  readonly order: Promise<ReviewOrder>
}

export function createReviewOrders(reader: Pick<Reader, 'db' | 'now'>): ReviewOrders {
  const kept = new Map<string, CachedOrder>()
  return {
    async of(batchId) {
      const changes = await changeStamp(reader.db)
      const at = reader.now().getTime()
      const known = kept.get(batchId)
      const isRecent = known !== undefined && Math.abs(at - known.at) < keptMs
      if (isRecent && known.changes === changes) return known.order
      const stamp = await reviewStamp(reader.db, batchId)
      if (isRecent && known.stamp === stamp) {
        known.changes = changes
        return known.order
      }
      const order = allRows(reader, batchId).then(orderOf)
      kept.delete(batchId)
      kept.set(batchId, { changes, stamp, at, order })
      for (const [oldest] of kept) if (kept.size > mostKept) kept.delete(oldest)
      // What could not be read is asked for again.
      order.catch(() => kept.delete(batchId))
      return order
    },
  }
}

/** Reading this many takes a few milliseconds, during which SQLite serves no other request. */
const rowsATurn = 100

async function allRows({ db }: Pick<Reader, 'db'>, batchId: string): Promise<readonly WeighedRow[]> {
  const rows = new Map<string, WeighedRow>()
  for (let after: WeighedRow | undefined; ; ) {
    const some = await weighedRows(db, batchId, after, rowsATurn)
    // One that was changed meanwhile comes a second time.
    for (const row of some) rows.set(row.id, row)
    after = some.at(-1)
    if (some.length < rowsATurn) return [...rows.values()]
    await turn()
  }
}

/** The order of payouts, and what they come to. Others have their turn between its steps, each of which takes some milliseconds of twenty thousand. */
export async function orderOf(rows: readonly WeighedRow[]): Promise<ReviewOrder> {
  const big = biggestOf(rows)
  await turn()
  const payouts = rows.map((row) => {
    const reasons = [...reasonsOf(row, big)]
    return { id: row.id, reasons, key: keyOf(row, reasons) }
  })
  await turn()
  payouts.sort((one, other) => compare(one.key, other.key) || compare(one.id, other.id))
  await turn()
  const totals = [...totalsOf(rows.map(moneyOf))]
  await turn()
  return {
    review: { payouts: payouts.map(({ id, reasons }) => ({ id, reasons })), totals, groups: groupsOf(rows) },
    reasonsOf: new Map(payouts.map(({ id, reasons }) => [id, reasons])),
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function moneyOf({ amount, currency_code: currencyCode }: WeighedRow) {
  return { amount, currencyCode }
}

/** Why a payout comes before others; by itself none is big. */
export function reasonsOf(row: WeighedRow, big: ReadonlySet<string> = new Set()): readonly EyeReason[] {
  const isPaid = Boolean(row.is_paid)
  const holds: Readonly<Record<EyeReason, boolean>> = {
    compliance: row.warnings_compliance > 0,
    serious: row.warnings_serious > 0,
    unconfirmed: row.warnings_unconfirmed > 0,
    new: !isPaid,
    changed: isPaid && !row.is_known,
    big: big.has(row.id),
  }
  return eyeReasons.filter((reason) => holds[reason])
}

/** So many of a currency are its biggest, where each is at least this share of what the batch pays in it, and more than the usual one. */
const mostBig = 10
const bigShare = 0.01

/** For the eye alone: no amount is paid by these sums. */
function biggestOf(rows: readonly WeighedRow[]): ReadonlySet<string> {
  return new Set(
    grouped(rows, ({ currency_code }) => currency_code).flatMap((own) => {
      const sum = own.reduce((total, { amount }) => total + Number(amount), 0)
      return own
        .filter(({ amount }) => Number(amount) >= sum * bigShare && Number(amount) > sum / own.length)
        .toSorted((one, other) => Number(other.amount) - Number(one.amount))
        .slice(0, mostBig)
        .map(({ id }) => id)
    }),
  )
}

/** Above every amount, so that the largest comes first in the order of texts. */
const aboveAll = 10 ** 15

function keyOf({ currency_code, amount }: WeighedRow, [reason]: readonly EyeReason[]): string {
  const rank = reason === undefined ? eyeReasons.length : eyeReasons.indexOf(reason)
  return `${rank}${currency_code}${(aboveAll - Number(amount)).toFixed(3).padStart(20, '0')}`
}

function groupsOf(rows: readonly WeighedRow[]): BatchReview['groups'] {
  const found = grouped(rows, ({ country, method, currency_code }) => `${country} ${method} ${currency_code}`)
  return found.flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const { country, method } = first
    return totalsOf(own.map(moneyOf)).map((total) => ({ country, method, ...total }))
  })
}

/** Those with the same key together, in the order of keys. */
function grouped(rows: readonly WeighedRow[], keyIn: (row: WeighedRow) => string): readonly (readonly WeighedRow[])[] {
  return [...groupedBy(rows, keyIn)].toSorted(([one], [other]) => compare(one, other)).map(([, own]) => own)
}
