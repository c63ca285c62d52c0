import { rowsKind } from '../batches/save-rows.ts'
import { exportKind } from '../exports/export-kind.ts'
import { createJobRunner, type JobRunner } from '../jobs/run-jobs.ts'
import type { Clock } from '../kernel/clock.ts'
import { createLog } from '../kernel/log.ts'
import { actsKind } from '../lists/act-jobs.ts'
import { approvalKind } from '../lists/run-approval.ts'
import { outcomesKind } from '../outcomes/state-outcomes.ts'
import { createUnsentPayouts } from '../search/unsent-payouts.ts'
import type { Store } from '../store/store.ts'
import { createPacedGroups } from '../writes/paced-groups.ts'
import { virtualClock } from './virtual-clock.ts'

const uncounted = { beforeRows: () => {}, byRefusedRows: async () => {}, byDeleting: () => {} }

/** The runner of a server over a store, whose time does not pass unless it has another clock: it looks once, and when it is woken. */
export function runnerOver(
  store: Store,
  signIn: 'local' | 'accounts' = 'local',
  clock: Pick<Clock, 'schedule'> = virtualClock(),
): JobRunner {
  // What takes a provider is tested with an app.
  const kinds = {
    validations: approvalKind,
    approval: approvalKind,
    export: exportKind({ store, signIn }),
    rows: rowsKind({ numberSearches: uncounted, unsentPayouts: createUnsentPayouts(9_999) }),
    acts: actsKind({ numberSearches: uncounted }),
    outcomes: outcomesKind({ note: async () => {} }),
  }
  const log = createLog('silent')
  return createJobRunner({ store, signIn, kinds, groups: createPacedGroups(), clock, log })
}

/** Goes on with a job until it is over. */
export async function runToEnd(store: Store, id: string): Promise<void> {
  const runner = runnerOver(store)
  await runner.settledWithin(id, 0)
  await runner.stop()
}

/** A store whose server is killed after so many writes: by turns before a write, and after it without an answer. */
export function dyingStore(store: Store, writes: number): { readonly store: Store; readonly dead: Promise<void> } {
  let left = writes
  let die = () => {}
  const dead = new Promise<void>((resolve) => {
    die = resolve
  })
  const write: Store['write'] = async (work) => {
    if (left > 0) {
      left -= 1
      return store.write(work)
    }
    if (left === 0 && writes % 2 === 1) await store.write(work).catch(() => {})
    left = -1
    die()
    throw new Error('killed')
  }
  return { store: { ...store, write }, dead }
}

/** As if the time had passed after which a server that says nothing counts as killed. */
export async function letLeasesEnd(store: Store): Promise<void> {
  const lease_until = '2026-01-01T00:00:00.000Z'
  await store.write(({ db }) => db.updateTable('jobs').set({ lease_until }).where('holder', 'is not', null).execute())
}
