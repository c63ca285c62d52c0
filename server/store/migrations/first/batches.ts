/** Payouts that came together: their columns are explained in batch-tables.ts. */
export const batchTables = [
  `create table batches (
    id text not null primary key,
    version integer not null,
    name_encrypted text not null,
    source_kind text not null check (source_kind in ('file', 'paste', 'api')),
    pays_again integer not null default 0,
    makes text not null check (makes in ('payouts', 'beneficiaries')),
    source_encrypted text,
    rows_given integer,
    rows_saved integer not null,
    rows_refused integer not null,
    rows_skipped integer not null,
    created_at text not null,
    created_by text not null references people (id),
    finished_at text
  )`,
  'create index batches_created_at_id on batches (created_at, id)',
  `create table sheets (
    id text not null primary key references batches (id),
    person_id text not null references people (id),
    revision integer not null,
    bytes integer not null default 0,
    created_at text not null,
    updated_at text not null,
    head_encrypted text not null
  )`,
  'create index sheets_person on sheets (person_id, updated_at)',
  // The terms are before the content, so that a search for them does not read it.
  `create table sheet_parts (
    id text not null primary key,
    sheet_id text not null,
    part integer not null,
    revision integer not null,
    terms text not null,
    content_encrypted text not null
  )`,
  'create unique index sheet_parts_place on sheet_parts (sheet_id, part)',
]
