import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

/** A table is analyzed again once this many of its rows are new: a few, and a fifth of all. */
const fewRows = 200

/**
 * Has PostgreSQL gather what it plans its queries by, of tables that have grown since it last did. By itself it does so once a minute at most:
 * the tables that a large batch is saved into it would know as empty meanwhile, and read them from end to end.
 */
export async function analyzeGrown(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where schemaname = current_schema() and n_mod_since_analyze > ${fewRows} + n_live_tup / 5`.execute(db)
  for (const { name } of rows) await sql`select analyze_table(${name})`.execute(db)
}
