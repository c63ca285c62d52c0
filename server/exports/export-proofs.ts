import { setImmediate as turn } from 'node:timers/promises'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import type { Verification } from '../payout-state/approval-state.ts'
import { hasUnreviewed } from '../payout-state/confirmations.ts'
import { unaudited } from '../payout-state/genuine.ts'
import { verificationOf, writtenPayout } from '../payout-state/saved-payout.ts'
import { auditedPaid } from '../policy/audited-payees.ts'
import type { PaidTo } from '../store/audit/paid-before.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader } from '../store/store.ts'
import { answersByQuestion, validationHashes } from '../validations/saved-validations.ts'

/*
 * That payouts hold the requests that were approved, proved outside of a transaction: reading a request again takes a part of a
 * millisecond, and of thousands seconds, for which no writer is to wait.
 */

interface ExportProof {
  readonly verification: Verification
  /** Hashes of what the provider can be asked about whom it pays: validations may come until the export. */
  readonly questions: readonly string[]
  /** What its export is in the audit log, besides. */
  readonly paid: readonly PaidTo[]
}

/** The proof of a payout, with what it was of: the row, and the entries about it. */
interface ProvedPayout extends ExportProof {
  readonly of: string
  readonly entries: number | undefined
}

/** The proof of each payout. */
export type Proofs = ReadonlyMap<string, ProvedPayout>

/** After how many payouts other requests have a turn. */
const rowsATurn = 25

/** Proves those payouts that can be exported. */
export async function proveExportable(reader: Reader, ids: readonly string[], isAgain: boolean): Promise<Proofs> {
  const proofs = new Map<string, ProvedPayout>()
  for (let from = 0; from < ids.length; from += rowsATurn) {
    const some = ids.slice(from, from + rowsATurn)
    const entries = await reader.sumsOfEntries(some)
    const rows = await findPayouts(reader.db, some)
    const intact = rows.filter((row) => isIntact(reader.encryption, 'payouts', row) && needsVerification(row, isAgain))
    // One that moves on meanwhile is judged with all others in the transaction.
    const others = new Set(await unaudited(reader, intact))
    for (const row of intact)
      if (!others.has(row))
        proofs.set(row.id, { of: row.row_mac, entries: entries.get(row.id), ...proofOf(reader, row) })
    await turn()
  }
  return proofs
}

/** The proof of a payout as it is now: the one that was made, or a new one where it has changed since. */
export function proofIn(proofs: Proofs, reader: Reader, row: PayoutRow, isAgain: boolean): ExportProof {
  const known = proofs.get(row.id)
  if (known !== undefined && isProved(proofs, row)) return known
  return needsVerification(row, isAgain) ? proofOf(reader, row) : noProof
}

/** Whether a payout was proved exactly as it is: its MAC covers all that counts. */
function isProved(proofs: Proofs, { id, row_mac }: PayoutRow): boolean {
  return proofs.get(id)?.of === row_mac
}

/** Those that were not proved as they are, or about which there are other entries by now: a row of before those can have been put back. */
export async function unproved(
  reader: Reader,
  proofs: Proofs,
  rows: readonly PayoutRow[],
): Promise<readonly PayoutRow[]> {
  const entries = await reader.sumsOfEntries(rows.map(({ id }) => id))
  return rows.filter((row) => !isProved(proofs, row) || proofs.get(row.id)?.entries !== entries.get(row.id))
}

/** Those of which a validation has found what compliance has to look at, and has not. */
export async function unreviewedAmong(
  reader: Reader,
  payouts: readonly (Pick<ExportProof, 'questions'> & { readonly row: PayoutRow })[],
): Promise<ReadonlySet<PayoutRow>> {
  const { warnings } = await answersByQuestion(reader, [...new Set(payouts.flatMap(({ questions }) => questions))])
  const found = payouts.filter(({ row, questions }) =>
    hasUnreviewed(
      reader,
      row,
      questions.flatMap((hash) => warnings.get(hash) ?? []),
    ),
  )
  return new Set(found.map(({ row }) => row))
}

function proofOf(reader: Reader, row: PayoutRow): ExportProof {
  const written = writtenPayout(reader, row)
  return {
    verification: verificationOf(reader, row, written),
    questions: validationHashes(reader.encryption, written.entry),
    paid: auditedPaid(reader, { written, beneficiaryId: row.beneficiary_id }),
  }
}

const noProof: ExportProof = { verification: { storedHash: '', todaysHash: null }, questions: [], paid: [] }

/** Whatever else is asked to be exported is refused for its state. */
function needsVerification({ state }: PayoutRow, isAgain: boolean): boolean {
  return state === 'approved' || (state === 'exported' && isAgain)
}
