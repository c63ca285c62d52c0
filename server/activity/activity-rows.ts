import { type Kysely, sql } from 'kysely'
import { looks, powerActions } from '#shared/api/activity.ts'
import type { Tables } from '../store/schema.ts'

export type ActivityRow = Tables['audit']

/** Which entries are looked for; what is left out does not matter. */
export interface ActivityFilter {
  readonly personId?: string | undefined
  readonly thingId?: string | undefined
  readonly action?: string | undefined
  /** Only what has changed something. */
  readonly isChange?: boolean | undefined
  /** Only what gives or returns power. */
  readonly isPower?: boolean | undefined
  /** From this time on. */
  readonly from?: string | undefined
  /** Before this time. */
  readonly to?: string | undefined
  /** Entries before this one. */
  readonly before?: number | undefined
}

/** Entries of the audit log, newest first. */
export function activityRows(
  db: Kysely<Tables>,
  { personId, thingId, action, isChange, isPower, from, to, before }: ActivityFilter,
  most: number,
): Promise<readonly ActivityRow[]> {
  let query = db.selectFrom('audit').selectAll()
  if (personId !== undefined) query = query.where('person_id', '=', personId)
  if (thingId !== undefined) query = query.where('thing_id', 'in', concerning(db, thingId))
  // The entry of an export represents those of its payouts.
  query = query.where('action', action === undefined ? '!=' : '=', action ?? 'payout.exported')
  if (isChange === true) query = query.where('action', 'not in', looks)
  if (isPower === true) query = query.where('action', 'in', powerActions)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<', to)
  if (before !== undefined) query = query.where('seq', '<', before)
  return query.orderBy('seq', 'desc').limit(most).execute()
}

/** What concerns a thing: itself, the exports that a payout went out with, and the validations of a beneficiary. */
function concerning(db: Kysely<Tables>, thingId: string) {
  return db
    .selectNoFrom(sql<string>`${thingId}`.as('id'))
    .union(db.selectFrom('export_payouts').select('export_id as id').where('payout_id', '=', thingId))
    .union(db.selectFrom('validations').select('id').where('beneficiary_id', '=', thingId))
}

/** Everything that concerns a beneficiary, the payouts to it and their exports among it, oldest first. */
export function activityAbout(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly ActivityRow[]> {
  const payouts = db.selectFrom('payouts').select('id').where('beneficiary_id', '=', beneficiaryId)
  const things = concerning(db, beneficiaryId)
    .union(payouts)
    .union(db.selectFrom('export_payouts').select('export_id as id').where('payout_id', 'in', payouts))
  return db.selectFrom('audit').selectAll().where('thing_id', 'in', things).orderBy('seq').execute()
}
