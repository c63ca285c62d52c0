import { type Kysely, sql } from 'kysely'
import type { Kind } from './database-kind.ts'
import type { Tables } from './schema.ts'

/** Milliseconds since 1970, as the database has them. */
export const databaseMs = {
  sqlite: sql<number>`unixepoch('now', 'subsec') * 1000`,
  // Not now(), which is the beginning of the transaction, before it waited for the write lock.
  postgres: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`,
} as const satisfies Readonly<Record<Kind, unknown>>

/** The time of the database: one for all processes over it, however their own clocks go. A transaction knows that of its beginning. */
export async function databaseTime(db: Kysely<Tables>, kind: Kind): Promise<Date> {
  const { rows } = await sql<{ readonly ms: number }>`select ${databaseMs[kind]} as ms`.execute(db)
  return new Date(rows[0]?.ms ?? Number.NaN)
}
