import * as z from 'zod/mini'
import { type ProblemCode, problemCodes, problemParamsSchema } from '#shared/api/problem.ts'
import { resetLastPayout } from '../entry/beneficiary-rows.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import { theApp } from '../payout-state/approval-state.ts'
import { requireIntact } from '../payout-state/genuine.ts'
import { saveMoved } from '../payout-state/moved-payout.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import { transition } from '../payout-state/transition.ts'
import { suspendedAmong } from '../people/rights-trail.ts'
import { auditedPaid } from '../policy/audited-payees.ts'
import type { Store, Transaction } from '../store/store.ts'
import { freeKey } from '../writes/idempotency-rows.ts'
import { type PacedGroups, unbroken } from '../writes/paced-groups.ts'
import { concludeExport, type ExportHold, renewHold } from './export-hold-rows.ts'
import type { ExportRow } from './export-rows.ts'
import { firstOfExport, lastExportedAt, takeFromExport } from './exported-payout-rows.ts'

/**
 * Takes back an export that was never finished, some payouts at a time: each returns to its former state, and no one has had the file. The idempotency
 * key is free again.
 * @throws HoldLost
 */
export async function undoExport(
  { store, groups }: { readonly store: Store; readonly groups: PacedGroups },
  { idempotency_key, count }: Pick<ExportRow, 'idempotency_key' | 'count'>,
  hold: ExportHold,
  why: Failure,
): Promise<void> {
  const places = Array.from({ length: count }, (_, place) => place)
  const takeSome = async ({ length: size }: readonly number[]) => {
    await store.write(async (tx) => {
      const rows = await firstOfExport(tx.db, hold.id, size)
      await renewHold(tx, hold, -rows.length)
      await requireIntact(tx, rows)
      for (const row of rows) await takeBack(tx, row, hold.id)
      if (rows.length > 0) await resetLastPayout(tx.db, [...new Set(rows.map((row) => row.beneficiary_id))])
    })
    return size
  }
  await groups.run(places, takeSome, unbroken)
  await store.write(async (tx) => {
    await renewHold(tx, hold, 0)
    await concludeExport(tx.db, hold.id, { state: 'undone', problem: problemText(why) })
    if (idempotency_key !== null) await freeKey(tx.db, idempotency_key)
    const facts = { code: why.code, ...(why.particulars.params?.why && { why: why.particulars.params.why }) }
    await tx.audit({ personId: null, action: 'export.undone', thing: { type: 'export', id: hold.id }, facts })
  })
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

/** A longer list would not help the reader. */
const mostIds = 1_000

function problemText({ code, particulars: { params, ids } }: Failure): string {
  return JSON.stringify({ code, params, ids: ids?.slice(0, mostIds) })
}

/** Why an export was undone. */
export function failureIn({ problem }: Pick<ExportRow, 'problem'>): Failure | undefined {
  if (problem === null) return undefined
  const { code, params, ids } = problemTextSchema.parse(JSON.parse(problem))
  return new Failure(isProblemCode(code) ? code : 'EXPORT_UNDONE', { ...(params && { params }), ...(ids && { ids }) })
}

/** Another version may have written another one. */
function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code)
}
