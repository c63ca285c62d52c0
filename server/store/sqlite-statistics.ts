import { type Kysely, sql } from 'kysely'
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
  await agreeOnCounts(db)
}

/** The same for other connections as well. */
export async function analyzeForAll(db: Kysely<Tables>): Promise<void> {
  await analyze(db)
  await tellOthers(db)
}

/**
 * Of each index SQLite estimates by itself how many rows its table has, up to five times too many: it would then take a worse index for a
 * shorter one. All that hold every row of a table hold as many.
 */
async function agreeOnCounts(db: Kysely<Tables>): Promise<void> {
  await sql`
    with whole as (
      select stat1.idx, stat1.tbl, stat1.stat, instr(stat1.stat || ' ', ' ') as length from sqlite_stat1 stat1
      left join sqlite_schema on sqlite_schema.name = stat1.idx
      where stat1.idx is not null and coalesce(sqlite_schema.sql, '') not like '% where %'
    ), counts as (
      select tbl, min(cast(substr(stat, 1, length - 1) as integer)) as count from whole group by tbl
    )
    update sqlite_stat1 set stat = counts.count || substr(whole.stat, whole.length)
    from whole join counts on counts.tbl = whole.tbl where whole.idx = sqlite_stat1.idx`.execute(db)
  await sql`analyze sqlite_schema`.execute(db)
}

/**
 * Makes every other connection read the statistics again: each does so when it finds that the schema has changed. A connection that only
 * reads cannot be told to, as that counts as a write: it would wait for the write lock, and libsql keep its snapshot if it waits in vain.
 */
async function tellOthers(db: Kysely<Tables>): Promise<void> {
  await sql`create view statistics_gathered as select 1`.execute(db)
  await sql`drop view statistics_gathered`.execute(db)
}
