import { type Kysely, sql } from 'kysely'
import type { Tables } from '../store/schema.ts'

/** Removes every record of what was validated about an erased payout. */
export async function forgetQuestions(db: Kysely<Tables>, beneficiaryId: string): Promise<void> {
  const payouts = db.selectFrom('payouts').select('id').where('beneficiary_id', '=', beneficiaryId)
  await forgotten(db).where('payout_id', 'in', payouts).execute()
}

/** The same of a payout that is deleted, by which no erasure would find them; what is under way may still have to be known as asked. */
export async function forgetQuestionsOfPayout(db: Kysely<Tables>, payoutId: string): Promise<void> {
  await forgotten(db).where('payout_id', '=', payoutId).where('state', '!=', 'asking').execute()
}

function forgotten(db: Kysely<Tables>) {
  return db
    .updateTable('validation_items')
    .set({ question_hash: '', state: sql`case when state = 'waiting' then 'outdated' else state end` })
}
