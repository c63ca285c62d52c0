import type { Person } from '#shared/api/person.ts'
import { Failure } from '../failure.ts'
import { findPayout, type PayoutChange, type PayoutRow, updatePayout } from '../store/payout-rows.ts'
import type { Transaction } from '../store/store.ts'
import { approvalColumns } from './payout-columns.ts'
import { approvalStateOf } from './saved-request.ts'
import { type ApprovalState, type Move, transition } from './transition.ts'

/** A payout at the version that a person saw. */
export interface Seen {
  readonly id: string
  readonly version: number
}

/** @throws Failure NOT_FOUND */
export async function payoutRow(db: Transaction['db'], id: string): Promise<PayoutRow> {
  const row = await findPayout(db, id)
  if (row === undefined)
    throw new Failure('NOT_FOUND', 'There is no such payout. A draft may have been deleted.', {
      params: { what: 'payout' },
    })
  return row
}

/**
 * Where a payout stands after a move. Whether it may be done is said before which version was seen: a stale approval is one
 * whatever else has changed.
 * @throws Failure as {@link transition} does, and VERSION_CONFLICT
 */
export function moved(row: PayoutRow, seen: Seen, move: Move, person: Person): ApprovalState {
  const approvalState = transition(approvalStateOf(row), move, person.id)
  if (row.version !== seen.version) throw changedSince(row.id)
  return approvalState
}

/** Keeps where a payout stands now, with what else has changed of it. */
export async function keep(
  { db }: Transaction,
  row: PayoutRow,
  approvalState: ApprovalState,
  change: Omit<PayoutChange, 'state' | 'approved_hash' | 'entered_by' | 'account_by'>,
): Promise<PayoutRow> {
  if (!(await updatePayout(db, row, { ...change, ...approvalColumns(approvalState) }))) throw changedSince(row.id)
  return payoutRow(db, row.id)
}

function changedSince(id: string): Failure {
  const detail = 'Somebody has changed this payout since. Load it again and compare both versions.'
  return new Failure('VERSION_CONFLICT', detail, { params: { what: 'payout' }, ids: [id] })
}
