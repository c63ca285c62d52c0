import { timingSafeEqual } from 'node:crypto'
import type { Encryption } from './encryption/encryption.ts'
import type { Tables } from './schema.ts'

/*
 * The MAC of a row: without the data key no one who writes to the database can change, swap or invent a payout, what was stated of one, a person,
 * a session or an approval policy unseen.
 */

/**
 * Columns that a MAC does not cover: lists alone are sorted and filtered by them, and that a session was ended is in the
 * audit log.
 */
interface Uncovered {
  payouts: 'name_key' | 'amount_key'
  people: never
  passkeys: never
  passwords: never
  recovery_codes: never
  invitations: never
  approval_policy: never
  proposals: never
  tokens: 'last_used_at'
  outcomes: never
  phone_numbers: never
  call_backs: never
  sessions: 'last_used_at' | 'ended_at' | 'ended_why'
}

type MacedTable = keyof Uncovered

/**
 * Each column is covered, in this order, or is named above: one that is missing does not compile. Another order or another column is another
 * format of what is stored: see migrations/first-schema.ts.
 */
const covered: {
  readonly [Name in MacedTable]: Readonly<Record<Exclude<keyof Tables[Name], 'row_mac' | Uncovered[Name]>, true>>
} = {
  payouts: {
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
    warnings_compliance: true,
    warnings_serious: true,
    warnings_minor: true,
    warnings_unconfirmed: true,
    request_encrypted: true,
    request_hash: true,
    details_hash: true,
    approved_hash: true,
    approvals_encrypted: true,
    approvals_count: true,
    approvals_needed: true,
    approvals_why: true,
    comment_encrypted: true,
    undo_encrypted: true,
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
    batch_row: true,
    batch_hash: true,
    replaces_id: true,
    outcome: true,
  },
  people: {
    id: true,
    version: true,
    name: true,
    name_key: true,
    created_at: true,
    is_sample: true,
    roles: true,
    approve_up_to: true,
    approve_up_to_a_day: true,
    status: true,
    email: true,
    issuer: true,
    subject: true,
    maker_id: true,
    holder_id: true,
    held_until: true,
  },
  passkeys: {
    id: true,
    person_id: true,
    credential_id: true,
    public_key: true,
    counter: true,
    name: true,
    transports: true,
    created_at: true,
    last_used_at: true,
    backed_up: true,
    removed_at: true,
  },
  passwords: {
    id: true,
    hash: true,
    totp_encrypted: true,
    totp_last_step: true,
    changed_at: true,
  },
  recovery_codes: { id: true, person_id: true, created_at: true, used_at: true },
  invitations: {
    id: true,
    token_hash: true,
    person_id: true,
    kind: true,
    email: true,
    expires_at: true,
    used_at: true,
    made_by: true,
    confirmed_by: true,
  },
  approval_policy: {
    id: true,
    version: true,
    policy: true,
    state: true,
    made_by: true,
    made_at: true,
    confirmed_by: true,
    confirmed_at: true,
  },
  proposals: {
    id: true,
    kind: true,
    thing_id: true,
    content: true,
    state: true,
    made_by: true,
    made_at: true,
    expires_at: true,
  },
  tokens: {
    id: true,
    token_hash: true,
    name: true,
    maker_id: true,
    holder_id: true,
    holder_name: true,
    scopes: true,
    addresses: true,
    created_at: true,
    expires_at: true,
    confirmed_at: true,
    revoked_at: true,
  },
  outcomes: {
    id: true,
    payout_id: true,
    outcome: true,
    source: true,
    facts_encrypted: true,
    statement_hash: true,
    stated_at: true,
    stated_by: true,
  },
  phone_numbers: {
    id: true,
    beneficiary_id: true,
    version: true,
    number_encrypted: true,
    saved_at: true,
    saved_by: true,
  },
  call_backs: {
    id: true,
    beneficiary_id: true,
    details_hash: true,
    result: true,
    number_from: true,
    flaw: true,
    facts_encrypted: true,
    called_at: true,
    recorded_at: true,
    recorded_by: true,
  },
  sessions: {
    token_hash: true,
    id: true,
    person_id: true,
    created_at: true,
    idle_ends_at: true,
    ends_at: true,
    proven_by: true,
    proven_at: true,
    provider_session: true,
    device: true,
  },
}

/** A row, with whatever else. Columns that are left out are null. */
type MacedRow = Readonly<Record<string, unknown>>

/** Whether the rows of a table have a MAC that a new data key renews: with the former one all sessions end. */
export function isRenewed(table: string): table is Exclude<MacedTable, 'sessions'> {
  return table !== 'sessions' && table in covered
}

/** The MAC of a row as it is to be written. */
export function rowMac(encryption: Encryption, table: MacedTable, row: MacedRow): string {
  const values = Object.keys(covered[table]).map((column) => row[column] ?? null)
  return encryption.mac(table, JSON.stringify(values))
}

/** Whether a row is as this app wrote it. */
export function isIntact(encryption: Encryption, table: MacedTable, row: MacedRow): boolean {
  const [expected, found] = [rowMac(encryption, table, row), String(row.row_mac)].map((text) => Buffer.from(text))
  return expected !== undefined && expected.length === found?.length && timingSafeEqual(expected, found)
}
