import { setImmediate as turn } from 'node:timers/promises'
import type { Event, Store, Transaction } from './store.ts'

/** How many of a kind share a transaction at most: each takes well under a millisecond, and all hear of it once it is over. */
const mostAtOnce = 30

/** What was asked of one kind of work and shares a transaction. */
interface SharedWork {
  /** Does the work; the returned function gives the waiting callers their results, once the transaction is committed. */
  run(transaction: Transaction): Promise<() => void>
  fail(error: unknown): void
  /** Each by itself. */
  readonly parts: readonly SharedWork[]
}

/**
 * Lets works share transactions: to write them takes less than to have the disk confirm it. What comes within a turn of the event loop or while
 * another transaction is under way goes into the next one, each kind of work at once. What they audit is appended together, once all are done.
 * Where a work fails, all of its transaction is undone and everything asked is done alone, so that no other hears of it.
 */
export function createSharedWrites(write: Store['write']): Store['sharing'] {
  const queues: (() => readonly SharedWork[])[] = []
  let isWriting = false
  const writeAll = async () => {
    isWriting = true
    await turn()
    const next = () => queues.flatMap((take) => take())
    for (let batches = next(); batches.length > 0; batches = next()) await writeTogether(write, batches)
    isWriting = false
  }
  return (work) => {
    const { add, take } = createQueue(work)
    queues.push(take)
    return (given) => {
      const result = add(given)
      if (!isWriting) void writeAll()
      return result
    }
  }
}

/** Lets any works share transactions that ask for nothing which those before them have audited in the same one. */
export function createJointWrites(sharing: Store['sharing']): Store['writeJointly'] {
  const run = sharing(async (transaction, works: readonly ((tx: Transaction) => Promise<() => void>)[]) => {
    const done: (() => void)[] = []
    for (const work of works) done.push(await work(transaction))
    return done
  })
  return (work) =>
    new Promise((resolve, reject) => {
      const tellLater = async (transaction: Transaction) => {
        const result = await work(transaction)
        return () => resolve(result)
      }
      run(tellLater).then((tell) => tell(), reject)
    })
}

interface QueuedWork<Given, Result> {
  readonly given: Given
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Those who wait for one kind of work. */
function createQueue<Given, Result>(
  work: (transaction: Transaction, all: readonly Given[]) => Promise<readonly Result[]>,
) {
  const waiting: QueuedWork<Given, Result>[] = []
  const batchOf = (some: readonly QueuedWork<Given, Result>[]): SharedWork => ({
    run: async (transaction) => {
      const results = await work(
        transaction,
        some.map(({ given }) => given),
      )
      return () => {
        for (const [index, result] of results.entries()) some[index]?.resolve(result)
      }
    },
    fail: (error) => {
      for (const { reject } of some) reject(error)
    },
    get parts() {
      return some.map((one) => batchOf([one]))
    },
  })
  return {
    add: (given: Given) => new Promise<Result>((resolve, reject) => void waiting.push({ given, resolve, reject })),
    take: () => (waiting.length === 0 ? [] : [batchOf(waiting.splice(0, mostAtOnce))]),
  }
}

/** Never rejects. */
async function writeTogether(write: Store['write'], batches: readonly SharedWork[]): Promise<void> {
  let isOfWork = false
  try {
    const tellings = await write(async (transaction) => {
      isOfWork = true
      const events: Event[] = []
      const shared = { ...transaction, audit: async (...more: readonly Event[]) => void events.push(...more) }
      const done: (() => void)[] = []
      for (const batch of batches) done.push(await batch.run(shared))
      await transaction.audit(...events)
      isOfWork = false
      return done
    })
    for (const tell of tellings) tell()
  } catch (error) {
    // A lock that is not given or a disk that takes nothing is the same for all.
    const parts = batches.flatMap((batch) => batch.parts)
    if (isOfWork && parts.length > 1) for (const one of parts) await writeTogether(write, [one])
    else for (const { fail } of batches) fail(error)
  }
}
