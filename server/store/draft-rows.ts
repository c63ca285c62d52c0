import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export type DraftRow = Tables['drafts']

export function findDraft(db: Kysely<Tables>, id: string): Promise<DraftRow | undefined> {
  return db.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The drafts of a person that were kept since a time, newest first. */
export function draftsOf(
  db: Kysely<Tables>,
  personId: string,
  since: string,
  most: number,
): Promise<readonly DraftRow[]> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('person_id', '=', personId)
    .where('updated_at', '>', since)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
}

export async function insertDraft(db: Kysely<Tables>, row: DraftRow): Promise<void> {
  await db.insertInto('drafts').values(row).execute()
}

export async function updateDraft(db: Kysely<Tables>, { id, ...row }: DraftRow): Promise<void> {
  await db.updateTable('drafts').set(row).where('id', '=', id).execute()
}

/** Removes a person's draft; another person's stays. */
export async function removeDraft(db: Kysely<Tables>, personId: string, id: string): Promise<void> {
  await db.deleteFrom('drafts').where('id', '=', id).where('person_id', '=', personId).execute()
}

/** Removes what nobody has touched since a time. */
export async function removeDraftsBefore(db: Kysely<Tables>, time: string): Promise<void> {
  await db.deleteFrom('drafts').where('updated_at', '<=', time).execute()
}
