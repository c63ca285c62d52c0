import type { Kysely } from 'kysely'
import type { Tables } from '../store/schema.ts'

export type DraftRow = Tables['drafts']

export function findDraft(db: Kysely<Tables>, id: string): Promise<DraftRow | undefined> {
  return db.selectFrom('drafts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The drafts of a person that were saved since a time, newest first. */
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

/** Which revision of whose draft is meant. */
export interface SeenDraft {
  readonly id: string
  readonly personId: string
  readonly revision: number
}

/** Removes a person's draft as it was seen; a newer revision stays, and so does another person's. */
export async function removeDraft(db: Kysely<Tables>, { id, personId, revision }: SeenDraft): Promise<void> {
  const theirs = db.selectFrom('drafts').select('id').where('id', '=', id).where('person_id', '=', personId)
  const seen = theirs.where('revision', '=', revision)
  await db.deleteFrom('search_terms').where('kind', '=', 'draft').where('thing_id', 'in', seen).execute()
  await db.deleteFrom('drafts').where('id', 'in', seen).execute()
}

/** Removes the drafts that have not changed since a time. */
export async function removeDraftsBefore(db: Kysely<Tables>, time: string): Promise<void> {
  const old = db.selectFrom('drafts').select('id').where('updated_at', '<=', time)
  await db.deleteFrom('search_terms').where('kind', '=', 'draft').where('thing_id', 'in', old).execute()
  await db.deleteFrom('drafts').where('updated_at', '<=', time).execute()
}

/** How many forms a person has not finished. */
export async function countDrafts(db: Kysely<Tables>, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return count
}
