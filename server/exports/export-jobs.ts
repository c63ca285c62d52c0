import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { SignInMode } from '#shared/api/session.ts'
import { findPayouts } from '../entry/payout-rows.ts'
import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import { isStale, reopenIfStale } from '../payouts/act-on-payout.ts'
import type { Member } from '../people/member.ts'
import { isIntact } from '../store/row-mac.ts'
import type { Store } from '../store/store.ts'
import type { PacedGroups } from '../writes/paced-groups.ts'
import { abandonedExports, type ExportHold, HoldLost, releaseHolds, takeHold } from './export-hold-rows.ts'
import { type ExportRow, findExport } from './export-rows.ts'
import { makeLongExport } from './long-export.ts'
import type { ExportSelection } from './make-export.ts'
import { undoExport } from './undo-export.ts'

/** The exports that this server prepares or undoes in the background. */
export interface ExportJobs {
  /** What it is called while it runs: exports that it began are its own. */
  readonly holder: string
  begin(id: string, person: Member, wanted: ExportSelection): void
  /** Undoes an export that is being prepared, here or elsewhere; nothing where it is settled. */
  cancel(id: string): Promise<void>
  /** Resolves once an export is settled, or after so long, or at once where another server has it. */
  settledWithin(id: string, ms: number): Promise<void>
  /** Lets another server, or the next start, undo what is not made yet. */
  stop(): Promise<void>
}

interface Deps extends Making {
  readonly clock: Clock
  readonly log: Log
}

interface Making {
  readonly store: Store
  readonly signIn: SignInMode
  readonly groups: PacedGroups
}

/** A server that has not worked on an export for so long was killed. */
const abandonedAfterMs = 20_000

const lookEveryMs = 5_000

/** Prepares exports, and undoes those of servers that were killed. */
export function createExportJobs({ store, signIn, groups, clock, log }: Deps): ExportJobs {
  const holder = randomUUID()
  const underWay = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const db = { ...store, write: refusingWhen(stopping.signal, store) }
  const run = (id: string, work: () => Promise<void>) => {
    const done = work()
      .catch((error: unknown) => {
        // Taken over by another server; or left to the next one, as this one ends or its database is out of reach.
        if (error instanceof HoldLost || stopping.signal.aborted) return
        log.error('export not settled', { errorName: error instanceof Error ? error.name : 'unknown' })
      })
      .finally(() => {
        if (underWay.get(id) === done) underWay.delete(id)
      })
    underWay.set(id, done)
  }
  const undo = async (row: ExportRow, why: 'cut' | 'stopped') => {
    const hold = { id: row.id, holder: randomUUID() }
    const seenAt = why === 'cut' ? row.renewed_at : undefined
    if (!(await db.write((tx) => takeHold(tx, hold, seenAt)))) return
    run(row.id, () => undoExport({ store: db, groups }, row, hold, new Failure('EXPORT_UNDONE', { params: { why } })))
  }
  const look = async () => {
    for (const row of await abandonedExports(store.db, store.kind, abandonedAfterMs)) await undo(row, 'cut')
  }
  let cancelLook = () => {}
  let looking: Promise<void> = Promise.resolve()
  const keepLooking = (delayMs: number) => {
    cancelLook = clock.schedule(delayMs, () => {
      // An unreachable database is logged elsewhere.
      looking = look()
        .catch(() => {})
        .then(() => {
          if (!stopping.signal.aborted) keepLooking(lookEveryMs)
        })
    })
  }
  keepLooking(0)
  return {
    holder,
    begin: (id, person, wanted) =>
      run(id, () => makeOrUndo({ store: db, signIn, groups }, person, wanted, { id, holder })),
    cancel: async (id) => {
      const row = await findExport(store.db, id)
      if (row?.state !== 'preparing') return
      await undo(row, 'stopped')
    },
    settledWithin: async (id, ms) => {
      let stopWaiting = () => {}
      const late = new Promise<void>((resolve) => {
        stopWaiting = clock.schedule(ms, resolve)
      })
      await Promise.race([underWay.get(id), late])
      stopWaiting()
    },
    stop: async () => {
      stopping.abort()
      cancelLook()
      await looking
      await Promise.all(underWay.values())
      await store.write((tx) => releaseHolds(tx.db, holder)).catch(() => {})
    },
  }
}

/** A group that has begun is written; no other one begins. */
function refusingWhen(signal: AbortSignal, store: Store): Store['write'] {
  return async (work) => {
    if (signal.aborted) throw new HoldLost()
    return store.write(work)
  }
}

async function makeOrUndo(deps: Making, person: Member, wanted: ExportSelection, hold: ExportHold): Promise<void> {
  try {
    await makeLongExport(deps, person, wanted, hold)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const row = await findExport(deps.store.db, hold.id)
    if (row === undefined) throw error
    await undoExport(deps, row, hold, error)
    await reopenRefused(deps.store, error)
  }
}

/** What was refused because the rules have changed since it was approved goes back to review, now that this is known. */
export async function reopenRefused(store: Store, error: unknown): Promise<void> {
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
