import { Kysely } from 'kysely'
import { sqliteFileIn, writeAgain } from './open-sqlite.ts'
import type { Tables } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** Writes the file of the embedded database again, so that nothing stays in its free pages and its log of what was overwritten. */
export async function wipeSqlite(dataDirectory: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(sqliteFileIn(dataDirectory), ['busy_timeout = 5000']) })
  await writeAgain(db)
  await db.destroy()
}
