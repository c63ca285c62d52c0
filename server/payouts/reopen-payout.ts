import { detailsOfRow } from '../store/detail-columns.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import type { Transaction } from '../store/store.ts'
import { keep } from './current-payout.ts'
import { commentColumn, indexPayout, lastReturn, undecided } from './payout-columns.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { adviceOf } from './payout-reading.ts'
import { approvalStateOf, requestColumns, requestHash, todaysReading, verificationOf } from './saved-request.ts'
import { transition } from './transition.ts'

/**
 * A payout with the request that the rules of today make of it: where it is another than was kept, an approval has ended and
 * the new one waits for review; where today's rules find errors, it is returned with them. One that was exported stays.
 */
export async function reopenIfStale(tx: Transaction, deps: PayoutDeps, row: PayoutRow): Promise<PayoutRow> {
  if (!isStale(deps, row)) return row
  const { encryption } = deps
  const reading = todaysReading(encryption, row)
  const isFaulty = reading.errors.length > 0
  if (isFaulty && (row.state === 'draft' || row.state === 'returned')) return row
  const hash = isFaulty ? null : requestHash(encryption, row.id, reading.request)
  const approvalState = transition(approvalStateOf(row), { act: 'reopen', requestHash: hash }, nobody)
  const details = detailsOfRow(encryption, 'payouts', row)
  if (!isFaulty) await indexPayout(tx, encryption, row.id, { details, request: reading.request })
  await tx.record({
    personId: null,
    action: 'payout.changed',
    thing: { type: 'payout', id: row.id },
    facts: { rulesChanged: true },
  })
  return keep(tx, row, approvalState, {
    ...(isFaulty
      ? { ...commentColumn(encryption, row.id, `The rules have changed. ${adviceOf(reading)}`), ...undecided }
      : { ...requestColumns(encryption, row.id, reading.request), ...lastReturn(row) }),
    updated_at: deps.clock.date().toISOString(),
  })
}

/** The app itself: no member of staff has an empty id. */
const nobody = ''

/** Whether the rules of today make another request of a payout than it keeps; never of one that has gone out. */
export function isStale({ encryption }: PayoutDeps, row: PayoutRow): boolean {
  if (row.state === 'exported' || row.erased_at !== null) return false
  const { storedHash, todaysHash } = verificationOf(encryption, row)
  return storedHash !== row.request_hash || todaysHash !== row.request_hash
}
