import { type Kysely, sql } from 'kysely'
import { StoreError } from '../database-kind.ts'
import { isIntact, isRenewed, rowMac } from '../row-mac.ts'
import type { Tables } from '../schema.ts'
import type { Encryption } from './encryption.ts'

/**
 * Opens every encrypted value with one encryption and encrypts it with the other, within a transaction; a row gets its new MAC only
 * where the former one holds. Answers how many values there are.
 * @throws StoreError at the first row whose MAC does not hold
 */
export async function reencryptAll(db: Kysely<Tables>, from: Encryption, to: Encryption): Promise<number> {
  let count = 0
  for await (const { table, id, row, values } of encryptedRows(db)) {
    requireMac(from, table, row)
    const reencrypted = values.map(({ column, encrypted }) => {
      const place = { table: table.table, id, column }
      return [column, to.encrypt(from.decrypt(encrypted, place), place)] as const
    })
    const renewed = { ...row, ...Object.fromEntries(reencrypted) }
    const mac = isRenewed(table.table) && hasMac(row) ? [['row_mac', rowMac(to, table.table, renewed)] as const] : []
    const set = [...reencrypted, ...mac].map(([column, text]) => sql`${sql.ref(column)} = ${text}`)
    await sql`update ${sql.table(table.table)} set ${sql.join(set)} where ${sql.ref(table.key)} = ${id}`.execute(db)
    count += values.length
  }
  return count
}

/** Who signs in by a name on trust has none. */
function hasMac({ row_mac }: RawRow): boolean {
  return typeof row_mac === 'string'
}

function requireMac(encryption: Encryption, { table }: EncryptedTable, row: RawRow): void {
  if (!isRenewed(table) || !hasMac(row) || isIntact(encryption, table, row)) return
  throw new StoreError(
    `${rowNames[table]} ${row.id} was changed outside of the app, and a new key would vouch for that: run npm run verify-audit, and restore a backup of before`,
  )
}

const rowNames = {
  payouts: 'payout',
  people: 'person',
  passkeys: 'passkey',
  passwords: 'the password of person',
  recovery_codes: 'recovery code',
  invitations: 'invitation',
  approval_policy: 'approval policy',
  proposals: 'proposal',
  tokens: 'API token',
  outcomes: 'statement',
  phone_numbers: 'phone number',
  call_backs: 'call-back',
} as const

/**
 * Opens every encrypted value and verifies every MAC; answers how many values there are.
 * @throws Error at the first that does not open, StoreError at the first row whose MAC does not hold
 */
export async function openAll(db: Kysely<Tables>, encryption: Encryption): Promise<number> {
  let count = 0
  for await (const { table, id, row, values } of encryptedRows(db)) {
    requireMac(encryption, table, row)
    for (const { column, encrypted } of values) encryption.decrypt(encrypted, { table: table.table, id, column })
    count += values.length
  }
  return count
}

interface EncryptedRow {
  readonly table: EncryptedTable
  readonly id: string
  readonly row: RawRow
  /** Those that are not null; at least one, but in a row with a MAC. */
  readonly values: readonly { readonly column: string; readonly encrypted: string }[]
}

const batchSize = 500

async function* encryptedRows(db: Kysely<Tables>): AsyncGenerator<EncryptedRow> {
  for (const table of allEncrypted) {
    for (let last: string | undefined; ; ) {
      const batch = await readBatch(db, table, last)
      for (const row of batch) {
        const values = table.columns.flatMap((column) => {
          const encrypted = row[column]
          return typeof encrypted === 'string' ? [{ column, encrypted }] : []
        })
        last = String(row[table.key])
        if (values.length > 0 || hasMac(row)) yield { table, id: last, row, values }
      }
      if (batch.length === 0) break
    }
  }
}

type RawRow = Readonly<Record<string, string | number | null>>

async function readBatch(db: Kysely<Tables>, table: EncryptedTable, after = ''): Promise<readonly RawRow[]> {
  const key = sql.ref(table.key)
  const { rows } = await sql<RawRow>`
    select * from ${sql.table(table.table)} where ${key} > ${after} order by ${key} limit ${batchSize}`.execute(db)
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
  beneficiaries: { key: 'id', columns: { entry_encrypted: true, external_id_encrypted: true } },
  payouts: {
    key: 'id',
    columns: {
      entry_encrypted: true,
      confirmed_encrypted: true,
      request_encrypted: true,
      comment_encrypted: true,
      undo_encrypted: true,
      approvals_encrypted: true,
    },
  },
  batches: { key: 'id', columns: { name_encrypted: true, source_encrypted: true } },
  sheets: { key: 'id', columns: { head_encrypted: true } },
  sheet_parts: { key: 'id', columns: { content_encrypted: true } },
  jobs: { key: 'id', columns: { content_encrypted: true } },
  job_parts: { key: 'id', columns: { content_encrypted: true } },
  webhooks: { key: 'id', columns: { content_encrypted: true } },
  details_links: { key: 'id', columns: { content_encrypted: true } },
  validations: { key: 'id', columns: { reason_encrypted: true } },
  idempotency: { key: 'key', columns: { answer_encrypted: true } },
  drafts: { key: 'id', columns: { content_encrypted: true } },
  ceremonies: { key: 'id', columns: { content_encrypted: true } },
  passwords: { key: 'id', columns: { totp_encrypted: true } },
  sign_ins: { key: 'id', columns: { origin_encrypted: true } },
  approval_signatures: { key: 'id', columns: { content_encrypted: true } },
  outcomes: { key: 'id', columns: { facts_encrypted: true } },
  phone_numbers: { key: 'id', columns: { number_encrypted: true } },
  call_backs: { key: 'id', columns: { facts_encrypted: true } },
}

export interface EncryptedTable {
  readonly table: string
  /** The primary key, by which values are encrypted. */
  readonly key: string
  readonly columns: readonly string[]
}

/** All that is encrypted with the data key, but the index key: what a rotation goes through. */
export const allEncrypted: readonly EncryptedTable[] = [
  ...Object.entries(encryptedTables).map(([table, { key, columns }]) => ({
    table,
    key,
    columns: Object.keys(columns),
  })),
  // Nothing but their MAC is of the data key.
  ...['people', 'passkeys', 'recovery_codes', 'invitations', 'approval_policy', 'proposals', 'tokens'].map((table) => ({
    table,
    key: 'id',
    columns: [],
  })),
]
