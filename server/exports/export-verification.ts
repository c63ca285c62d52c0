import { setImmediate as turn } from 'node:timers/promises'
import type { ExportWrite } from '#shared/api/payout.ts'
import { verificationOf } from '../payouts/saved-request.ts'
import type { Verification } from '../payouts/transition.ts'
import type { Encryption } from '../store/encryption.ts'
import { findPayouts, type PayoutRow } from '../store/payout-rows.ts'
import type { Store } from '../store/store.ts'

/** The proof of each payout, with what it was of. */
export type Verifications = ReadonlyMap<string, { readonly of: string; readonly verification: Verification }>

/** Other requests have a turn after each so many payouts: reading one again takes a part of a millisecond. */
const rowsATurn = 50

/** Proves the payouts that can be exported outside of a transaction: of thousands that takes seconds, for which no writer is to wait. */
export async function proveExportable(
  { db, encryption }: Store,
  { payoutIds, again: isAgain }: Pick<ExportWrite, 'payoutIds' | 'again'>,
): Promise<Verifications> {
  const proofs = new Map<string, { readonly of: string; readonly verification: Verification }>()
  for (let from = 0; from < payoutIds.length; from += rowsATurn) {
    for (const row of await findPayouts(db, payoutIds.slice(from, from + rowsATurn)))
      if (needsVerification(row, isAgain))
        proofs.set(row.id, { of: whatOf(row), verification: verificationOf(encryption, row) })
    await turn()
  }
  return proofs
}

/** The proof of a payout as it is now: the one that was made, or a new one where it has changed since. */
export function verificationIn(
  proofs: Verifications,
  encryption: Encryption,
  row: PayoutRow,
  isAgain: boolean,
): Verification {
  const known = proofs.get(row.id)
  if (known?.of === whatOf(row)) return known.verification
  return needsVerification(row, isAgain) ? verificationOf(encryption, row) : noVerification
}

const noVerification: Verification = { storedHash: '', todaysHash: null }

/** Whatever else is asked to be exported is refused for its state. */
function needsVerification({ state }: PayoutRow, isAgain: boolean): boolean {
  return state === 'approved' || (state === 'exported' && isAgain)
}

function whatOf({ id, version, state, request_hash }: PayoutRow): string {
  return JSON.stringify([id, version, state, request_hash])
}
