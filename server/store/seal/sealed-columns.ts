import type { Tables } from '../schema.ts'

type Sealed<Table> = Extract<keyof Table, `${string}_sealed`>

/** Every table with sealed columns, but that of the keys: its primary key and those columns. A missing one does not compile. */
type SealedTables = {
  readonly [Name in Exclude<keyof Tables, 'data_keys'> as [Sealed<Tables[Name]>] extends [never] ? never : Name]: {
    readonly key: Extract<keyof Tables[Name], 'id' | 'key'>
    readonly columns: { readonly [Column in Sealed<Tables[Name]>]: true }
  }
}

const details = {
  document_number_sealed: true,
  account_number_sealed: true,
  agency_sealed: true,
  pix_key_sealed: true,
  email_sealed: true,
  check_document_sealed: true,
  check_agency_sealed: true,
} as const

const sealedTables: SealedTables = {
  beneficiaries: { key: 'id', columns: details },
  payouts: { key: 'id', columns: { ...details, confirmed_sealed: true, request_sealed: true, comment_sealed: true } },
  idempotency: { key: 'key', columns: { answer_sealed: true } },
  drafts: { key: 'id', columns: { content_sealed: true } },
}

export interface SealedTable {
  readonly table: string
  /** The primary key, by which values are sealed. */
  readonly key: string
  readonly columns: readonly string[]
}

/** All that is sealed with the data key, but the index key: what a rotation goes through. */
export const allSealed: readonly SealedTable[] = Object.entries(sealedTables).map(([table, { key, columns }]) => ({
  table,
  key,
  columns: Object.keys(columns),
}))
