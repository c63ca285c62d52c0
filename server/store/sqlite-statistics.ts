import { type Kysely, sql } from 'kysely'
import type { Database } from './database-kind.ts'
import type { Tables } from './schema.ts'

/** How many rows of an index are looked at: it takes milliseconds, however large that is. */
const analysisLimit = 400

/**
 * Gathers what SQLite plans its queries by: without it, it reads whole tables where there is an index. It gathers nothing by itself. Not by
 * `pragma optimize`, which looks only at what this very connection has asked for.
 */
export async function analyze(db: Kysely<Tables>): Promise<void> {
  await sql`pragma analysis_limit = ${sql.lit(analysisLimit)}`.execute(db)
  await sql`analyze`.execute(db)
}

/** While something is written, the statistics are gathered anew at most so often. */
const usualMs = 10_000

/** Keeps the statistics fit for tables that grow, beside what is asked for: no write waits for it. */
export function keepStatistics(transact: Database['transact'], reader: Kysely<Tables>, everyMs = usualMs) {
  let gatheredAt = performance.now()
  let gathering: Promise<void> = Promise.resolve()
  const gather = async () => {
    await transact(analyze)
    await reader.connection().execute(async (db) => {
      // A connection reads them as it opens; to read them anew counts as a write.
      await sql`pragma query_only = off`.execute(db)
      await sql`analyze sqlite_schema`.execute(db)
      await sql`pragma query_only = on`.execute(db)
    })
  }
  return {
    afterWrite: () => {
      if (performance.now() - gatheredAt < everyMs) return
      gatheredAt = performance.now()
      // What keeps it from writing keeps others from it, who say so; a later write tries again.
      gathering = gather().catch(() => {})
    },
    settled: () => gathering,
  }
}
