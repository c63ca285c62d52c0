import { CompiledQuery, type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import { composed } from './composed.ts'
import type { Tables } from './schema.ts'

/** With at most this many values: PostgreSQL and SQLite take more, but a long statement takes long to prepare. */
const mostValues = 2_000

/** Inserts rows, many with one statement. Each has a value for the columns of the first. */
export async function insertRows<Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<void> {
  await overRows(db, `insert into ${table}`, rows, (values, columns) => {
    const names = sql.join(columns.map((name) => sql.ref(name)))
    return sql`insert into ${sql.table(table)} (${names}) values ${values}`
  })
}

/**
 * Runs a statement over the values of many rows, which all have those of the first; answers what it returns. At one time it has a power of two
 * of them, so that few texts come about, and each is composed and prepared once.
 * @param name no other statement has it
 */
export async function overRows<Row>(
  db: Kysely<Tables>,
  name: string,
  rows: readonly object[],
  statement: (values: RawBuilder<unknown>, columns: readonly string[]) => RawBuilder<Row>,
): Promise<readonly Row[]> {
  const returned: Row[] = []
  const columns = Object.keys(rows[0] ?? {})
  for (let from = 0; from < rows.length; ) {
    const count = powerOfTwo(Math.min(rows.length - from, Math.floor(mostValues / columns.length)))
    const values = rows
      .slice(from, from + count)
      .flatMap((row) => columns.map((column): unknown => Reflect.get(row, column)))
    const text = composed(db, JSON.stringify([name, count, columns]), () =>
      statement(blanks(columns.length, count), columns),
    )
    const result = await db.executeQuery<Row>(CompiledQuery.raw(text, values))
    returned.push(...result.rows)
    from += count
  }
  return returned
}

/** The greatest power of two that is no more. */
export function powerOfTwo(most: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(1, most)))
}

function blanks(columns: number, rows: number): RawBuilder<unknown> {
  const row = sql`(${sql.join(Array.from({ length: columns }, () => sql`${null}`))})`
  return sql.join(Array.from({ length: rows }, () => row))
}
