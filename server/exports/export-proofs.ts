import { setImmediate as turn } from 'node:timers/promises'
import type { Verification } from '../payouts/approval-state.ts'
import { requireAudited } from '../payouts/genuine.ts'
import { verificationOf, writtenPayout } from '../payouts/saved-payout.ts'
import { findPayouts, type PayoutRow } from '../store/payout-rows.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import { validationHashes } from '../validations/saved-validations.ts'

/*
 * That payouts hold the requests that were approved, proved outside of a transaction: reading a request again takes a part of a
 * millisecond, and of thousands seconds, for which no writer is to wait.
 */

interface Proof {
  readonly verification: Verification
  /** Hashes of what the provider can be asked about whom it pays: validations may come until the export. */
  readonly questions: readonly string[]
}

/** The proof of each payout, with what it was of. */
export type Proofs = ReadonlyMap<string, Proof & { readonly of: string }>

/** Other requests have a turn after each so many payouts. */
const rowsATurn = 25

/** Proves those payouts that can be exported. */
export async function proveExportable(reader: Reader, ids: readonly string[], isAgain: boolean): Promise<Proofs> {
  const proofs = new Map<string, Proof & { readonly of: string }>()
  for (let from = 0; from < ids.length; from += rowsATurn) {
    const rows = await findPayouts(reader.db, ids.slice(from, from + rowsATurn))
    const intact = rows.filter((row) => isIntact(reader.encryption, 'payouts', row) && needsVerification(row, isAgain))
    await requireAudited(reader, intact)
    for (const row of intact) proofs.set(row.id, { of: row.row_mac, ...proofOf(reader, row) })
    await turn()
  }
  return proofs
}

/** The proof of a payout as it is now: the one that was made, or a new one where it has changed since. */
export function proofIn(proofs: Proofs, reader: Reader, row: PayoutRow, isAgain: boolean): Proof {
  const known = proofs.get(row.id)
  if (known !== undefined && isProved(proofs, row)) return known
  return needsVerification(row, isAgain) ? proofOf(reader, row) : noProof
}

/** Whether a payout was proved exactly as it is: its MAC covers all that counts. */
export function isProved(proofs: Proofs, { id, row_mac }: PayoutRow): boolean {
  return proofs.get(id)?.of === row_mac
}

function proofOf(reader: Reader, row: PayoutRow): Proof {
  const written = writtenPayout(reader, row)
  return {
    verification: verificationOf(reader, row, written),
    questions: validationHashes(reader.encryption, written.entry),
  }
}

const noProof: Proof = { verification: { storedHash: '', todaysHash: null }, questions: [] }

/** Whatever else is asked to be exported is refused for its state. */
function needsVerification({ state }: PayoutRow, isAgain: boolean): boolean {
  return state === 'approved' || (state === 'exported' && isAgain)
}
