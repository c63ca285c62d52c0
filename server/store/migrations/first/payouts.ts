import type { Kind } from '../../database-kind.ts'

/** Payouts, and for each order of a list an index: the columns are explained in schema.ts. */
export function payoutTable(kind: Kind): readonly string[] {
  return [
    table,
    ...wholeIndexes,
    ...listIndexes(),
    ...partialIndexes,
    ...(kind === 'sqlite' ? sqliteIndexes : postgresIndexes),
  ]
}

// What is encrypted, and so is long, comes last: the rest of a row is read without it.
const table = `create table payouts (
    id text not null primary key,
    version integer not null,
    state text not null check (state in ('draft', 'in_review', 'returned', 'approved', 'exported')),
    beneficiary_id text references beneficiaries (id) check (beneficiary_id is not null or state = 'draft'),
    beneficiary_version integer check ((beneficiary_version is null) = (beneficiary_id is null)),
    name_key text not null default '',
    batch_id text,
    batch_row integer,
    batch_hash text,
    country text not null,
    method text not null,
    amount text not null,
    currency_code text not null,
    amount_key text not null default '',
    external_reference text not null,
    reference_hash text not null,
    test_mode integer not null check (test_mode in (0, 1)),
    confirmed_count integer not null,
    warnings_compliance integer not null default 0,
    warnings_serious integer not null default 0,
    warnings_minor integer not null default 0,
    warnings_unconfirmed integer not null default 0,
    request_hash text not null,
    approved_hash text,
    approvals_count integer not null default 0,
    approvals_needed integer not null default 1,
    approvals_why text,
    details_hash text,
    entered_by text not null,
    details_by text,
    created_at text not null,
    created_by text not null references people (id),
    updated_at text not null,
    updated_by text not null references people (id),
    submitted_at text,
    submitted_by text references people (id),
    decided_at text,
    decided_by text references people (id),
    exported_at text,
    exported_version integer,
    erased_at text,
    draft_id text,
    replaces_id text references payouts (id),
    outcome text,
    row_mac text not null,
    entry_encrypted text,
    request_encrypted text,
    confirmed_encrypted text,
    approvals_encrypted text,
    comment_encrypted text,
    undo_encrypted text
  )`

const wholeIndexes = [
  'create unique index payouts_reference_hash_key on payouts (reference_hash)',
  'create unique index payouts_draft_id_key on payouts (draft_id)',
  'create index payouts_beneficiary_id_created_at on payouts (beneficiary_id, created_at)',
  'create index payouts_beneficiary_id_details_hash on payouts (beneficiary_id, details_hash, exported_version)',
  'create index payouts_beneficiary_id_state on payouts (beneficiary_id, state, exported_at)',
]

/** As the orders of payout-search.ts; that of one state serves them all. */
const orders = {
  payouts_changed: ['updated_at', 'id'],
  payouts_state_changed: ['state', 'updated_at', 'id', 'submitted_at', 'name_key'],
  payouts_submitted: ['submitted_at', 'id'],
  payouts_amount: ['amount_key', 'id'],
  payouts_name: ['name_key', 'id'],
}

/** All that lists are filtered by, so that a rare filter reads one index from end to end, and no row that does not match. */
const filters = [
  'state',
  'country',
  'updated_at',
  'amount_key',
  'created_by',
  'submitted_by',
  'decided_by',
  'warnings_compliance',
  'warnings_serious',
  'warnings_minor',
  'warnings_unconfirmed',
]

function listIndexes(): readonly string[] {
  return Object.entries(orders).map(
    ([name, order]) => `create index ${name} on payouts (${withFilters(order).join(', ')})`,
  )
}

function withFilters(order: readonly string[]): readonly string[] {
  return [...order, ...filters.filter((column) => !order.includes(column))]
}

const partialIndexes = [
  // A row of a batch is saved once.
  'create unique index payouts_batch_row_key on payouts (batch_id, batch_row) where batch_id is not null',
  // Neither a page nor the sums of a batch read its payouts.
  `create index payouts_batch on payouts (
    batch_id, updated_at, id, state, amount_key, submitted_at, name_key, country, created_by, submitted_by, decided_by,
    warnings_compliance, warnings_serious, warnings_minor, warnings_unconfirmed
  ) where batch_id is not null`,
  // Of an export of many payouts it is asked how many were erased: so few that they are looked up the other way round.
  'create index payouts_erased on payouts (id) where request_encrypted is null',
  'create index payouts_outcome on payouts (outcome, updated_at, id, batch_id, state) where outcome is not null',
  // At most one payout pays a refused one again.
  'create unique index payouts_replaces_key on payouts (replaces_id) where replaces_id is not null',
  // It holds nothing else, so that a batch without reported outcomes costs nothing.
  'create index payouts_batch_outcome on payouts (batch_id, outcome) where outcome is not null',
  // The review queue without batches: those of batches, however many are in review, are passed over unread. What a person may approve is counted there.
  `create index payouts_alone on payouts (
    state, submitted_at, id, entered_by, approvals_count, decided_by, amount_key
  ) where batch_id is null`,
]

/**
 * The order of the review queue, with all that lists filter by and who may not approve them: SQLite would read and sort all of a state.
 * Payouts that were never submitted are in none of it, so that saving a file of drafts writes none.
 */
const sqliteIndexes = [
  `create index payouts_state_submitted on payouts (
    state, submitted_at, id, entered_by, approvals_needed, approvals_count, decided_by, country, updated_at, amount_key, created_by, submitted_by,
    warnings_compliance, warnings_serious, warnings_minor, warnings_unconfirmed
  ) where submitted_at is not null`,
]

/**
 * What a person had a part in, where that is little: an index of each order is read from end to end to find it. Only PostgreSQL knows whether it
 * is: SQLite assumes an even share for each person, and goes through an index of 100,000 in 10 ms.
 */
const postgresIndexes = ['created_by', 'submitted_by', 'decided_by'].map(
  (column) => `create index payouts_${column} on payouts (${column})`,
)
