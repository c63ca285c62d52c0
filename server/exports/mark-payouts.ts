import type { ProblemCode } from '#shared/api/problem.ts'
import { setLastPayout } from '../entry/beneficiary-rows.ts'
import { findPayouts, type PayoutRow } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import type { ApprovalState } from '../payout-state/approval-state.ts'
import { requireAudited, requireIntact, requireNames } from '../payout-state/genuine.ts'
import { auditedPayout } from '../payout-state/moved-payout.ts'
import { transition, transitionFailure } from '../payout-state/transition.ts'
import type { Actor } from '../people/member.ts'
import type { PaidTo } from '../store/audit/paid-before.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { type Proofs, proofIn, unproved, unreviewedAmong } from './export-proofs.ts'
import { markExported } from './export-rows.ts'
import { newestExports } from './export-trail.ts'
import { addToExport, exportedBefore, inPreparation } from './exported-payout-rows.ts'

export interface Marking {
  readonly exportId: string
  /** From which place in the file on. */
  readonly from: number
  readonly isAgain: boolean
  /** They were made before the transaction; that of a payout that has changed since is made again. */
  readonly proofs: Proofs
}

/**
 * Adds payouts to an export, all of them or none, in the order given. Each must still be the request that was approved.
 * @throws Failure as {@link requireExportable} does, and VERSION_CONFLICT
 */
export async function markPayouts(
  tx: Transaction,
  person: Actor,
  ids: readonly string[],
  { exportId, from, isAgain, proofs }: Marking,
): Promise<void> {
  const exported = await requireExportable(tx, person, ids, { isAgain, proofs })
  const rows = exported.map(({ row }) => row)
  const at = tx.now().toISOString()
  if ((await markExported(tx, rows, { updated_at: at, updated_by: person.id, exported_at: at })) < rows.length)
    throw new Failure('VERSION_CONFLICT', { params: { what: 'payouts' } })
  await addToExport(tx.db, exportId, rows, from)
  await setLastPayout(tx.db, [...new Set(rows.flatMap(({ beneficiary_id }) => beneficiary_id ?? []))], at)
  const event = { personId: person.id, action: 'payout.exported' } as const
  await tx.audit(
    ...exported.flatMap(({ row, after, paid }) => {
      const one = { ...event, facts: { export: exportId, paid } }
      return auditedPayout({ id: row.id, version: row.version + 1 }, after, [one], row.state)
    }),
  )
}

/**
 * The payouts in the order given, each with its state once it is exported.
 * @throws Failure NOT_FOUND, TAMPERED, STATE_CONFLICT, WARNINGS_UNREVIEWED, ALREADY_EXPORTED, ERASED, with the ids of those that prevent it
 */
export async function requireExportable(
  reader: Reader,
  person: Actor,
  ids: readonly string[],
  { isAgain, proofs }: Pick<Marking, 'isAgain' | 'proofs'>,
): Promise<readonly MarkedPayout[]> {
  const rows = await inOrder(reader, ids)
  await requireIntact(reader, rows)
  const exported = await exportedApprovalStates(reader, person, rows, { isAgain, proofs })
  await requireAudited(reader, await unproved(reader, proofs, rows))
  await requireNames(reader, rows)
  await requireFirst(reader, rows)
  return exported
}

/**
 * Payouts in the order given, each exactly as it was marked for an export by the audit log, with whether it had been exported before.
 * @throws Failure NOT_FOUND, TAMPERED
 */
export async function markedFor(reader: Reader, exportId: string, ids: readonly string[]) {
  const rows = await inOrder(reader, ids)
  await requireIntact(reader, rows)
  const newest = await newestExports(reader, ids)
  const marked = rows.flatMap((row) => {
    const last = newest.get(row.id)
    // An erasure counts the version up once more, and is no entry of the payout.
    const version = row.version - (row.erased_at === null ? 0 : 1)
    const isMarked = last?.exportId === exportId && last.version === version && isExported(row)
    return isMarked ? [{ row, isAgain: last.isAgain }] : []
  })
  if (marked.length === rows.length) return marked
  const known = new Set(marked.map(({ row }) => row))
  throw new Failure('TAMPERED', { params: { why: 'audit' }, ids: idsOf(rows.filter((row) => !known.has(row))) })
}

interface MarkedPayout {
  readonly row: PayoutRow
  readonly after: ApprovalState
  readonly paid: readonly PaidTo[]
}

async function inOrder({ db }: Reader, ids: readonly string[]): Promise<readonly PayoutRow[]> {
  const byId = new Map((await findPayouts(db, ids)).map((row) => [row.id, row]))
  const missing = ids.filter((id) => !byId.has(id))
  if (missing.length > 0) throw new Failure('NOT_FOUND', { params: { what: 'payouts' }, ids: missing })
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Checks that each payout that was exported before says so in its row, and that none is in an export that may yet be undone.
 * @throws Failure TAMPERED, STATE_CONFLICT
 */
async function requireFirst({ db }: Reader, rows: readonly PayoutRow[]): Promise<void> {
  const [again, first] = [rows.filter(isExported), rows.filter((row) => !isExported(row))].map(idsOf)
  const forged = await exportedBefore(db, first ?? [])
  if (forged.length > 0) throw new Failure('TAMPERED', { params: { why: 'audit' }, ids: forged })
  const open = await inPreparation(db, again ?? [])
  if (open.length > 0) throw new Failure('STATE_CONFLICT', { params: { why: 'preparing' }, ids: open })
}

function isExported({ state }: PayoutRow): boolean {
  return state === 'exported'
}

function idsOf(rows: readonly PayoutRow[]): readonly string[] {
  return rows.map(({ id }) => id)
}

/**
 * The state of each once it is exported, as transition.ts decides. Reports the problems of all at once, those first that asking again
 * does not fix.
 */
async function exportedApprovalStates(
  reader: Reader,
  person: Actor,
  rows: readonly PayoutRow[],
  { isAgain, proofs }: Pick<Marking, 'isAgain' | 'proofs'>,
): Promise<readonly MarkedPayout[]> {
  const proven = rows.map((row) => ({ row, proof: proofIn(proofs, reader, row, isAgain) }))
  const unreviewed = await unreviewedAmong(
    reader,
    proven.map(({ row, proof: { questions } }) => ({ row, questions })),
  )
  const calledBack = await reader.calledBack([...new Set(rows.flatMap((row) => row.beneficiary_id ?? []))])
  const isFrozen = (row: PayoutRow) => (calledBack.get(row.beneficiary_id ?? '')?.frozenBy ?? null) !== null
  const refused: { readonly id: string; readonly failure: Failure }[] = []
  const exported = proven.flatMap(({ row, proof: { verification, paid } }) => {
    const move = {
      act: 'export',
      isAgain,
      verification,
      isUnreviewed: unreviewed.has(row),
      isFrozen: isFrozen(row),
    } as const
    const before = approvalStateOf(reader.encryption, row)
    const failure = transitionFailure(before, move, person)
    if (failure === undefined) return [{ row, after: transition(before, move, person), paid }]
    refused.push({ id: row.id, failure })
    return []
  })
  const worst = worstOf(refused.map(({ failure }) => failure))
  if (worst === undefined) return exported
  const ids = refused.filter(({ failure }) => failure.code === worst.code).map(({ id }) => id)
  throw new Failure(worst.code, { ...worst.particulars, ids })
}

/** The one failure that is reported for several. */
export function worstOf(failures: readonly Failure[]): Failure | undefined {
  const rank = (code: ProblemCode) => (code === 'ALREADY_EXPORTED' ? 1 : 0)
  return failures.toSorted((a, b) => rank(a.code) - rank(b.code))[0]
}
