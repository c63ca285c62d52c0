import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { entryColumns, paymentColumns } from '../entry/entry-columns.ts'
import type { NewPayoutRow } from '../entry/payout-rows.ts'
import { readWritten } from '../entry/written-entry.ts'
import { approvalsColumns } from '../payout-state/payout-approvals.ts'
import { requestColumns } from '../payout-state/saved-payout.ts'
import { nameKeyOf, payeeName } from '../search/search-terms.ts'
import { rowMac } from '../store/row-mac.ts'
import type { Store } from '../store/store.ts'
import { nthPerson } from './many-beneficiaries.ts'

const atOnce = 400

/** Who entered and approved them. */
interface Staff {
  readonly clerkId: string
  readonly reviewerId: string
}

/** Approved payouts that can be exported, to one beneficiary: in bulk, with the MAC and the audit entry that go with each. */
export async function fillApproved(
  store: Store,
  count: number,
  { clerkId, reviewerId }: Staff,
): Promise<readonly string[]> {
  const at = store.now().toISOString()
  const by = { created_at: at, created_by: clerkId, updated_at: at, updated_by: clerkId }
  const beneficiaryId = randomUUID()
  const { country, method, ...payee } = nthPerson(1)
  await store.write(({ db }) =>
    db
      .insertInto('beneficiaries')
      .values({
        ...entryColumns(store, 'beneficiaries', beneficiaryId, { country, method, ...payee }),
        ...by,
        id: beneficiaryId,
        version: 1,
        status: 'active',
        name_key: '',
      })
      .execute(),
  )
  const ids: string[] = []
  for (let from = 0; from < count; from += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) =>
      approvedRow(store, { i: from + i, beneficiaryId, reviewerId, by }),
    )
    await store.write(async ({ db, audit }) => {
      await db
        .insertInto('payouts')
        .values(rows.map((row) => ({ ...row, row_mac: rowMac(store.encryption, 'payouts', row) })))
        .execute()
      await audit(
        ...rows.map(({ id, request_hash: requestHash }) => ({
          personId: reviewerId,
          action: 'payout.approved' as const,
          thing: { type: 'payout' as const, id },
          facts: {
            version: 1,
            state: 'approved',
            requestHash,
            enteredBy: [clerkId],
            approvedBy: [reviewerId],
            approvalsNeeded: 1,
          },
        })),
      )
    })
    ids.push(...rows.map(({ id }) => id))
    await turn()
  }
  return ids
}

interface Nth {
  readonly i: number
  readonly beneficiaryId: string
  readonly reviewerId: string
  readonly by: Pick<NewPayoutRow, 'created_at' | 'created_by' | 'updated_at' | 'updated_by'>
}

function approvedRow(store: Store, { i, beneficiaryId, reviewerId, by }: Nth): NewPayoutRow {
  const amount = String(10 + (i % 990))
  const currencyCode = i % 3 === 0 ? 'CLP' : 'BRL'
  const written = readWritten(store, {
    ...nthPerson(i),
    amount,
    currencyCode,
    externalReference: `INV-${beneficiaryId.slice(0, 8)}-${i}`,
  })
  const id = randomUUID()
  const request = requestColumns(store, id, written.reading.request)
  const requestHash = request.request_hash
  return {
    ...entryColumns(store, 'payouts', id, written.entry),
    ...paymentColumns(store, written.entry),
    ...request,
    ...approvalsColumns(store.encryption, id, [{ by: reviewerId, at: by.created_at, requestHash }]),
    ...by,
    id,
    name_key: nameKeyOf(payeeName(written.entry, store.fields)),
    version: 1,
    state: 'approved',
    beneficiary_id: beneficiaryId,
    beneficiary_version: 1,
    confirmed_count: 0,
    warnings_compliance: 0,
    warnings_serious: 0,
    warnings_minor: 0,
    warnings_unconfirmed: 0,
    approvals_needed: 1,
    approved_hash: requestHash,
    entered_by: JSON.stringify([by.created_by]),
    submitted_at: by.created_at,
    submitted_by: by.created_by,
    decided_at: by.created_at,
    decided_by: reviewerId,
  }
}
