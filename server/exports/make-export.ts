import { createHash, randomUUID } from 'node:crypto'
import { issueOn } from '#shared/api/issue.ts'
import type { ExportWrite } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/person.ts'
import type { ProblemCode } from '#shared/api/problem.ts'
import { totalsOf } from '#shared/payout/totals.ts'
import { notePayout } from '../beneficiaries/save-beneficiary.ts'
import { Failure } from '../failure.ts'
import type { PayoutDeps } from '../payouts/payout-deps.ts'
import { approvalStateOf } from '../payouts/saved-request.ts'
import { type ApprovalState, refusalOf, transition } from '../payouts/transition.ts'
import { type ExportRow, insertExport, markExported } from '../store/export-rows.ts'
import { findPayouts, type PayoutRow } from '../store/payout-rows.ts'
import type { Transaction } from '../store/store.ts'
import { type Verifications, verificationIn } from './export-verification.ts'

/**
 * Exports payouts, all of them or none, in the order given. Each must still be the request that was approved; `proofs` were made before
 * the transaction, and one of a payout that has changed since is made again.
 * @throws Failure FIELDS_INVALID, NOT_FOUND, STATE_CONFLICT, ALREADY_EXPORTED, ERASED, VERSION_CONFLICT, with the ids of those that are in the way
 */
export async function makeExport(
  tx: Transaction,
  deps: PayoutDeps,
  person: Person,
  { payoutIds, format, again: isAgain }: ExportWrite,
  proofs: Verifications = new Map(),
): Promise<ExportRow> {
  requireOnce(payoutIds)
  const rows = await inOrder(tx, payoutIds)
  const approvalStates = exportedApprovalStates(deps, person, rows, { isAgain, proofs })
  const at = deps.clock.date().toISOString()
  const made: ExportRow = {
    id: randomUUID(),
    format,
    count: rows.length,
    again: rows.filter(({ state }) => state === 'exported').length,
    totals: JSON.stringify(
      totalsOf(rows.map(({ amount, currency_code }) => ({ amount, currencyCode: currency_code }))),
    ),
    created_at: at,
    created_by: person.id,
  }
  await mark(tx, rows, approvalStates, { updated_at: at, updated_by: person.id, exported_at: at })
  await insertExport(tx.db, made, payoutIds)
  const beneficiaryIds = rows.map(({ beneficiary_id }) => beneficiary_id)
  await notePayout(tx, beneficiaryIds, at)
  const facts = { format, count: made.count, again: made.again, digest: digestOf(rows) }
  await tx.record({ personId: person.id, action: 'export.created', thing: { type: 'export', id: made.id }, facts })
  return made
}

function requireOnce(ids: readonly string[]): void {
  if (new Set(ids).size === ids.length) return
  const detail = 'A payout stands twice in the list. Name each once.'
  throw new Failure('FIELDS_INVALID', detail, { errors: [issueOn('payoutIds', 'given_twice', {}, detail)] })
}

async function inOrder({ db }: Transaction, ids: readonly string[]): Promise<readonly PayoutRow[]> {
  const byId = new Map((await findPayouts(db, ids)).map((row) => [row.id, row]))
  const missing = ids.filter((id) => !byId.has(id))
  if (missing.length > 0)
    throw new Failure('NOT_FOUND', 'Some of the payouts are not there.', { params: { what: 'payouts' }, ids: missing })
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Where each stands once it is exported, by the one place that decides. Says of all at once what is in the way: first what cannot be
 * mended by asking again.
 */
function exportedApprovalStates(
  { encryption }: PayoutDeps,
  person: Person,
  rows: readonly PayoutRow[],
  { isAgain, proofs }: { readonly isAgain: boolean; readonly proofs: Verifications },
): readonly ApprovalState[] {
  const refused: { readonly id: string; readonly failure: Failure }[] = []
  const approvalStates = rows.flatMap((row) => {
    const move = { act: 'export', isAgain, verification: verificationIn(proofs, encryption, row, isAgain) } as const
    const failure = refusalOf(approvalStateOf(row), move, person.id)
    if (failure === undefined) return [transition(approvalStateOf(row), move, person.id)]
    refused.push({ id: row.id, failure })
    return []
  })
  const [worst] = refused.toSorted((a, b) => rank(a.failure.code) - rank(b.failure.code))
  if (worst === undefined) return approvalStates
  const { code, detail, particulars } = worst.failure
  throw new Failure(code, detail, {
    ...particulars,
    ids: refused.filter(({ failure }) => failure.code === code).map(({ id }) => id),
  })
}

function rank(code: ProblemCode): number {
  return code === 'ALREADY_EXPORTED' ? 1 : 0
}

async function mark(
  { db }: Transaction,
  rows: readonly PayoutRow[],
  approvalStates: readonly ApprovalState[],
  marks: Parameters<typeof markExported>[2],
): Promise<void> {
  const marked = rows.map(({ id, version, state }, place) => ({
    id,
    version,
    state: approvalStates[place]?.state ?? state,
  }))
  if ((await markExported(db, marked, marks)) === rows.length) return
  throw new Failure('VERSION_CONFLICT', 'Somebody has changed one of these payouts since. Look at them again.', {
    params: { what: 'payouts' },
  })
}

/** What went out, so that the record can tell: SHA-256 in hex over the JSON list of `[payoutId, requestHash]`, in the order of the file. */
function digestOf(rows: readonly PayoutRow[]): string {
  const list = rows.map(({ id, request_hash }) => [id, request_hash])
  return createHash('sha256').update(JSON.stringify(list)).digest('hex')
}
