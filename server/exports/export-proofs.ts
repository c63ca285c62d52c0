import { setImmediate as turn } from 'node:timers/promises'
import type { ExportWrite } from '#shared/api/payout.ts'
import { proofOf } from '../payouts/kept-request.ts'
import type { Proof } from '../payouts/transition.ts'
import { findPayouts, type PayoutRow } from '../store/payout-rows.ts'
import type { Sealing } from '../store/sealing.ts'
import type { Store } from '../store/store.ts'

/** The proof of each payout, with what it was of. */
export type Proofs = ReadonlyMap<string, { readonly of: string; readonly proof: Proof }>

/** Other requests have a turn after each so many payouts: reading one anew takes a part of a millisecond. */
const rowsATurn = 50

/** Proves the payouts that can be exported outside of a transaction: of thousands that takes seconds, for which no writer is to wait. */
export async function proveExportable(
  { db, sealing }: Store,
  { payoutIds, again: isAgain }: Pick<ExportWrite, 'payoutIds' | 'again'>,
): Promise<Proofs> {
  const proofs = new Map<string, { readonly of: string; readonly proof: Proof }>()
  for (let from = 0; from < payoutIds.length; from += rowsATurn) {
    for (const row of await findPayouts(db, payoutIds.slice(from, from + rowsATurn)))
      if (needsProof(row, isAgain)) proofs.set(row.id, { of: whatOf(row), proof: proofOf(sealing, row) })
    await turn()
  }
  return proofs
}

/** The proof of a payout as it is now: the one that was made, or a new one where it has changed since. */
export function proofIn(proofs: Proofs, sealing: Sealing, row: PayoutRow, isAgain: boolean): Proof {
  const known = proofs.get(row.id)
  if (known?.of === whatOf(row)) return known.proof
  return needsProof(row, isAgain) ? proofOf(sealing, row) : noProof
}

const noProof: Proof = { storedHash: '', todaysHash: null }

/** Whatever else is asked to be exported is refused for its state. */
function needsProof({ state }: PayoutRow, isAgain: boolean): boolean {
  return state === 'approved' || (state === 'exported' && isAgain)
}

function whatOf({ id, version, state, request_hash }: PayoutRow): string {
  return JSON.stringify([id, version, state, request_hash])
}
