import type * as z from 'zod/mini'
import type { statedOutcomesSchema } from '#shared/api/outcome.ts'
import { findPayout } from '../entry/payout-rows.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { noSuchPayout } from '../payout-state/saved-payout.ts'
import { factsOf } from '../payouts/outcome-facts.ts'
import { personNames } from '../people/people-rows.ts'
import type { Reader } from '../store/store.ts'
import { statementsOn } from './statements.ts'

const pageLimit = 20

/**
 * The statements on what became of a payout, the newest first.
 * @throws Failure NOT_FOUND, TAMPERED, FIELDS_INVALID for a cursor that is none
 */
export async function findOutcomes(
  reader: Reader,
  id: string,
  cursor: string | undefined,
): Promise<z.input<typeof statedOutcomesSchema>> {
  const payout = await findPayout(reader.db, id)
  if (payout === undefined) throw noSuchPayout()
  const last = readCursor('outcomes', cursor)
  const all = await statementsOn(reader, payout)
  const from = last === undefined ? 0 : all.findIndex((row) => row.id === last.id) + 1
  const rows = all.slice(from, from + pageLimit)
  const end = from + pageLimit < all.length ? rows.at(-1) : undefined
  const personOf = await personNames(
    reader.db,
    rows.map(({ stated_by }) => stated_by),
  )
  return {
    nextCursor: end === undefined ? null : writeCursor('outcomes', end.stated_at, end.id),
    items: rows.map((row) => {
      const facts = factsOf(reader.encryption, row)
      return {
        outcome: row.outcome,
        by: personOf(row.stated_by),
        at: row.stated_at,
        source: row.source,
        file: facts.file ?? null,
        words: facts.words ?? null,
        paidAmount: facts.paidAmount ?? null,
        paidCurrencyCode: facts.paidCurrencyCode ?? null,
        settlementAmount: facts.settlementAmount ?? null,
        settlementCurrencyCode: facts.settlementCurrencyCode ?? null,
      }
    }),
  }
}
