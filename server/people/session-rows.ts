import { type Kysely, type Selectable, sql } from 'kysely'
import type { SessionEnd } from '#shared/api/session.ts'
import type { SessionsTable } from '../store/people-tables.ts'
import { rowMac } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { RowReader } from '../store/store.ts'
import type { PersonRow } from './people-rows.ts'

export type SessionRow = Selectable<SessionsTable>

/** A session with the person whose it is, as the rows have them. */
interface FoundSession {
  readonly session: SessionRow
  readonly person: PersonRow
  /** The number of the newest entry of the audit log, which it takes no query of its own to know. */
  readonly newestSeq: number
}

/** One indexed read, which every request of a person begins with. */
export async function findSession(
  db: Kysely<Tables>,
  value: string,
  by: 'token_hash' | 'sessions.id' = 'token_hash',
): Promise<FoundSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .selectAll('people')
    .select([
      'sessions.token_hash',
      'sessions.id as session_id',
      'sessions.person_id',
      'sessions.created_at as session_created_at',
      'sessions.last_used_at',
      'sessions.idle_ends_at',
      'sessions.ends_at',
      'sessions.ended_at',
      'sessions.ended_why',
      'sessions.proven_by',
      'sessions.proven_at',
      'sessions.provider_session',
      'sessions.device',
      'sessions.row_mac as session_mac',
    ])
    .select((is) => is.selectFrom('audit_head').select('seq').as('newest_seq'))
    .where(by, '=', value)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { session_id: id, session_created_at: created_at, session_mac: row_mac, ...rest } = row
  return { session: { ...rest, id, created_at, row_mac }, person: row, newestSeq: row.newest_seq ?? 0 }
}

/** Begins a session, whose row is vouched for. */
export async function addSession(
  { db, encryption }: RowReader,
  session: Omit<SessionsTable, 'last_used_at' | 'ended_at' | 'ended_why' | 'row_mac'> & { readonly now: string },
): Promise<void> {
  const { now: last_used_at, ...given } = session
  await db
    .insertInto('sessions')
    .values({ ...given, last_used_at, ended_at: null, ended_why: null, row_mac: rowMac(encryption, 'sessions', given) })
    .execute()
}

/** The sessions of a person that go on, the one used last first. */
export function sessionsOfPerson(db: Kysely<Tables>, personId: string, at: string): Promise<readonly SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('idle_ends_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

/** How many sessions go on, by whose they are. */
export async function sessionCounts(db: Kysely<Tables>, at: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('sessions')
    .select(({ fn }) => ['person_id', fn.countAll().as('count')])
    .where('ended_at', 'is', null)
    .where('idle_ends_at', '>', at)
    .groupBy('person_id')
    .execute()
  return new Map(rows.map(({ person_id, count }) => [person_id, Number(count)]))
}

/** Notes a use of a session that goes on, unless another process has noted one since `before`. */
export async function noteUse(
  { db, encryption }: RowReader,
  session: SessionRow,
  { at, before, idleEndsAt }: { readonly at: string; readonly before: string; readonly idleEndsAt: string },
): Promise<void> {
  const used = { last_used_at: at, idle_ends_at: idleEndsAt }
  await db
    .updateTable('sessions')
    .set({ ...used, row_mac: rowMac(encryption, 'sessions', { ...session, ...used }) })
    .where('token_hash', '=', session.token_hash)
    .where('ended_at', 'is', null)
    .where('last_used_at', '<=', before)
    .where('idle_ends_at', '>', at)
    .execute()
}

/** By what the sessions that are to end are found: one by its token or id, all of a person, or those of the identity provider's session. */
export interface MeantSessions {
  readonly by: 'token_hash' | 'id' | 'person_id' | 'provider_session'
  readonly value: string
  /** The id of one that goes on. */
  readonly exceptId?: string | undefined
}

/** A session that was ended, and whose it was. */
export type EndedSession = Pick<SessionsTable, 'id' | 'person_id' | 'ended_why'>

/** Ends sessions that go on. */
export async function endSessions(
  db: Kysely<Tables>,
  { by, value, exceptId = '' }: MeantSessions,
  at: string,
  why: SessionEnd,
): Promise<readonly EndedSession[]> {
  return await db
    .updateTable('sessions')
    .set({ ended_at: at, ended_why: why })
    .where(by, '=', value)
    .where('id', '!=', exceptId)
    .where('ended_at', 'is', null)
    .returning(['id', 'person_id', 'ended_why'])
    .execute()
}

/** Ends the sessions whose time is over by now, by either of the two times. */
export function endOverdueSessions(db: Kysely<Tables>, at: string): Promise<readonly EndedSession[]> {
  return db
    .updateTable('sessions')
    .set({
      ended_at: sql<string>`idle_ends_at`,
      ended_why: sql<SessionEnd>`case when idle_ends_at = ends_at then 'expired' else 'idle' end`,
    })
    .where('idle_ends_at', '<=', at)
    .where('ended_at', 'is', null)
    .returning(['id', 'person_id', 'ended_why'])
    .execute()
}

/** Removes the ended sessions whose time was over before. */
export async function forgetSessions(db: Kysely<Tables>, before: string): Promise<void> {
  await db.deleteFrom('sessions').where('idle_ends_at', '<=', before).where('ended_at', 'is not', null).execute()
}
