import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import type { Sealing } from '../sealing.ts'
import { allSealed, type SealedTable } from './sealed-columns.ts'

/** Opens every sealed value with one sealing and seals it with the other, within a transaction. Answers how many there are. */
export async function resealAll(db: Kysely<Tables>, from: Sealing, to: Sealing): Promise<number> {
  let count = 0
  for await (const { table, id, values } of sealedRows(db)) {
    const resealed = values.map(({ column, sealed }) => {
      const place = { table: table.table, id, column }
      return sql`${sql.ref(column)} = ${to.seal(from.open(sealed, place), place)}`
    })
    await sql`update ${sql.table(table.table)} set ${sql.join(resealed)} where ${sql.ref(table.key)} = ${id}`.execute(
      db,
    )
    count += values.length
  }
  return count
}

/**
 * Opens every sealed value; answers how many there are.
 * @throws Error at the first that does not open
 */
export async function openAll(db: Kysely<Tables>, sealing: Sealing): Promise<number> {
  let count = 0
  for await (const { table, id, values } of sealedRows(db)) {
    for (const { column, sealed } of values) sealing.open(sealed, { table: table.table, id, column })
    count += values.length
  }
  return count
}

interface SealedRow {
  readonly table: SealedTable
  readonly id: string
  /** Those that are not null; at least one. */
  readonly values: readonly { readonly column: string; readonly sealed: string }[]
}

const batchSize = 500

async function* sealedRows(db: Kysely<Tables>): AsyncGenerator<SealedRow> {
  for (const table of allSealed) {
    for (let last: string | undefined; ; ) {
      const batch = await readBatch(db, table, last)
      for (const { id, ...columns } of batch) {
        const values = table.columns.flatMap((column) => {
          const sealed = columns[column]
          return typeof sealed === 'string' ? [{ column, sealed }] : []
        })
        if (values.length > 0) yield { table, id, values }
      }
      last = batch.at(-1)?.id
      if (last === undefined) break
    }
  }
}

type Row = { readonly id: string } & Readonly<Record<string, string | null>>

async function readBatch(db: Kysely<Tables>, table: SealedTable, after = ''): Promise<readonly Row[]> {
  const key = sql.ref(table.key)
  const columns = sql.join(table.columns.map((column) => sql.ref(column)))
  const from = sql`from ${sql.table(table.table)} where ${key} > ${after} order by ${key} limit ${batchSize}`
  const { rows } = await sql<Row>`select ${key} as id, ${columns} ${from}`.execute(db)
  return rows
}
