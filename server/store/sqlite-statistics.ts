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

/** While something is written, the statistics are gathered again at most so often. */
const usualMs = 10_000

/**
 * Makes every other connection read the statistics again: each does so when it finds that the schema has changed. A connection that only
 * reads cannot be told to, as that counts as a write: it would wait for the write lock, and libsql keep its snapshot if it waits in vain.
 */
async function tellOthers(db: Kysely<Tables>): Promise<void> {
  await sql`create view statistics_gathered as select 1`.execute(db)
  await sql`drop view statistics_gathered`.execute(db)
}

/** Keeps the statistics fit for tables that grow, beside what is asked for: no write waits for it. */
export function keepStatistics(transact: Database['transact'], everyMs = usualMs) {
  let gatheredAt = performance.now()
  let gathering: Promise<void> = Promise.resolve()
  const gather = () =>
    transact(async (db) => {
      await analyze(db)
      await tellOthers(db)
    })
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
