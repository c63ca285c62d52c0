import { timingSafeEqual } from 'node:crypto'
import type { Encryption } from './encryption/encryption.ts'
import type { Tables } from './schema.ts'

/*
 * The MAC of a payout's row: nobody who writes to the database without the data key can change, swap or invent a payout unseen.
 */

/** By `name_key` and `amount_key` lists are sorted, and nothing is decided. */
type Column = Exclude<keyof Tables['payouts'], 'row_mac' | 'name_key' | 'amount_key'>

/** What it covers: every column that says something of the payout, in this order. One that is missing here and in `later` does not compile. */
const first: Readonly<Record<Exclude<Column, keyof typeof later>, true>> = {
  id: true,
  version: true,
  state: true,
  beneficiary_id: true,
  beneficiary_version: true,
  batch_id: true,
  country: true,
  method: true,
  entry_encrypted: true,
  amount: true,
  currency_code: true,
  external_reference: true,
  reference_hash: true,
  test_mode: true,
  confirmed_encrypted: true,
  confirmed_count: true,
  request_encrypted: true,
  request_hash: true,
  details_hash: true,
  approved_hash: true,
  comment_encrypted: true,
  entered_by: true,
  details_by: true,
  created_at: true,
  created_by: true,
  updated_at: true,
  updated_by: true,
  submitted_at: true,
  submitted_by: true,
  decided_at: true,
  decided_by: true,
  exported_at: true,
  exported_version: true,
  erased_at: true,
  draft_id: true,
}

/** The columns that came after the first MACs. */
const later = {
  warnings_compliance: true,
  warnings_serious: true,
  warnings_minor: true,
  warnings_unconfirmed: true,
  undo_encrypted: true,
} as const

const covered: Readonly<Record<Column, true>> = { ...first, ...later }

/** What a MAC covers, by what it begins with. */
const columns = {
  v1: Object.keys(covered).filter((name): name is Column => name in first),
  v2: Object.keys(covered).filter((name): name is Column => name in covered),
}

/** A row of payouts, with whatever else. Columns that are left out are null. */
type Row = Readonly<Partial<Record<Column | 'row_mac', string | number | null>>>

/** The MAC of a row as it is to be written. It begins with the list of columns that it covers, so that a longer one can follow. */
export function payoutMac(encryption: Encryption, row: Row, list: keyof typeof columns = 'v2'): string {
  return `${list}.${encryption.mac('payout', JSON.stringify(columns[list].map((column) => row[column] ?? null)))}`
}

/** Whether a row is as this app wrote it. */
export function isIntact(encryption: Encryption, row: Row): boolean {
  const list = String(row.row_mac).startsWith('v1.') ? 'v1' : 'v2'
  if (list === 'v1' && !isUpgraded(row)) return false
  const [expected, found] = [payoutMac(encryption, row, list), String(row.row_mac)].map((text) => Buffer.from(text))
  return expected !== undefined && expected.length === found?.length && timingSafeEqual(expected, found)
}

/** A row of before has nothing in the columns that its MAC does not cover. */
function isUpgraded(row: Row): boolean {
  return columns.v2.every((column) => column in first || (row[column] ?? 0) === 0)
}
