import { setImmediate as turn } from 'node:timers/promises'
import type { Event, Store, Transaction } from './store.ts'

/** So many share a transaction at most: each takes well under a millisecond, and all hear of it once it is over. */
const mostAtOnce = 30

interface Waiting {
  /** Does the work; what it answers tells the one who waits, once the transaction is committed. */
  readonly work: (transaction: Transaction) => Promise<() => void>
  readonly fail: (error: unknown) => void
}

/**
 * Lets works share transactions: to write them takes less than to have the disk confirm it. What comes within a turn of the event loop or while
 * another transaction is under way goes into the next one. What they audit is appended together, once all are done. Where a work fails, all of
 * its transaction is undone and each is done alone, so that no other hears of it.
 */
export function createSharedWrites(write: Store['write']): Store['write'] {
  const waiting: Waiting[] = []
  let isWriting = false
  const writeAll = async () => {
    isWriting = true
    await turn()
    while (waiting.length > 0) await writeTogether(write, waiting.splice(0, mostAtOnce))
    isWriting = false
  }
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        work: async (transaction) => {
          const result = await work(transaction)
          return () => resolve(result)
        },
        fail: reject,
      })
      if (!isWriting) void writeAll()
    })
}

/** Never rejects. */
async function writeTogether(write: Store['write'], works: readonly Waiting[]): Promise<void> {
  let isOfWork = false
  try {
    const tellings = await write(async (transaction) => {
      isOfWork = true
      const events: Event[] = []
      const shared = { ...transaction, audit: async (...more: readonly Event[]) => void events.push(...more) }
      const done: (() => void)[] = []
      for (const { work } of works) done.push(await work(shared))
      await transaction.audit(...events)
      isOfWork = false
      return done
    })
    for (const tell of tellings) tell()
  } catch (error) {
    // A lock that is not given or a disk that takes nothing is the same for all.
    if (isOfWork && works.length > 1) for (const one of works) await writeTogether(write, [one])
    else for (const { fail } of works) fail(error)
  }
}
