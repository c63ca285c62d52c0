import type { Kysely } from 'kysely'
import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'

/** How long a writer waits for its turn before it hears that the database is busy. */
const longestWaitMs = 30_000

/** What ends the wait of a writer for its turn; once it writes, nothing of this does. */
export interface WriterWait {
  /** Its reason is what the writer is refused with. A writer that has one is also refused by {@link WriteQueue.refuse}. */
  readonly signal?: AbortSignal | undefined
  /** Left out: 30 seconds. */
  readonly limitMs?: number | undefined
}

/** The turn of a writer in its process: what is left is the wait for the lock that all processes share. */
export interface WriterTurn {
  /** @throws whatever the writer is refused with: STORE_BUSY where it has waited for long enough */
  requirePatience(): void
  /**
   * The lock is taken: it waits no longer.
   * @throws whatever the writer was refused with meanwhile, but for STORE_BUSY
   */
  begin(): void
}

/** The writers of one process, one after the other. */
export interface WriteQueue {
  /**
   * Does the work when all before it are done.
   * @throws Failure STORE_BUSY; the reason of the signal
   */
  run<Result>(work: (turn: WriterTurn) => Promise<Result>, wait?: WriterWait): Promise<Result>
  /** How many wait for their turn, or for the lock. */
  length(): number
  /** Refuses with SHUTTING_DOWN those with a signal: the ones that wait, and the ones to come. */
  refuse(): void
}

export function createWriteQueue(clock: Pick<Clock, 'now' | 'schedule'>, usualMs = longestWaitMs): WriteQueue {
  const waiting = new Set<QueuedWriter>()
  const unbegun = new Set<WriterTurn>()
  let isTaken = false
  let isRefusing = false
  const turnOf = (signal: AbortSignal | undefined, limitMs: number) => {
    const until = clock.now() + limitMs
    const requireWanted = () => {
      signal?.throwIfAborted()
      if (isRefusing && signal !== undefined) throw new Failure('SHUTTING_DOWN')
    }
    const turn = {
      requireWanted,
      requirePatience() {
        requireWanted()
        if (clock.now() >= until) throw busy()
      },
      begin() {
        if (unbegun.delete(turn)) requireWanted()
      },
    }
    return turn
  }
  const come = (requireWanted: () => void, signal: AbortSignal | undefined, limitMs: number) =>
    new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        cancel()
        signal?.removeEventListener('abort', look)
        waiting.delete(waiter)
        settle()
      }
      const look = () => {
        try {
          requireWanted()
        } catch (error) {
          end(() => reject(error))
        }
      }
      const waiter = { admit: () => end(resolve), look }
      const cancel = clock.schedule(limitMs, () => end(() => reject(busy())))
      signal?.addEventListener('abort', look)
      waiting.add(waiter)
      look()
      if (!isTaken) admitNext()
    })
  const admitNext = () => {
    const [next] = waiting
    isTaken = next !== undefined
    next?.admit()
  }
  return {
    async run(work, { signal, limitMs = usualMs } = {}) {
      const turn = turnOf(signal, limitMs)
      unbegun.add(turn)
      try {
        await come(turn.requireWanted, signal, limitMs)
        return await work(turn).finally(admitNext)
      } finally {
        unbegun.delete(turn)
      }
    },
    length: () => unbegun.size,
    refuse() {
      isRefusing = true
      for (const { look } of [...waiting]) look()
    },
  }
}

/** The work in a transaction of a writer whose turn it is. */
export function transactInTurn<Tables, Result>(
  writer: Kysely<Tables>,
  turn: WriterTurn,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return writer.transaction().execute((db) => {
    turn.begin()
    return work(db)
  })
}

interface QueuedWriter {
  readonly admit: () => void
  /** Ends the wait where it is wanted no longer. */
  readonly look: () => void
}

/** Nothing is wrong with the database: too much is asked of it. */
function busy(): Failure {
  return new Failure('STORE_BUSY', { retryAfterSeconds: 5 })
}
