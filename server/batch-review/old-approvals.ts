import type { Clock } from '../kernel/clock.ts'
import type { Store } from '../store/store.ts'
import { lifeMs } from './batch-approval.ts'
import { approvalsBefore, removeBatchApproval } from './batch-approval-rows.ts'

export interface OldApprovals {
  /** Looks no more; resolves once nothing is being removed. */
  stop(): Promise<void>
}

const hourMs = 60 * 60_000

/** Removes acts of approval whose day is over, with their lists, as long as the server runs: one transaction each. */
export function removeOldApprovals(store: Store, clock: Pick<Clock, 'schedule'>): OldApprovals {
  let isStopping = false
  let cancel = () => {}
  let looking: Promise<void> = Promise.resolve()
  const look = async () => {
    const before = new Date(store.now().getTime() - lifeMs).toISOString()
    for (const id of await approvalsBefore(store.db, before))
      if (!isStopping) await store.write(({ db }) => removeBatchApproval(db, id))
  }
  const next = (delayMs: number) => {
    cancel = clock.schedule(delayMs, () => {
      // An unreachable database is logged elsewhere.
      looking = look()
        .catch(() => {})
        .then(() => {
          if (!isStopping) next(hourMs)
        })
    })
  }
  next(0)
  return {
    async stop() {
      isStopping = true
      cancel()
      await looking
    },
  }
}
