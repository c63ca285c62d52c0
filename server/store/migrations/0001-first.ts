import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Kind } from '../database-kind.ts'
import type { Tables } from '../schema.ts'

/** What the columns of a table are, by name: a key is the primary one. */
type Columns = Readonly<Record<string, 'key' | 'text' | 'text?' | 'integer key' | 'integer' | 'integer?'>>

/** All tables as they first were; their columns are explained in schema.ts. */
export async function firstTables(db: Kysely<Tables>, kind: Kind): Promise<void> {
  for (const [name, columns] of Object.entries(tables)) await createTable(db, kind, name, columns)
  await createIndexes(db)
}

const entry = { country: 'text', method: 'text', entry_encrypted: 'text?' } as const satisfies Columns

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
    name_key: 'text',
    ...entry,
    ...made,
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
    batch_id: 'text?',
    ...entry,
    amount: 'text',
    currency_code: 'text',
    external_reference: 'text',
    reference_hash: 'text',
    test_mode: 'integer',
    confirmed_encrypted: 'text?',
    confirmed_count: 'integer',
    request_encrypted: 'text?',
    request_hash: 'text',
    approved_hash: 'text?',
    comment_encrypted: 'text?',
    entered_by: 'text',
    ...made,
    submitted_at: 'text?',
    submitted_by: 'text?',
    decided_at: 'text?',
    decided_by: 'text?',
    exported_at: 'text?',
    erased_at: 'text?',
    draft_id: 'text?',
    row_mac: 'text',
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
  validations: {
    id: 'key',
    beneficiary_id: 'text?',
    service: 'text',
    question_hash: 'text',
    outcome: 'text',
    ran: 'integer?',
    reason_encrypted: 'text?',
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
    kept_until: 'text?',
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
  search_terms: { kind: 'text', term: 'text', sort_key: 'text', thing_id: 'text', country: 'text', status: 'text' },
  export_payouts: { export_id: 'text', place: 'integer', payout_id: 'text', again: 'integer' },
  audit: {
    seq: 'integer key',
    at: 'text',
    person_id: 'text?',
    action: 'text',
    thing_type: 'text',
    thing_id: 'text',
    facts: 'text',
    previous_hash: 'text',
    hash: 'text',
  },
  audit_head: { id: 'integer key', seq: 'integer', hash: 'text', at: 'text' },
}

/** The primary keys of several columns. */
const keys: Readonly<Record<string, readonly string[]>> = {
  // All columns: a search reads the index alone.
  search_terms: ['kind', 'term', 'sort_key', 'thing_id', 'country', 'status'],
  export_payouts: ['export_id', 'place'],
}

/** Columns that name a row of another table, which is there as long as they do. */
const references: Readonly<Record<string, keyof Tables>> = {
  'beneficiaries.created_by': 'people',
  'beneficiaries.updated_by': 'people',
  'payouts.beneficiary_id': 'beneficiaries',
  'payouts.created_by': 'people',
  'payouts.updated_by': 'people',
  'payouts.submitted_by': 'people',
  'payouts.decided_by': 'people',
  'exports.created_by': 'people',
  'validations.beneficiary_id': 'beneficiaries',
  'validations.asked_by': 'people',
  'drafts.person_id': 'people',
  'export_payouts.export_id': 'exports',
  'export_payouts.payout_id': 'payouts',
}

/** Columns that hold one of a few words or numbers. */
const choices: Readonly<Record<string, readonly (string | number)[]>> = {
  'beneficiaries.status': ['active', 'archived'],
  'payouts.state': ['draft', 'in_review', 'returned', 'approved', 'exported'],
  'payouts.test_mode': [0, 1],
  'exports.format': ['json', 'jsonl', 'csv'],
  'export_payouts.again': [0, 1],
  'validations.service': ['identity', 'bank'],
  'validations.ran': [0, 1],
  'validations.test_mode': [0, 1],
  'idempotency.state': ['reserved', 'finished'],
  'drafts.kind': ['payout', 'beneficiary'],
  'audit_head.id': [1],
}

async function createTable(db: Kysely<Tables>, kind: Kind, name: string, columns: Columns): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, type] of Object.entries(columns)) {
    table = table.addColumn(column, type.startsWith('integer') ? 'integer' : text(kind), (built) => {
      const kept = constrained(built, name, column)
      if (type.endsWith('key')) return kept.primaryKey().notNull()
      return type.endsWith('?') ? kept : kept.notNull()
    })
  }
  const { [name]: key } = keys
  if (key !== undefined) table = table.addPrimaryKeyConstraint(`${name}_pkey`, [...key])
  await table.execute()
}

/** Text in the order of its bytes, as SQLite has it: PostgreSQL would use the order of the language it was set up with. */
export function text(kind: Kind): RawBuilder<unknown> {
  return kind === 'postgres' ? sql`text collate "C"` : sql`text`
}

/** Keeps a column to what it may hold, no matter who writes: also past this program. */
function constrained(built: ColumnDefinitionBuilder, table: string, column: string): ColumnDefinitionBuilder {
  const { [`${table}.${column}`]: target } = references
  const { [`${table}.${column}`]: words } = choices
  const linked = target === undefined ? built : built.references(`${target}.id`)
  return words === undefined
    ? linked
    : linked.check(sql`${sql.ref(column)} in (${sql.join(words.map((word) => sql.lit(word)))})`)
}

type Index = readonly [table: keyof Tables, columns: readonly string[]]

const uniques: readonly Index[] = [
  ['people', ['name_key']],
  ['payouts', ['reference_hash']],
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
  ['validations', ['beneficiary_id', 'asked_at']],
  ['validations', ['question_hash']],
  ['idempotency', ['kept_until']],
  ['drafts', ['person_id', 'updated_at']],
  ['audit', ['person_id', 'seq']],
  ['audit', ['thing_id', 'seq']],
  ['audit', ['action', 'seq']],
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
  // Whatever its row says, a payout goes out once without being asked for again.
  await sql`create unique index export_payouts_once_key on export_payouts (payout_id) where again = 0`.execute(db)
}
