import { CompiledQuery, type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import { composed } from './composed.ts'
import type { Tables } from './schema.ts'

/** Of so many values at most: PostgreSQL and SQLite take more, but a long statement takes long to prepare. */
const mostValues = 2_000

/**
 * Inserts rows, many with one statement. Each has a value for the columns of the first; their number is a power of two, so that few texts of
 * statements come about, and each is composed and prepared once.
 */
export async function insertRows<Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  for (let from = 0; from < rows.length; ) {
    const count = powerOfTwo(Math.min(rows.length - from, Math.floor(mostValues / columns.length)))
    const values = rows
      .slice(from, from + count)
      .flatMap((row) => columns.map((name): unknown => Reflect.get(row, name)))
    await db.executeQuery(
      CompiledQuery.raw(
        composed(db, JSON.stringify([table, count, columns]), () => insertOf(table, columns, count)),
        values,
      ),
    )
    from += count
  }
}

/** The greatest power of two that is no more. */
export function powerOfTwo(most: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(1, most)))
}

function insertOf(table: string, columns: readonly string[], count: number): RawBuilder<unknown> {
  const row = sql`(${sql.join(columns.map(() => sql`${null}`))})`
  const rows = sql.join(Array.from({ length: count }, () => row))
  const names = sql.join(columns.map((name) => sql.ref(name)))
  return sql`insert into ${sql.table(table)} (${names}) values ${rows}`
}
