import * as z from 'zod/mini'
import { isProblemCode, problemParamsSchema } from '#shared/api/problem.ts'
import { resetLastPayout } from '../entry/beneficiary-rows.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { PieceResult } from '../jobs/job.ts'
import type { Job } from '../jobs/job-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { theApp } from '../payout-state/approval-state.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { saveMoved } from '../payout-state/moved-payout.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import { transition } from '../payout-state/transition.ts'
import { suspendedAmong } from '../people/rights-trail.ts'
import { auditedPaid } from '../policy/audited-payees.ts'
import type { Transaction } from '../store/store.ts'
import { freeKey } from '../writes/idempotency-rows.ts'
import { concludeExport, type ExportRow } from './export-rows.ts'
import { firstOfExport, lastExportedAt, takeFromExport } from './exported-payout-rows.ts'

/**
 * Takes back an export that was never finished, some payouts at a time: each returns to its former state, and no one has had the file. The
 * idempotency key is free again.
 */
export async function takeBackSome(
  tx: Transaction,
  { id, done, problem }: Job,
  { idempotencyKey }: { readonly idempotencyKey: string | null },
  size: number,
): Promise<PieceResult> {
  const rows = await firstOfExport(tx.db, id, size + 1)
  const some = rows.slice(0, size)
  await requireIntact(tx, some)
  for (const row of some) await takeBack(tx, row, id)
  if (some.length > 0) await resetLastPayout(tx.db, [...new Set(some.map((row) => row.beneficiary_id))])
  if (rows.length > size) return { done: done - some.length }
  const { code, params } = problem ?? { code: 'EXPORT_UNDONE' }
  await concludeExport(tx.db, id, { state: 'undone', problem: JSON.stringify(problem) })
  if (idempotencyKey !== null) await freeKey(tx.db, idempotencyKey)
  const facts = { code, ...(params?.why && { why: params.why }) }
  await tx.audit({ personId: null, action: 'export.undone', thing: { type: 'export', id }, facts })
  return { done: 0, state: 'stopped' }
}

/** One that had been exported before stays so, since the time of that. */
async function takeBack(
  tx: Transaction,
  row: PayoutRow & { readonly place: number; readonly again: number },
  exportId: string,
): Promise<void> {
  const { place, again, ...payout } = row
  const before = approvalStateOf(tx.encryption, payout)
  await takeFromExport(tx.db, exportId, [place])
  const suspended = await suspendedAmong(
    tx,
    before.approvals.map(({ by }) => by),
  )
  const after = again === 1 ? before : transition(before, { act: 'unexport', suspended }, theApp)
  const times =
    again === 1 ? { exported_at: await lastExportedAt(tx.db, row.id) } : { exported_at: null, exported_version: null }
  const paid = auditedPaid(tx, { written: writtenPayout(tx, payout), beneficiaryId: row.beneficiary_id })
  const event = { personId: null, action: 'payout.unexported', facts: { export: exportId, paid } } as const
  await saveMoved(tx, payout, after, times, event)
}

const problemTextSchema = z.object({
  code: z.string(),
  params: z.optional(problemParamsSchema),
  ids: z.optional(z.array(z.string())),
})

/** Why an export was undone. */
export function failureIn({ problem }: Pick<ExportRow, 'problem'>): Failure | undefined {
  if (problem === null) return undefined
  const { code, params, ids } = problemTextSchema.parse(JSON.parse(problem))
  return new Failure(isProblemCode(code) ? code : 'EXPORT_UNDONE', { ...(params && { params }), ...(ids && { ids }) })
}
