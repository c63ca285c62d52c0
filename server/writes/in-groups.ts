import { setTimeout as wait } from 'node:timers/promises'
import type { Store, Transaction } from '../store/store.ts'

/** About how long a group may hold the event loop and the write lock. */
const groupMs = 15

/** The first group, before it is known how long one takes; and the largest. */
const first = 10
const largest = 200

/**
 * Does long work in many transactions, each over as many items as take a few milliseconds; between two of them others have their turn. The
 * work is handed the first item and how many, and is done over all of them before the next group begins.
 * @throws whatever the work throws: the groups before stay written
 */
export async function inGroups(
  store: Pick<Store, 'write'>,
  count: number,
  work: (tx: Transaction, from: number, size: number) => Promise<void>,
): Promise<void> {
  let size = first
  for (let from = 0; from < count; ) {
    const taken = Math.min(size, count - from)
    const startedAt = { ms: 0 }
    await store.write(async (tx) => {
      startedAt.ms = performance.now()
      await work(tx, from, taken)
    })
    const tookMs = performance.now() - startedAt.ms
    from += taken
    size = Math.round(Math.min(largest, 2 * taken, Math.max(1, (taken * groupMs) / tookMs)))
    // A writer of another process looks for the lock now and then.
    await wait(tookMs / 2)
  }
}
