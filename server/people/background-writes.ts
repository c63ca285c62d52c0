import type { Log } from '../kernel/log.ts'
import type { Store, Transaction } from '../store/store.ts'

/** However many are refused, the audit log gets an entry only so often. */
const refusalsToldMs = 10 * 60_000

/** Writes that no request waits for. */
export interface BackgroundWrites {
  /** Writes unless the same is being written. */
  later(key: string, work: (tx: Transaction) => Promise<void>): void
  /** Counts a refused session: the audit log has their number. */
  refuse(): void
  /** Resolves once nothing is being written. */
  settled(): Promise<void>
}

export function createBackgroundWrites(store: Store, log: Log): BackgroundWrites {
  const writing = new Map<string, Promise<void>>()
  const later: BackgroundWrites['later'] = (key, work) => {
    if (writing.has(key)) return
    const written = store
      .write(work)
      .catch((error: unknown) =>
        log.trouble('session not written', { errorName: error instanceof Error ? error.name : '' }),
      )
      .finally(() => writing.delete(key))
    writing.set(key, written)
  }
  let refused = 0
  let toldAt = Number.NEGATIVE_INFINITY
  const tellRefused = () => {
    const facts = { refused }
    const thing = { type: 'database', id: 'database' } as const
    toldAt = store.now().getTime()
    refused = 0
    later('refused', (tx) => tx.audit({ personId: null, action: 'session.refused', thing, facts }))
  }
  return {
    later,
    refuse() {
      refused += 1
      if (store.now().getTime() - toldAt >= refusalsToldMs) tellRefused()
    },
    async settled() {
      await Promise.all(writing.values())
      if (refused > 0) tellRefused()
      while (writing.size > 0) await Promise.all(writing.values())
    },
  }
}
