import { Kysely, sql } from 'kysely'
import { sqliteFileIn } from './open-sqlite.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** Writes the file of the embedded database anew, so that nothing stays in its free pages and its log of what was overwritten. */
export async function wipeSqlite(dataDirectory: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: sqliteDialect(sqliteFileIn(dataDirectory), ['busy_timeout = 5000']) })
  await sql`vacuum`.execute(db)
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  await db.destroy()
}
