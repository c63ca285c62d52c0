import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Tables } from '../schema.ts'

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
  'checks.beneficiary_id': 'beneficiaries',
  'checks.asked_by': 'people',
  'drafts.person_id': 'people',
  'export_payouts.export_id': 'exports',
  'export_payouts.payout_id': 'payouts',
}

/** Columns that hold one of a few words or numbers. */
const choices: Readonly<Record<string, readonly (string | number)[]>> = {
  'beneficiaries.status': ['active', 'archived'],
  'payouts.state': ['draft', 'in_review', 'returned', 'approved', 'exported'],
  'payouts.terms_approved': [0, 1],
  'payouts.test_mode': [0, 1],
  'exports.format': ['json', 'jsonl', 'csv'],
  'checks.service': ['identity', 'bank'],
  'checks.ran': [0, 1],
  'checks.test_mode': [0, 1],
  'idempotency.state': ['reserved', 'finished'],
  'drafts.kind': ['payout', 'beneficiary'],
  'audit_head.id': [1],
}

/** Keeps a column to what it may hold, whoever writes: also past this program. */
export function constrained(built: ColumnDefinitionBuilder, table: string, column: string): ColumnDefinitionBuilder {
  const { [`${table}.${column}`]: target } = references
  const { [`${table}.${column}`]: words } = choices
  const linked = target === undefined ? built : built.references(`${target}.id`)
  return words === undefined
    ? linked
    : linked.check(sql`${sql.ref(column)} in (${sql.join(words.map((word) => sql.lit(word)))})`)
}
