import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { entryColumns, paymentColumns } from '../entry/entry-columns.ts'
import type { NewPayoutRow } from '../entry/payout-rows.ts'
import { readWritten } from '../entry/written-entry.ts'
import { payoutTerms } from '../payout-state/saved-payout.ts'
import { nameKeyOf, payeeName } from '../search/search-terms.ts'
import { rowMac } from '../store/row-mac.ts'
import { analyzeForAll } from '../store/sqlite-statistics.ts'
import type { Store } from '../store/store.ts'
import { fillBeneficiaries, nthPerson } from './many-beneficiaries.ts'

// A statement of four hundred, with all their search terms, can take longer than a busy PostgreSQL lets it.
const atOnce = 100

/** Payouts in review with the names and numbers of many beneficiaries, INV-0 and on: in bulk and without their rules, as no person would. */
export async function fillPayouts(store: Store, count: number): Promise<void> {
  await fillBeneficiaries(store, 1)
  const { id: beneficiaryId } = await store.db.selectFrom('beneficiaries').select('id').executeTakeFirstOrThrow()
  for (let from = 0; from < count; from += atOnce) {
    // No transaction waits for them: PostgreSQL ends one that does nothing for seconds, and many tests share a machine.
    const payouts = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) =>
      indexed(store, beneficiaryId, from + i),
    )
    await store.write(async ({ db }) => {
      await db
        .insertInto('payouts')
        .values(payouts.map(({ row }) => ({ ...row, row_mac: rowMac(store.encryption, 'payouts', row) })))
        .execute()
      await db
        .insertInto('search_terms')
        .values(payouts.flatMap(({ terms }) => terms))
        .execute()
    })
  }
  // PostgreSQL does it by itself, within a minute; SQLite is told to by the server, at the next write after ten seconds.
  await store.write(async ({ db }) => {
    if (store.kind === 'postgres') await sql`analyze`.execute(db)
    else await analyzeForAll(db)
  })
}

export function nthAmount(i: number): string {
  return decimalTextOf(Number((1 + ((i * 7_919) % 1_000_000) / 1_000).toFixed(i % 4)))
}

function indexed(store: Store, beneficiaryId: string, i: number) {
  const payee = nthPerson(i)
  const amount = nthAmount(i)
  const currencyCode = payee.country === 'CL' ? 'CLP' : 'BRL'
  const written = readWritten(store, { ...payee, amount, currencyCode, externalReference: `INV-${i}` })
  const id = randomUUID()
  const at = new Date(i * 1_000).toISOString()
  const row: NewPayoutRow = {
    ...entryColumns(store, 'payouts', id, written.entry),
    ...paymentColumns(store, written.entry),
    id,
    name_key: nameKeyOf(payeeName(written.entry, store.fields)),
    version: 1,
    state: 'in_review',
    beneficiary_id: beneficiaryId,
    beneficiary_version: 1,
    confirmed_count: 0,
    warnings_compliance: 0,
    warnings_serious: i % 50 === 7 ? 1 : 0,
    warnings_minor: 0,
    warnings_unconfirmed: 0,
    approvals_count: 0,
    approvals_needed: 1,
    request_hash: '',
    entered_by: '["clerk"]',
    created_at: at,
    created_by: 'clerk',
    updated_at: at,
    updated_by: 'clerk',
    submitted_at: at,
    submitted_by: 'clerk',
  }
  const blank = { kind: 'payout' as const, sort_key: '', country: '', status: '' }
  return {
    row,
    terms: [...new Set(payoutTerms(store, { written, beneficiaryId: row.beneficiary_id ?? null }))].map((term) => ({
      ...blank,
      term,
      thing_id: id,
    })),
  }
}
