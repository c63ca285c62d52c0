import { setTimeout as wait } from 'node:timers/promises'

/**
 * Long work on many things, in groups that are done one after the other over all requests of this process: none holds the write lock for
 * long, and between two of them other writers have a turn.
 */
export interface PacedGroups {
  /**
   * Hands out groups until all is done. `work` answers how many of its group it has done, one at least; once it is time, it begins no
   * further one.
   */
  run<Item>(
    items: readonly Item[],
    work: (group: readonly Item[], isTime: () => boolean) => Promise<number>,
  ): Promise<void>
}

/**
 * So long a group may hold the write lock, with the time that writing what it made takes after it; the event loop it holds for a few
 * milliseconds at a time (breathe.ts). Each row of a small group costs twice: a commit writes whole pages of every index to the disk.
 */
const groupMs = 120

/** Of these, so much goes to making what is written. */
const makingMs = 60

const smallestSize = 40
const largestSize = 200

export function createPacedGroups(): PacedGroups {
  let last: Promise<unknown> = Promise.resolve()
  /** One group at a time: two would hold up everybody else for twice as long. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work, work)
    last = next.then(pause, pause)
    return next
  }
  return {
    async run(items, work) {
      let size = smallestSize
      for (let from = 0; from < items.length; ) {
        const { done, ms } = await inTurn(async () => {
          const begun = performance.now()
          const group = items.slice(from, from + size)
          let asked = 0
          const isTime = () => ++asked >= smallestSize && performance.now() - begun > makingMs
          const count = await work(group, isTime)
          return { done: count, ms: performance.now() - begun }
        })
        from += done
        size = nextSize(done, ms)
      }
    },
  }
}

/** A writer of another process looks for the lock of SQLite now and then, and finds it free in such a pause. */
function pause(): Promise<void> {
  return wait(1)
}

/** As many as would have taken the time that a group may; never many times those before, as each thing takes its own time. */
function nextSize(done: number, ms: number): number {
  const fitting = Math.floor((done * groupMs) / Math.max(ms, 1))
  return Math.max(smallestSize, Math.min(fitting, 2 * done, largestSize))
}
