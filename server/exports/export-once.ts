import { setImmediate as turn } from 'node:timers/promises'
import type { ExportWrite } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/person.ts'
import type { Clock } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { PayoutDeps } from '../payouts/payout-deps.ts'
import { isStale, reopenIfStale } from '../payouts/reopen-payout.ts'
import { findPayouts } from '../store/payout-rows.ts'
import type { Store } from '../store/store.ts'
import type { Intent, Writes } from '../writes/writes.ts'
import { proveExportable } from './export-verification.ts'
import { makeExport } from './make-export.ts'
import { presentExport } from './present-export.ts'

interface Parts {
  readonly store: Store
  readonly writes: Writes
  readonly clock: Clock
}

/**
 * Exports payouts, once however often the same is asked.
 * @throws Failure as makeExport and Writes do
 */
export async function exportOnce(
  { store, writes, clock }: Parts,
  person: Person,
  write: ExportWrite,
  intent: Intent,
): ReturnType<Writes['once']> {
  const deps = { encryption: store.encryption, clock }
  const proofs = await proveExportable(store, write)
  try {
    return await writes.once(intent, async (tx) => {
      const made = await makeExport(tx, deps, person, write, proofs)
      return { status: 201, body: await presentExport(tx.db, made), location: `/api/exports/${made.id}/file` }
    })
  } catch (error) {
    await reopenRefused(store, deps, error)
    throw error
  }
}

/** What was refused because the rules have changed since it was approved goes back to review, now that this is known. */
async function reopenRefused(store: Store, deps: PayoutDeps, error: unknown): Promise<void> {
  if (!(error instanceof Failure) || error.code !== 'STATE_CONFLICT') return
  const stale: string[] = []
  for (const row of await findPayouts(store.db, error.particulars.ids ?? [])) {
    if (isStale(deps, row)) stale.push(row.id)
    await turn()
  }
  if (stale.length === 0) return
  await store.write(async (tx) => {
    for (const row of await findPayouts(tx.db, stale)) await reopenIfStale(tx, deps, row)
  })
}
