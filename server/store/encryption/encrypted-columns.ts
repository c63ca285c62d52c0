import type { Tables } from '../schema.ts'

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
