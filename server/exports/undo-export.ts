import * as z from 'zod/mini'
import { isProblemCode, problemParamsSchema } from '#shared/api/problem.ts'
import { resetLastPayout } from '../entry/beneficiary-rows.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { PieceResult } from '../jobs/job.ts'
import { changedPastTheApp, type Job } from '../jobs/job-rows.ts'
import { caught, Failure } from '../kernel/failure.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { theApp } from '../payout-state/approval-state.ts'
import { saveMoved } from '../payout-state/moved-payout.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import { transition } from '../payout-state/transition.ts'
import { detailsAuthors } from '../payouts/facts.ts'
import { suspendedAmong } from '../people/rights-trail.ts'
import { auditedPaid } from '../policy/audited-payees.ts'
import type { Transaction } from '../store/store.ts'
import { freeKey } from '../writes/idempotency-rows.ts'
import { concludeExport, type ExportRow } from './export-rows.ts'
import { isConcluded, newestExports } from './export-trail.ts'
import { firstOfExport, lastExportedAt, takeFromExport } from './exported-payout-rows.ts'
import { markedFor } from './mark-payouts.ts'

/**
 * Takes back an export that was never finished, some payouts at a time: each returns to its former state, and no one has had the file. The
 * idempotency key is free again. One that the audit log has as made or undone stays as it is, and a payout that was not marked for it stays so.
 */
export async function takeBackSome(
  tx: Transaction,
  { id, done, problem: known }: Job,
  { idempotencyKey }: { readonly idempotencyKey: string | null },
  size: number,
): Promise<PieceResult> {
  if (await isConcluded(tx, id)) return { state: 'failed', why: 'tampered', problem: tampered(known?.ids ?? []) }
  const rows = await firstOfExport(tx.db, id, size + 1)
  const some = rows.slice(0, size)
  const ids = [...new Set(some.map(({ payout_id }) => payout_id))]
  const newest = await newestExports(tx, ids)
  const own = ids.filter((one) => newest.get(one)?.exportId === id)
  const marked = await markedFor(tx, id, own)
  for (const { row, isAgain } of marked) await takeBack(tx, row, { exportId: id, isAgain })
  const places = some.map(({ place }) => place)
  await takeFromExport(tx.db, id, places)
  if (marked.length > 0)
    await resetLastPayout(tx.db, [...new Set(marked.flatMap(({ row }) => row.beneficiary_id ?? []))])
  const others = ids.filter((one) => !own.includes(one))
  const problem = others.length > 0 ? tampered(others) : known
  if (rows.length > size) return { done: Math.max(0, done - some.length), problem }
  const { code, params } = problem ?? { code: 'EXPORT_UNDONE' }
  await concludeExport(tx.db, id, { state: 'undone', problem: JSON.stringify(problem) })
  if (idempotencyKey !== null) await freeKey(tx.db, idempotencyKey)
  const facts = { code, ...(params?.why && { why: params.why }) }
  await tx.audit({ personId: null, action: 'export.undone', thing: { type: 'export', id }, facts })
  return { done: 0, state: 'stopped', problem }
}

function tampered(ids: readonly string[]) {
  const { code, particulars } = changedPastTheApp()
  return { code, params: particulars.params, ids: [...ids] }
}

/** One that had been exported before stays so, since the time of that. */
async function takeBack(
  tx: Transaction,
  row: PayoutRow,
  { exportId, isAgain }: { readonly exportId: string; readonly isAgain: boolean },
): Promise<void> {
  const before = approvalStateOf(tx.encryption, row)
  const suspended = await suspendedAmong(
    tx,
    before.approvals.map(({ by }) => by),
  )
  const detailsBy = suspended.length === 0 ? [] : (await detailsAuthors(tx, [row]))(row)
  const after = isAgain ? before : transition(before, { act: 'unexport', suspended, detailsBy }, theApp)
  const times = isAgain
    ? { exported_at: await lastExportedAt(tx.db, row.id) }
    : { exported_at: null, exported_version: null }
  const paid = auditedPaid(tx, { written: writtenPayout(tx, row), beneficiaryId: row.beneficiary_id })
  const event = { personId: null, action: 'payout.unexported', facts: { export: exportId, paid } } as const
  await saveMoved(tx, row, after, times, event)
}

const problemTextSchema = z.object({
  code: z.string(),
  params: z.optional(problemParamsSchema),
  ids: z.optional(z.array(z.string())),
})

/** What a column says as JSON, which no MAC covers. @throws Failure TAMPERED where the app wrote no such thing */
export function readColumn<Schema extends z.core.$ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return z.parse(schema, JSON.parse(text))
  } catch {
    throw changedPastTheApp()
  }
}

/** Why an export was undone. */
export function failureIn({ problem }: Pick<ExportRow, 'problem'>): Failure | undefined {
  if (problem === null) return undefined
  const told = caught(() => readColumn(problemTextSchema, problem))
  if (told instanceof Failure) return told
  const { code, params, ids } = told
  return new Failure(isProblemCode(code) ? code : 'EXPORT_UNDONE', { ...(params && { params }), ...(ids && { ids }) })
}
