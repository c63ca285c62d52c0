import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Outcome } from '#shared/api/outcome.ts'
import type { Tables } from './schema.ts'

export type OutcomeRow = Selectable<Tables['outcomes']>

/** Keeps a statement; false where the same was stated of the payout before. */
export async function addOutcome(db: Kysely<Tables>, row: Insertable<Tables['outcomes']>): Promise<boolean> {
  const added = await db
    .insertInto('outcomes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['payout_id', 'statement_hash']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** All statements on a payout, the newest first. */
export async function outcomesOf(db: Kysely<Tables>, payoutId: string): Promise<readonly OutcomeRow[]> {
  return await db
    .selectFrom('outcomes')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .orderBy('stated_at', 'desc')
    .orderBy('id')
    .execute()
}

/** What lists are filtered by. */
export async function setOutcome(db: Kysely<Tables>, payoutId: string, outcome: Outcome): Promise<void> {
  await db.updateTable('payouts').set({ outcome }).where('id', '=', payoutId).execute()
}

/** Takes what may tell of a person out of the statements on payouts; what became of them stays. */
export async function eraseOutcomes(db: Kysely<Tables>, beneficiaryId: string): Promise<void> {
  await db
    .updateTable('outcomes')
    .set(({ ref }) => ({ facts_encrypted: null, statement_hash: ref('id') }))
    .where('payout_id', 'in', db.selectFrom('payouts').select('id').where('beneficiary_id', '=', beneficiaryId))
    .execute()
}
