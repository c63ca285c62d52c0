import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Kind } from '../database.ts'
import type { Tables } from '../schema.ts'
import { constrained } from './0001-constraints.ts'

/** What the columns of a table are, by name: the key marks the primary one. */
type Columns = Readonly<Record<string, 'key' | 'text' | 'text?' | 'integer' | 'integer?'>>

/** All tables as they first were; their columns are explained in schema.ts. */
export async function firstTables(db: Kysely<Tables>, kind: Kind): Promise<void> {
  for (const [name, columns] of Object.entries(tables)) await createTable(db, kind, name, columns)
  await createLinks(db, kind)
  await createIndexes(db)
}

const details = {
  country: 'text',
  method: 'text',
  beneficiary_type: 'text',
  first_name: 'text',
  last_name: 'text',
  name_key: 'text',
  document_type: 'text',
  bank_name: 'text',
  account_type_code: 'text',
  city: 'text',
  validation_account_kind: 'text',
  document_number_encrypted: 'text?',
  account_number_encrypted: 'text?',
  agency_encrypted: 'text?',
  pix_key_encrypted: 'text?',
  email_encrypted: 'text?',
  validation_document_encrypted: 'text?',
  validation_agency_encrypted: 'text?',
} as const satisfies Columns

const made = {
  created_at: 'text',
  created_by: 'text',
  updated_at: 'text',
  updated_by: 'text',
} as const satisfies Columns

const tables: Readonly<Record<string, Columns>> = {
  people: { id: 'key', name: 'text', name_key: 'text', created_at: 'text' },
  beneficiaries: {
    id: 'key',
    version: 'integer',
    status: 'text',
    ...details,
    ...made,
    account_by: 'text?',
    last_payout_at: 'text?',
    erased_at: 'text?',
    draft_id: 'text?',
  },
  payouts: {
    id: 'key',
    version: 'integer',
    state: 'text',
    beneficiary_id: 'text',
    beneficiary_version: 'integer',
    ...details,
    amount: 'text',
    currency_code: 'text',
    payment_reason: 'text',
    external_reference: 'text',
    notification_url: 'text',
    terms_approved: 'integer',
    test_mode: 'integer',
    confirmed_encrypted: 'text?',
    confirmed_count: 'integer',
    request_encrypted: 'text?',
    request_hash: 'text',
    approved_hash: 'text?',
    comment_encrypted: 'text?',
    entered_by: 'text',
    account_by: 'text?',
    ...made,
    submitted_at: 'text?',
    submitted_by: 'text?',
    decided_at: 'text?',
    decided_by: 'text?',
    exported_at: 'text?',
    erased_at: 'text?',
    draft_id: 'text?',
  },
  exports: {
    id: 'key',
    format: 'text',
    count: 'integer',
    again: 'integer',
    totals: 'text',
    created_at: 'text',
    created_by: 'text',
  },
  checks: {
    id: 'key',
    beneficiary_id: 'text?',
    service: 'text',
    question_hash: 'text',
    outcome: 'text',
    ran: 'integer?',
    reason: 'text?',
    correlation_id: 'text?',
    request_id: 'text',
    attempts: 'integer',
    test_mode: 'integer',
    asked_by: 'text?',
    asked_at: 'text',
  },
  idempotency: {
    key: 'key',
    fingerprint: 'text',
    state: 'text',
    service: 'text?',
    status: 'integer?',
    may_have_run: 'integer?',
    answer_encrypted: 'text?',
    request_id: 'text?',
    reserved_at: 'text',
    finished_at: 'text?',
    kept_until: 'text',
  },
  drafts: {
    id: 'key',
    person_id: 'text',
    kind: 'text',
    subject_id: 'text?',
    revision: 'integer',
    content_encrypted: 'text',
    created_at: 'text',
    updated_at: 'text',
  },
  data_keys: { key_id: 'key', check_encrypted: 'text', created_at: 'text' },
}

async function createTable(db: Kysely<Tables>, kind: Kind, name: string, columns: Columns): Promise<void> {
  let table: CreateTableBuilder<string> = db.schema.createTable(name)
  for (const [column, type] of Object.entries(columns)) {
    table = table.addColumn(column, type.startsWith('integer') ? 'integer' : text(kind), (built) => {
      if (type === 'key') return built.primaryKey().notNull()
      const kept = constrained(built, name, column)
      return type.endsWith('?') ? kept : kept.notNull()
    })
  }
  await table.execute()
}

/** Text in the order of its bytes, as SQLite has it: PostgreSQL would use the order of the language it was set up with. */
function text(kind: Kind): RawBuilder<unknown> {
  return kind === 'postgres' ? sql`text collate "C"` : sql`text`
}

/** The tables whose key is not one text. */
async function createLinks(db: Kysely<Tables>, kind: Kind): Promise<void> {
  await db.schema
    .createTable('search_terms')
    .addColumn('kind', text(kind), (column) => column.notNull())
    .addColumn('term', text(kind), (column) => column.notNull())
    .addColumn('sort_key', text(kind), (column) => column.notNull())
    .addColumn('thing_id', text(kind), (column) => column.notNull())
    .addColumn('country', text(kind), (column) => column.notNull())
    .addColumn('status', text(kind), (column) => column.notNull())
    // All columns: a search reads the index alone.
    .addPrimaryKeyConstraint('search_terms_pkey', ['kind', 'term', 'sort_key', 'thing_id', 'country', 'status'])
    .execute()
  await db.schema
    .createTable('export_payouts')
    .addColumn('export_id', text(kind), (column) => constrained(column, 'export_payouts', 'export_id').notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('payout_id', text(kind), (column) => constrained(column, 'export_payouts', 'payout_id').notNull())
    .addPrimaryKeyConstraint('export_payouts_pkey', ['export_id', 'place'])
    .execute()
  await db.schema
    .createTable('audit')
    .addColumn('seq', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('at', text(kind), (column) => column.notNull())
    .addColumn('person_id', text(kind))
    .addColumn('action', text(kind), (column) => column.notNull())
    .addColumn('thing_type', text(kind), (column) => column.notNull())
    .addColumn('thing_id', text(kind), (column) => column.notNull())
    .addColumn('facts', text(kind), (column) => column.notNull())
    .addColumn('previous_hash', text(kind), (column) => column.notNull())
    .addColumn('hash', text(kind), (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('audit_head')
    .addColumn('id', 'integer', (column) => constrained(column, 'audit_head', 'id').primaryKey().notNull())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('hash', text(kind), (column) => column.notNull())
    .addColumn('at', text(kind), (column) => column.notNull())
    .execute()
}

type Index = readonly [table: keyof Tables, columns: readonly string[]]

const uniques: readonly Index[] = [
  ['people', ['name_key']],
  ['payouts', ['external_reference']],
  ['payouts', ['draft_id']],
  ['beneficiaries', ['draft_id']],
]

const indexes: readonly Index[] = [
  ['beneficiaries', ['name_key', 'id']],
  ['beneficiaries', ['country', 'name_key', 'id']],
  ['beneficiaries', ['status', 'name_key', 'id']],
  ['beneficiaries', ['status', 'country', 'name_key', 'id']],
  ['payouts', ['state', 'updated_at', 'id']],
  ['payouts', ['beneficiary_id', 'created_at']],
  ['payouts', ['updated_at', 'id']],
  ['search_terms', ['kind', 'thing_id']],
  ['exports', ['created_at', 'id']],
  ['export_payouts', ['payout_id']],
  ['checks', ['beneficiary_id', 'asked_at']],
  ['checks', ['question_hash']],
  ['idempotency', ['kept_until']],
  ['drafts', ['person_id', 'updated_at']],
  ['audit', ['person_id', 'seq']],
  ['audit', ['thing_id', 'seq']],
  ['audit', ['at']],
]

async function createIndexes(db: Kysely<Tables>): Promise<void> {
  for (const [table, columns] of uniques) {
    await db.schema
      .createIndex(`${table}_${columns.join('_')}_key`)
      .unique()
      .on(table)
      .columns([...columns])
      .execute()
  }
  for (const [table, columns] of indexes) {
    await db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns([...columns])
      .execute()
  }
}
