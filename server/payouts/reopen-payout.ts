import { detailsOfRow } from '../store/detail-columns.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import type { Transaction } from '../store/store.ts'
import { keep } from './current-payout.ts'
import { proofOf, requestColumns, requestHash, standingOf, todaysReading } from './kept-request.ts'
import { commentColumn, indexPayout, lastReturn, undecided } from './payout-columns.ts'
import type { PayoutParts } from './payout-parts.ts'
import { adviceOf } from './payout-reading.ts'
import { transition } from './transition.ts'

/**
 * A payout with the request that the rules of today make of it: where it is another than was kept, an approval has ended and
 * the new one waits for review; where today's rules find faults, it is returned with them. One that was exported stays.
 */
export async function reopenIfStale(tx: Transaction, parts: PayoutParts, row: PayoutRow): Promise<PayoutRow> {
  if (!isStale(parts, row)) return row
  const { sealing } = parts
  const reading = todaysReading(sealing, row)
  const isFaulty = reading.faults.length > 0
  if (isFaulty && (row.state === 'draft' || row.state === 'returned')) return row
  const hash = isFaulty ? null : requestHash(sealing, row.id, reading.request)
  const standing = transition(standingOf(row), { act: 'reopen', requestHash: hash }, nobody)
  const details = detailsOfRow(sealing, 'payouts', row)
  if (!isFaulty) await indexPayout(tx, sealing, row.id, { details, request: reading.request })
  await tx.record({
    personId: null,
    action: 'payout.changed',
    thing: { type: 'payout', id: row.id },
    facts: { rulesChanged: true },
  })
  return keep(tx, row, standing, {
    ...(isFaulty
      ? { ...commentColumn(sealing, row.id, `The rules have changed. ${adviceOf(reading)}`), ...undecided }
      : { ...requestColumns(sealing, row.id, reading.request), ...lastReturn(row) }),
    updated_at: parts.clock.date().toISOString(),
  })
}

/** The desk itself: no member of staff has an empty id. */
const nobody = ''

/** Whether the rules of today make another request of a payout than it keeps; never of one that has gone out. */
export function isStale({ sealing }: PayoutParts, row: PayoutRow): boolean {
  if (row.state === 'exported' || row.erased_at !== null) return false
  const { storedHash, todaysHash } = proofOf(sealing, row)
  return storedHash !== row.request_hash || todaysHash !== row.request_hash
}
