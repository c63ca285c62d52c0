import type { Kysely } from 'kysely'
import type { SessionEnd } from '#shared/api/session.ts'
import type { Tables } from './schema.ts'

/** Ends all sessions that go on; answers how many they were. */
export async function endAllSessions(db: Kysely<Tables>, at: string, why: SessionEnd): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: at, ended_why: why })
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
