/** Exports, and what became of the payouts in them: their columns are explained in export-tables.ts. */
export const exportTables = [
  `create table exports (
    id text not null primary key,
    format text not null check (format in ('json', 'jsonl', 'csv', 'xlsx')),
    count integer not null,
    again integer not null,
    totals text not null,
    warnings text,
    created_at text not null,
    created_by text not null references people (id),
    state text not null default 'made' check (state in ('preparing', 'made', 'undone')),
    problem text,
    stated_paid integer not null default 0,
    stated_refused integer not null default 0,
    stated_contradicted integer not null default 0
  )`,
  'create index exports_created_at_id on exports (created_at, id)',
  `create table export_payouts (
    export_id text not null references exports (id),
    place integer not null,
    payout_id text not null references payouts (id),
    again integer not null check (again in (0, 1)),
    primary key (export_id, place)
  )`,
  'create index export_payouts_payout_id on export_payouts (payout_id)',
  // Whatever its row says, a payout goes out once without being asked for again.
  'create unique index export_payouts_once_key on export_payouts (payout_id) where again = 0',
  `create table outcomes (
    id text not null primary key,
    payout_id text not null references payouts (id),
    outcome text not null check (outcome in ('paid', 'refused')),
    source text not null check (source in ('hand', 'file', 'api')),
    facts_encrypted text,
    statement_hash text not null,
    stated_at text not null,
    stated_by text not null references people (id),
    row_mac text not null default ''
  )`,
  'create unique index outcomes_statement_key on outcomes (payout_id, statement_hash)',
]
