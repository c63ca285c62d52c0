import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { issueOn } from '#shared/api/issue.ts'
import { type ExportWrite, exportSchema, type PayoutExport } from '#shared/api/payout.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { Failure } from '../failure.ts'
import { isStale, reopenIfStale } from '../payouts/act-on-payout.ts'
import { approvalStateOf } from '../payouts/approval-columns.ts'
import type { Actor, ApprovalState, Verification } from '../payouts/approval-state.ts'
import { countsOf, hasUnreviewed, sumOfCounts } from '../payouts/confirmations.ts'
import { requireAudited, requireIntact, requireNames } from '../payouts/genuine.ts'
import { auditedPayout, verificationOf, writtenPayout } from '../payouts/saved-payout.ts'
import { refusalOf, transition } from '../payouts/transition.ts'
import type { Member } from '../people/member.ts'
import { requireSame } from '../people/permitted.ts'
import { lacksEntries } from '../store/audit/audit-log.ts'
import { setLastPayout } from '../store/beneficiary-rows.ts'
import { digestOf, type ExportRow, exportedBefore, insertExport, markExported } from '../store/export-rows.ts'
import { findPayouts, type PayoutRow } from '../store/payout-rows.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import { validationHashes, warningsByQuestion } from '../validations/saved-validations.ts'
import type { GivenAnswer, Intent, Writes } from '../writes/writes.ts'
import { presentExport } from './find-exports.ts'

interface Deps {
  readonly store: Store
  readonly writes: Writes
  readonly signIn: SignInMode
}

/**
 * Exports payouts, once however often the same is asked.
 * @throws Failure as makeExport and Writes do
 */
export async function exportOnce(
  { store, writes, signIn }: Deps,
  person: Member,
  write: ExportWrite,
  intent: Intent,
): Promise<GivenAnswer<PayoutExport>> {
  const proofs = await proveExportable(store, write)
  try {
    return await writes.once(intent, exportSchema, async (tx) => {
      await requireSame(tx, signIn, person)
      const made = await makeExport(tx, person, write, proofs)
      return { body: await presentExport(tx.db, made), location: `/api/exports/${made.id}/file` }
    })
  } catch (error) {
    await reopenRefused(store, error)
    throw error
  }
}

/** What was refused because the rules have changed since it was approved goes back to review, now that this is known. */
async function reopenRefused(store: Store, error: unknown): Promise<void> {
  if (!(error instanceof Failure) || error.code !== 'STATE_CONFLICT') return
  const stale: string[] = []
  for (const row of await findPayouts(store.db, error.particulars.ids ?? [])) {
    if (isIntact(store.encryption, 'payouts', row) && isStale(store, row)) stale.push(row.id)
    await turn()
  }
  if (stale.length === 0) return
  await store.write(async (tx) => {
    for (const row of await findPayouts(tx.db, stale)) await reopenIfStale(tx, row)
  })
}

/**
 * Exports payouts, all of them or none, in the order given. Each must still be the request that was approved; `proofs` were made before
 * the transaction, and one of a payout that has changed since is made again.
 * @throws Failure FIELDS_INVALID, NOT_FOUND, TAMPERED, STATE_CONFLICT, WARNINGS_UNREVIEWED, ALREADY_EXPORTED, ERASED, VERSION_CONFLICT, with the ids
 * of those that are in the way
 */
export async function makeExport(
  tx: Transaction,
  person: Actor,
  { payoutIds, format, again: isAgain }: ExportWrite,
  proofs: Proofs = new Map(),
): Promise<ExportRow> {
  requireOnce(payoutIds)
  const rows = await inOrder(tx, payoutIds)
  await requireIntact(tx, rows)
  const approvalStates = await exportedApprovalStates(tx, person, rows, { isAgain, proofs })
  await requireAudited(
    tx,
    rows.filter((row) => proofs.get(row.id)?.of !== whatOf(row)),
  )
  await requireNames(tx, rows)
  await requireFirst(tx, rows)
  const at = tx.now().toISOString()
  const made: ExportRow = {
    id: randomUUID(),
    format,
    count: rows.length,
    again: rows.filter(({ state }) => state === 'exported').length,
    totals: JSON.stringify(
      totalsOf(rows.map(({ amount, currency_code }) => ({ amount, currencyCode: currency_code }))),
    ),
    warnings: JSON.stringify(sumOfCounts(rows.map(countsOf))),
    created_at: at,
    created_by: person.id,
  }
  const marks = { updated_at: at, updated_by: person.id, exported_at: at }
  if ((await markExported(tx, rows, marks)) < rows.length)
    throw new Failure('VERSION_CONFLICT', { params: { what: 'payouts' } })
  await insertExport(tx.db, made, rows)
  await setLastPayout(tx.db, [...new Set(rows.map(({ beneficiary_id }) => beneficiary_id))], at)
  const facts = { format, count: made.count, again: made.again, digest: digestOf(rows) }
  const event = { personId: person.id, action: 'payout.exported', facts: { export: made.id } } as const
  await tx.audit(
    { personId: person.id, action: 'export.created', thing: { type: 'export', id: made.id }, facts },
    ...approvalStates.flatMap(({ row, after }) =>
      auditedPayout({ id: row.id, version: row.version + 1 }, after, [event], row.state),
    ),
  )
  return made
}

function requireOnce(ids: readonly string[]): void {
  if (new Set(ids).size === ids.length) return
  const error = issueOn('payoutIds', 'given_twice', {})
  throw new Failure('FIELDS_INVALID', { errors: [error] })
}

async function inOrder({ db }: Transaction, ids: readonly string[]): Promise<readonly PayoutRow[]> {
  const byId = new Map((await findPayouts(db, ids)).map((row) => [row.id, row]))
  const missing = ids.filter((id) => !byId.has(id))
  if (missing.length > 0) throw new Failure('NOT_FOUND', { params: { what: 'payouts' }, ids: missing })
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * That no payout was exported before whose row does not say so. Nobody can tell where the audit log lacks entries, which may have been those.
 * @throws Failure TAMPERED
 */
async function requireFirst({ db }: Transaction, rows: readonly PayoutRow[]): Promise<void> {
  const first = rows.filter(({ state }) => state !== 'exported').map(({ id }) => id)
  const ids = (await lacksEntries(db)) ? first : await exportedBefore(db, first)
  if (ids.length > 0) throw new Failure('TAMPERED', { params: { why: 'audit' }, ids })
}

/**
 * Where each stands once it is exported, by the one place that decides. Says of all at once what is in the way: first what cannot be
 * mended by asking again.
 */
async function exportedApprovalStates(
  reader: Reader,
  person: Actor,
  rows: readonly PayoutRow[],
  { isAgain, proofs }: { readonly isAgain: boolean; readonly proofs: Proofs },
): Promise<readonly { readonly row: PayoutRow; readonly after: ApprovalState }[]> {
  const proven = rows.map((row) => ({ row, proof: proofIn(proofs, reader, row, isAgain) }))
  const warnings = await warningsByQuestion(reader, [...new Set(proven.flatMap(({ proof }) => proof.questions))])
  const refused: { readonly id: string; readonly failure: Failure }[] = []
  const exported = proven.flatMap(({ row, proof: { verification, questions } }) => {
    const found = questions.flatMap((hash) => warnings.get(hash) ?? [])
    const move = { act: 'export', isAgain, verification, isUnreviewed: hasUnreviewed(reader, row, found) } as const
    const before = approvalStateOf(reader.encryption, row)
    const failure = refusalOf(before, move, person)
    if (failure === undefined) return [{ row, after: transition(before, move, person) }]
    refused.push({ id: row.id, failure })
    return []
  })
  const [worst] = refused.toSorted((a, b) => rank(a.failure.code) - rank(b.failure.code))
  if (worst === undefined) return exported
  const { code, particulars } = worst.failure
  throw new Failure(code, {
    ...particulars,
    ids: refused.filter(({ failure }) => failure.code === code).map(({ id }) => id),
  })
}

function rank(code: ProblemCode): number {
  return code === 'ALREADY_EXPORTED' ? 1 : 0
}

interface Proof {
  readonly verification: Verification
  /** Hashes of what the provider can be asked about whom it pays: validations may come until the export. */
  readonly questions: readonly string[]
}

/** The proof of each payout, with what it was of. */
type Proofs = ReadonlyMap<string, Proof & { readonly of: string }>

/** Other requests have a turn after each so many payouts: reading one again takes a part of a millisecond. */
const rowsATurn = 50

/** Proves the payouts that can be exported outside of a transaction: of thousands that takes seconds, for which no writer is to wait. */
async function proveExportable(
  reader: Reader,
  { payoutIds, again: isAgain }: Pick<ExportWrite, 'payoutIds' | 'again'>,
): Promise<Proofs> {
  const proofs = new Map<string, Proof & { readonly of: string }>()
  for (let from = 0; from < payoutIds.length; from += rowsATurn) {
    const rows = await findPayouts(reader.db, payoutIds.slice(from, from + rowsATurn))
    const intact = rows.filter((row) => isIntact(reader.encryption, 'payouts', row) && needsVerification(row, isAgain))
    await requireAudited(reader, intact)
    for (const row of intact) proofs.set(row.id, { of: whatOf(row), ...proofOf(reader, row) })
    await turn()
  }
  return proofs
}

/** The proof of a payout as it is now: the one that was made, or a new one where it has changed since. */
export function proofIn(proofs: Proofs, reader: Reader, row: PayoutRow, isAgain: boolean): Proof {
  const known = proofs.get(row.id)
  if (known?.of === whatOf(row)) return known
  return needsVerification(row, isAgain) ? proofOf(reader, row) : noProof
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

function whatOf({ id, version, state, request_hash, row_mac }: PayoutRow): string {
  return JSON.stringify([id, version, state, request_hash, row_mac])
}
