import type { Kysely } from 'kysely'
import type { ActivityAction } from '#shared/api/activity.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { isReviewableBy, type LimitedReviewer } from '../payouts/search/payout-filter.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader } from '../store/store.ts'

/** The id of the audit log's entries about loading and removing. */
export const sampleData = { type: 'database', id: 'sample-data' } as const

/** Whether the newest entry about the sample data is that they were loaded. */
export async function isSampleLoaded(log: Pick<Reader, 'entriesAbout'>): Promise<boolean> {
  return (await log.entriesAbout([sampleData.id])).at(-1)?.action === 'sample.loaded'
}

/** The payouts that are left of those that these people entered. */
export async function payoutsEnteredBy(
  db: Kysely<Tables>,
  people: readonly string[],
): Promise<readonly Pick<PayoutRow, 'id'>[]> {
  return await db
    .selectFrom('payouts')
    .select('id')
    .where('id', 'in', madeBy(db, people, 'payout.created'))
    .execute()
}

/** Of the payouts that these people entered: how many are in each state, and how many this person may approve. */
export async function countEnteredBy(
  db: Kysely<Tables>,
  people: readonly string[],
  reviewer: LimitedReviewer,
): Promise<{ readonly states: ReadonlyMap<PayoutRow['state'], number>; readonly reviewable: number }> {
  const entered = madeBy(db, people, 'payout.created')
  const payouts = await db.selectFrom('payouts').select(['id', 'state']).where('id', 'in', entered).execute()
  const reviewable = await db
    .selectFrom('payouts')
    .select('id')
    .where('id', 'in', entered)
    .where((is) => is.and([is('state', '=', 'in_review'), ...isReviewableBy(is, { ...reviewer, approveUpTo: {} })]))
    .execute()
  const states = new Map<PayoutRow['state'], number>()
  for (const { state } of payouts) states.set(state, (states.get(state) ?? 0) + 1)
  return { states, reviewable: reviewable.length }
}

/** The beneficiaries that are left of those that these people entered, and whether a payout pays them. */
export async function beneficiariesEnteredBy(
  db: Kysely<Tables>,
  people: readonly string[],
): Promise<readonly { readonly id: string; readonly isPaid: boolean }[]> {
  const entered = madeBy(db, people, 'beneficiary.created')
  const rows = await db.selectFrom('beneficiaries').select('id').where('id', 'in', entered).execute()
  const payouts = await db
    .selectFrom('payouts')
    .select('beneficiary_id')
    .where('beneficiary_id', 'in', entered)
    .execute()
  const paid = new Set(payouts.map(({ beneficiary_id }) => beneficiary_id))
  return rows.map(({ id }) => ({ id, isPaid: paid.has(id) }))
}

/** Asked of the audit log, which has an index of who did what. */
function madeBy(db: Kysely<Tables>, people: readonly string[], action: ActivityAction) {
  return db.selectFrom('audit').select('thing_id').where('person_id', 'in', people).where('action', '=', action)
}

/** The exports that contain these payouts, and who made each. */
export function exportsWith(
  db: Kysely<Tables>,
  payoutIds: readonly string[],
): Promise<readonly { readonly export_id: string; readonly payout_id: string; readonly created_by: string }[]> {
  return db
    .selectFrom('export_payouts')
    .innerJoin('exports', 'exports.id', 'export_payouts.export_id')
    .select(['export_id', 'payout_id', 'created_by'])
    .where('payout_id', 'in', payoutIds)
    .execute()
}

export async function deleteExport(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('export_payouts').where('export_id', '=', id).execute()
  await db.deleteFrom('exports').where('id', '=', id).execute()
}

/** Deletes a beneficiary whom no payout pays; validations that a person asked for stay. */
export async function deleteBeneficiary(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('search_terms').where('kind', '=', 'beneficiary').where('thing_id', '=', id).execute()
  for (const table of ['details_changes', 'phone_numbers', 'call_backs'] as const)
    await db.deleteFrom(table).where('beneficiary_id', '=', id).execute()
  await db.updateTable('validations').set({ beneficiary_id: null }).where('beneficiary_id', '=', id).execute()
  await db.deleteFrom('beneficiaries').where('id', '=', id).execute()
}
