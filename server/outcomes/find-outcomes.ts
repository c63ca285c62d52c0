import type * as z from 'zod/mini'
import type { statedOutcomesSchema } from '#shared/api/outcome.ts'
import { noSuchPayout } from '../payouts/saved-payout.ts'
import { outcomesOf } from '../store/outcome-rows.ts'
import { findPayout } from '../store/payout-rows.ts'
import { personNames } from '../store/people-rows.ts'
import type { Reader } from '../store/store.ts'
import { factsOf } from './outcome-facts.ts'

/**
 * Every statement on what became of a payout, the newest first.
 * @throws Failure NOT_FOUND
 */
export async function findOutcomes(reader: Reader, id: string): Promise<z.input<typeof statedOutcomesSchema>> {
  if ((await findPayout(reader.db, id)) === undefined) throw noSuchPayout()
  const rows = await outcomesOf(reader.db, id)
  const personOf = await personNames(
    reader.db,
    rows.map(({ stated_by }) => stated_by),
  )
  return {
    outcomes: rows.map((row) => {
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
