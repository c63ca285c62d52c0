import { type Kysely, sql } from 'kysely'
import type { Person, SessionEnd } from '#shared/api/session.ts'
import type { SessionsTable } from './program-tables.ts'
import type { Tables } from './schema.ts'

/** A session with the person whose it is. */
export type SessionRow = Pick<SessionsTable, 'last_used_at' | 'idle_ends_at' | 'ends_at' | 'ended_why'> & {
  readonly person: Person
}

/** One indexed read, which every request of a person begins with. */
export async function findSession(db: Kysely<Tables>, tokenHash: string): Promise<SessionRow | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select(['people.id', 'people.name', 'last_used_at', 'idle_ends_at', 'ends_at', 'ended_why'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, name, ...session } = row
  return { person: { id, name }, ...session }
}

export async function addSession(
  db: Kysely<Tables>,
  session: Omit<SessionsTable, 'last_used_at' | 'ended_at' | 'ended_why'>,
): Promise<void> {
  const { created_at: last_used_at } = session
  await db
    .insertInto('sessions')
    .values({ ...session, last_used_at, ended_at: null, ended_why: null })
    .execute()
}

/** Notes a use of a session that goes on, unless another process has noted one since `before`. */
export async function noteUse(
  db: Kysely<Tables>,
  tokenHash: string,
  { at, before, idleEndsAt }: { readonly at: string; readonly before: string; readonly idleEndsAt: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: at, idle_ends_at: idleEndsAt })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('last_used_at', '<=', before)
    .where('idle_ends_at', '>', at)
    .execute()
}

/** Ends a session that goes on; answers whose it was, or undefined where there is none. */
export async function endSession(
  db: Kysely<Tables>,
  tokenHash: string,
  at: string,
  why: SessionEnd,
): Promise<string | undefined> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: at, ended_why: why })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  return ended?.person_id
}

/** Ends the sessions whose time is over by now; answers whose they were, and which of the two times it was. */
export function endOverdueSessions(
  db: Kysely<Tables>,
  at: string,
): Promise<readonly Pick<SessionsTable, 'person_id' | 'ended_why'>[]> {
  return db
    .updateTable('sessions')
    .set({
      ended_at: sql<string>`idle_ends_at`,
      ended_why: sql<SessionEnd>`case when idle_ends_at = ends_at then 'expired' else 'idle' end`,
    })
    .where('idle_ends_at', '<=', at)
    .where('ended_at', 'is', null)
    .returning(['person_id', 'ended_why'])
    .execute()
}

/** Ends all sessions that go on; answers how many they were. */
export async function endAllSessions(db: Kysely<Tables>, at: string, why: SessionEnd): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: at, ended_why: why })
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Removes the ended sessions whose time was over before. */
export async function forgetSessions(db: Kysely<Tables>, before: string): Promise<void> {
  await db.deleteFrom('sessions').where('idle_ends_at', '<=', before).where('ended_at', 'is not', null).execute()
}
