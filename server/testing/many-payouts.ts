import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { goodDetails } from '../beneficiaries/read-details.ts'
import { referenceKey } from '../payouts/references.ts'
import { detailColumns } from '../store/detail-columns.ts'
import type { NewPayoutRow } from '../store/payout-rows.ts'
import { detailTerms } from '../store/search-terms.ts'
import type { Store } from '../store/store.ts'
import { fillBeneficiaries, nthPerson } from './many-beneficiaries.ts'

const atOnce = 400

/** Payouts in review with the names and numbers of a big book, INV-0 and on: in bulk and without their rules, as no person would. */
export async function fillPayouts(store: Store, count: number): Promise<void> {
  await fillBeneficiaries(store, 1)
  await store.write(async ({ db }) => {
    const { id: beneficiaryId } = await db.selectFrom('beneficiaries').select('id').executeTakeFirstOrThrow()
    for (let from = 0; from < count; from += atOnce) {
      const payouts = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) =>
        indexed(store, beneficiaryId, from + i),
      )
      await db
        .insertInto('payouts')
        .values(payouts.map(({ row }) => row))
        .execute()
      await db
        .insertInto('search_terms')
        .values(payouts.flatMap(({ terms }) => terms))
        .execute()
    }
    await sql`analyze`.execute(db)
  })
}

function indexed({ encryption }: Store, beneficiaryId: string, i: number) {
  const { details, request } = goodDetails(nthPerson(i))
  const id = randomUUID()
  const at = new Date(i * 1_000).toISOString()
  const reference = `INV-${i}`
  const row: NewPayoutRow = {
    ...detailColumns(encryption, 'payouts', id, details),
    id,
    version: 1,
    state: 'in_review',
    beneficiary_id: beneficiaryId,
    beneficiary_version: 1,
    amount: '10',
    currency_code: 'BRL',
    payment_reason: '',
    external_reference: reference,
    notification_url: '',
    terms_approved: 0,
    test_mode: 0,
    confirmed_count: 0,
    request_hash: '',
    entered_by: '["clerk"]',
    created_at: at,
    created_by: 'clerk',
    updated_at: at,
    updated_by: 'clerk',
    submitted_at: at,
    submitted_by: 'clerk',
  }
  const terms = [...detailTerms(encryption, details, request), `r:${referenceKey(reference)}`]
  const blank = { kind: 'payout' as const, sort_key: '', country: '', status: '' }
  return { row, terms: [...new Set(terms)].map((term) => ({ ...blank, term, thing_id: id })) }
}
