import type { Kysely } from 'kysely'
import type { PayoutRow } from './payout-rows.ts'
import type { Tables } from './schema.ts'
import type { Sealing } from './sealing.ts'

/** All rows that tell of one beneficiary, beside its own. */
export async function rowsAbout(db: Kysely<Tables>, sealing: Sealing, beneficiaryId: string) {
  const payouts = await payoutsTo(db, beneficiaryId)
  const things = [beneficiaryId, ...payouts.map(({ id }) => id)]
  return {
    payouts,
    checks: await db
      .selectFrom('checks')
      .selectAll()
      .where('beneficiary_id', '=', beneficiaryId)
      .orderBy('asked_at')
      .execute(),
    drafts: await draftsAbout(db, sealing, things),
    activity: await activityAbout(db, things),
  }
}

export async function payoutsTo(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly PayoutRow[]> {
  return await db
    .selectFrom('payouts')
    .selectAll()
    .where('beneficiary_id', '=', beneficiaryId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * The unfinished forms about things, whoever keeps them: those that edit one, and those in which one is chosen. Only their content tells
 * that, and it is sealed, so all are opened; each person has few.
 */
export async function draftsAbout(db: Kysely<Tables>, sealing: Sealing, things: readonly string[]) {
  const drafts = await db.selectFrom('drafts').selectAll().orderBy('updated_at').execute()
  return drafts.flatMap(({ id, kind, subject_id, updated_at, content_sealed }) => {
    const content = sealing.open(content_sealed, { table: 'drafts', id, column: 'content_sealed' })
    const isAbout = things.some((thing) => thing === subject_id || content.includes(thing))
    return isAbout ? [{ id, kind, updatedAt: updated_at, content }] : []
  })
}

async function activityAbout(db: Kysely<Tables>, things: readonly string[]) {
  const found = []
  for (let from = 0; from < things.length; from += idsAtOnce) {
    const ids = things.slice(from, from + idsAtOnce)
    found.push(...(await db.selectFrom('audit').selectAll().where('thing_id', 'in', ids).execute()))
  }
  return found.toSorted((a, b) => a.seq - b.seq)
}

const idsAtOnce = 500
