import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../store/schema.ts'

export type SignInRow = Selectable<Tables['sign_ins']>

/** Counts one more of a row of this hour; false where there is none. */
export async function countAgain(db: Kysely<Tables>, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_ins')
    .set(({ eb }) => ({ times: eb('times', '+', 1), last_at: at }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function addSignIn(db: Kysely<Tables>, row: SignInRow): Promise<void> {
  await db.insertInto('sign_ins').values(row).execute()
}

/** How many rows a person, or what named none, has since a time. */
export async function signInsSince(
  db: Kysely<Tables>,
  { person_id, is_good }: Pick<SignInRow, 'person_id' | 'is_good'>,
  since: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('sign_ins')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', person_id === null ? 'is' : '=', person_id)
    .where('is_good', '=', is_good)
    .where('first_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

interface NewestMeant {
  readonly personId: string | undefined
  readonly since: string
  readonly most: number
}

/** Those that went well or those that were refused, the newest first. */
export function newestSignIns(
  db: Kysely<Tables>,
  { personId, is_good, since, most }: Pick<SignInRow, 'is_good'> & NewestMeant,
): Promise<readonly SignInRow[]> {
  const all = db.selectFrom('sign_ins').selectAll().where('is_good', '=', is_good).where('last_at', '>=', since)
  const meant = personId === undefined ? all : all.where('person_id', '=', personId)
  return meant.orderBy('last_at', 'desc').orderBy('id').limit(most).execute()
}

export async function forgetSignIns(db: Kysely<Tables>, before: string): Promise<void> {
  await db.deleteFrom('sign_ins').where('last_at', '<', before).execute()
}

/** Answers how many rows there were. */
export async function dropSignIns(db: Kysely<Tables>, personId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sign_ins').where('person_id', '=', personId).executeTakeFirst()
  return Number(numDeletedRows)
}
