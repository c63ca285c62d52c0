import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema.ts'
import type { Encryption } from './encryption.ts'

/** Opens every encrypted value with one encryption and encrypts it with the other, within a transaction. Answers how many there are. */
export async function reencryptAll(db: Kysely<Tables>, from: Encryption, to: Encryption): Promise<number> {
  let count = 0
  for await (const { table, id, values } of encryptedRows(db)) {
    const reencrypted = values.map(({ column, encrypted }) => {
      const place = { table: table.table, id, column }
      return sql`${sql.ref(column)} = ${to.encrypt(from.decrypt(encrypted, place), place)}`
    })
    await sql`update ${sql.table(table.table)} set ${sql.join(reencrypted)} where ${sql.ref(table.key)} = ${id}`.execute(
      db,
    )
    count += values.length
  }
  return count
}

/**
 * Opens every encrypted value; answers how many there are.
 * @throws Error at the first that does not open
 */
export async function openAll(db: Kysely<Tables>, encryption: Encryption): Promise<number> {
  let count = 0
  for await (const { table, id, values } of encryptedRows(db)) {
    for (const { column, encrypted } of values) encryption.decrypt(encrypted, { table: table.table, id, column })
    count += values.length
  }
  return count
}

interface EncryptedRow {
  readonly table: EncryptedTable
  readonly id: string
  /** Those that are not null; at least one. */
  readonly values: readonly { readonly column: string; readonly encrypted: string }[]
}

const batchSize = 500

async function* encryptedRows(db: Kysely<Tables>): AsyncGenerator<EncryptedRow> {
  for (const table of allEncrypted) {
    for (let last: string | undefined; ; ) {
      const batch = await readBatch(db, table, last)
      for (const { id, ...columns } of batch) {
        const values = table.columns.flatMap((column) => {
          const encrypted = columns[column]
          return typeof encrypted === 'string' ? [{ column, encrypted }] : []
        })
        if (values.length > 0) yield { table, id, values }
      }
      last = batch.at(-1)?.id
      if (last === undefined) break
    }
  }
}

type Row = { readonly id: string } & Readonly<Record<string, string | null>>

async function readBatch(db: Kysely<Tables>, table: EncryptedTable, after = ''): Promise<readonly Row[]> {
  const key = sql.ref(table.key)
  const columns = sql.join(table.columns.map((column) => sql.ref(column)))
  const from = sql`from ${sql.table(table.table)} where ${key} > ${after} order by ${key} limit ${batchSize}`
  const { rows } = await sql<Row>`select ${key} as id, ${columns} ${from}`.execute(db)
  return rows
}

type Encrypted<Table> = Extract<keyof Table, `${string}_encrypted`>

/** Every table with encrypted columns, but that of the keys: its primary key and those columns. A missing one does not compile. */
type EncryptedTables = {
  readonly [Name in Exclude<keyof Tables, 'data_keys'> as [Encrypted<Tables[Name]>] extends [never] ? never : Name]: {
    readonly key: Extract<keyof Tables[Name], 'id' | 'key'>
    readonly columns: { readonly [Column in Encrypted<Tables[Name]>]: true }
  }
}

const encryptedTables: EncryptedTables = {
  beneficiaries: { key: 'id', columns: { entry_encrypted: true } },
  payouts: {
    key: 'id',
    columns: { entry_encrypted: true, confirmed_encrypted: true, request_encrypted: true, comment_encrypted: true },
  },
  idempotency: { key: 'key', columns: { answer_encrypted: true } },
  drafts: { key: 'id', columns: { content_encrypted: true } },
}

export interface EncryptedTable {
  readonly table: string
  /** The primary key, by which values are encrypted. */
  readonly key: string
  readonly columns: readonly string[]
}

/** All that is encrypted with the data key, but the index key: what a rotation goes through. */
export const allEncrypted: readonly EncryptedTable[] = Object.entries(encryptedTables).map(
  ([table, { key, columns }]) => ({
    table,
    key,
    columns: Object.keys(columns),
  }),
)
