import { isUtf8 } from 'node:buffer'
import { type Kysely, sql } from 'kysely'
import { StoreError } from './database-kind.ts'
import type { Tables } from './schema.ts'
import { damaged } from './trouble.ts'

/**
 * Finds a text of an SQLite file that is no UTF-8, as a flipped bit can leave it: libSQL ends the whole process as soon as it is to hand
 * one over. So they are read as bytes, and no more of them than hold anything but ASCII.
 * @throws StoreError that names the table
 */
export async function refuseUnreadableTexts(db: Kysely<Tables>): Promise<void> {
  await refuseIn(db, 'sqlite_schema', ['name', 'tbl_name', 'sql'])
  for (const { name, columns } of await db.introspection.getTables()) {
    const texts = columns.filter(({ dataType }) => dataType.toLowerCase() === 'text')
    await refuseIn(
      db,
      name,
      texts.map((column) => column.name),
    )
  }
}

async function refuseIn(db: Kysely<Tables>, table: string, columns: readonly string[]): Promise<void> {
  for (const name of columns) {
    const column = sql.ref(name)
    const { rows } = await sql<{ readonly bytes: Uint8Array }>`
      select cast(${column} as blob) as bytes from ${sql.table(table)} where ${column} glob '*[^ -~]*'`.execute(db)
    if (rows.every(({ bytes }) => isUtf8(bytes))) continue
    throw new StoreError(`${damaged} (${table}.${name} holds bytes that are no text)`)
  }
}
