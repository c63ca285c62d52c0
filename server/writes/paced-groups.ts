import { setTimeout as wait } from 'node:timers/promises'

/**
 * Long work on many things, in groups that are done one after the other over all requests of this process: none holds the write lock for
 * long, and between two of them other writers have a turn.
 */
export interface PacedGroups {
  /**
   * Hands out groups until all is done. `work` answers how many of its group it has done, one at least; once it is time, it begins no
   * further one.
   * @param pace left out: of work that lets others have a turn in the middle of a group (breathe.ts)
   * @throws whatever the work throws: the groups before stay done
   */
  run<Item>(
    items: readonly Item[],
    work: (group: readonly Item[], isTime: () => boolean) => Promise<number>,
    pace?: GroupPace,
  ): Promise<void>
  /** One group in its turn; answers its time. */
  inTurn<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly ms: number }>
}

/** How long a group may take. */
export interface GroupPace {
  /** With writing what it made. */
  readonly groupMs: number
  /** So much of it goes to making what is written. */
  readonly makingMs: number
  /** A group is never smaller: each costs something of its own. */
  readonly smallestSize: number
}

/**
 * So long a group may hold the write lock, with the time that writing what it made takes after it; the event loop it holds for a few
 * milliseconds at a time. Each row of a small group costs twice: a commit writes whole pages of every index to the disk.
 */
export const breathing: GroupPace = { groupMs: 120, makingMs: 60, smallestSize: 40 }

/** Of work that holds the event loop for as long as a group takes. */
export const unbroken: GroupPace = { groupMs: 15, makingMs: 15, smallestSize: 1 }

/** Before it is known how long one takes. */
export const firstSize = 10
const largestSize = 200

export function createPacedGroups(): PacedGroups {
  let last: Promise<unknown> = Promise.resolve()
  /** One group at a time: two would delay other requests twice as long. */
  const inTurn: PacedGroups['inTurn'] = (work) => {
    const timed = async () => {
      const begun = performance.now()
      const result = await work()
      return { result, ms: performance.now() - begun }
    }
    const next = last.then(timed, timed)
    last = next.then(pause, () => wait(1))
    return next
  }
  return {
    inTurn,
    async run(items, work, pace = breathing) {
      let size = Math.max(firstSize, pace.smallestSize)
      for (let from = 0; from < items.length; ) {
        const { result: done, ms } = await inTurn(() => work(items.slice(from, from + size), timeOf(pace)))
        from += done
        size = nextSize({ done, ms }, pace)
      }
    },
  }
}

/** A writer of another process looks for the lock of SQLite now and then, for eight seconds: so it finds it free in one of the pauses. */
function pause({ ms }: { readonly ms: number }): Promise<void> {
  return wait(ms / 20)
}

/** Asked before each thing of a group that begins now: whether it is to begin no further one. */
export function timeOf({ smallestSize, makingMs }: GroupPace): () => boolean {
  const begun = performance.now()
  let asked = 0
  return () => ++asked >= smallestSize && performance.now() - begun > makingMs
}

/** As many as would have taken the time that a group may; never many times those before, as each thing takes its own time. */
export function nextSize(
  { done, ms }: { readonly done: number; readonly ms: number },
  { groupMs, smallestSize }: GroupPace,
): number {
  const fitting = Math.floor((done * groupMs) / Math.max(ms, 1))
  return Math.max(smallestSize, Math.min(fitting, 2 * done, largestSize))
}
