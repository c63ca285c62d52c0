import { type Kysely, sql } from 'kysely'
import { amountKey } from '../../entry/entry-columns.ts'
import type { Tables } from '../../store/schema.ts'
import type { LimitedReviewer } from './payout-filter.ts'

/*
 * What is kept of the payouts in review, by who entered and approved them and by currency, shows before any of them is read that a person may
 * approve none, or had a part in none; and the order of amounts shows the few that are within low limits.
 */

/** Who entered payouts in review, who approved them, and in which currency. */
export interface KeptReviewLine {
  readonly entered_by: string
  readonly approver: string
  readonly currency_code: string
}

/** Those of the payouts in review. */
export function reviewLines(db: Kysely<Tables>): Promise<readonly KeptReviewLine[]> {
  return db
    .selectFrom('payout_sums')
    .select(['entered_by', 'approver', 'currency_code'])
    .distinct()
    .where('state', '=', 'in_review')
    .where('count', '>', 0)
    .execute()
}

/** Whether a person, or one who counts as one with them, has entered or approved the payouts of a line. */
export function hasPartIn({ entered_by, approver }: KeptReviewLine, { id, asOne = [] }: LimitedReviewer): boolean {
  return [id, ...asOne].some((one) => entered_by.includes(JSON.stringify(one)) || approver === one)
}

/** So few payouts are sorted by themselves, rather than looked for in an order of all. */
const few = 1_000

/** The same reviewer with what is known of the payouts in review; undefined where they may approve none. */
export async function narrowedReviewer(
  db: Kysely<Tables>,
  reviewer: LimitedReviewer,
): Promise<LimitedReviewer | undefined> {
  const lines = await reviewLines(db)
  const open = lines.filter((line) => !hasPartIn(line, reviewer))
  if (open.length === 0) return undefined
  const within = open.map(({ currency_code }) => {
    const most = reviewer.approveUpTo[currency_code]
    return most === undefined ? `${currency_code}:` : amountKey(currency_code, most)
  })
  const upTo = within.reduce((most, key) => (key > most ? key : most), '')
  const known = { ...reviewer, hasNoPart: open.length === lines.length, upTo }
  const ids: string[] = []
  for (const currency of new Set(open.map(({ currency_code }) => currency_code))) {
    const most = reviewer.approveUpTo[currency]
    if (most === undefined) return known
    ids.push(...(await idsUpTo(db, currency, most)))
    if (ids.length > few) return known
  }
  return ids.length === 0 ? undefined : { ...known, amongIds: ids }
}

/** By the order of amounts: no index is of this state, which SQLite would else go through. */
async function idsUpTo(db: Kysely<Tables>, currency: string, most: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('payouts')
    .select('id')
    .where('amount_key', '>=', currency)
    .where('amount_key', '<=', amountKey(currency, most))
    .where(sql<string>`payouts.state || ''`, '=', 'in_review')
    .orderBy('amount_key')
    .limit(few + 1)
    .execute()
  return rows.map(({ id }) => id)
}
