import type { Clock } from '../clock.ts'

/** How many validations each person may begin in any sixty seconds. */
export interface MinuteLimit {
  /**
   * Counts one for the person; or, when there were too many, tells the milliseconds until one may begin, and counts nothing.
   */
  take(personId: string): number | undefined
}

const minuteMs = 60_000

/** Beyond this many people, those who began nothing for a minute are forgotten: nothing is left to count. */
const manyPeople = 100

export function createMinuteLimit(perMinute: number, clock: Clock): MinuteLimit {
  const people = new Map<string, Turns>()
  const forgetIdle = () => {
    for (const [person, turns] of people) if (turns.isIdle()) people.delete(person)
  }
  return {
    take(personId) {
      const known = people.get(personId)
      if (known !== undefined) return known.take()
      if (people.size >= manyPeople) forgetIdle()
      const turns = createTurns(perMinute, clock)
      people.set(personId, turns)
      return turns.take()
    },
  }
}

type Turns = ReturnType<typeof createTurns>

/** Remembers when the last `perMinute` began: the oldest of them must be a minute old. */
function createTurns(perMinute: number, clock: Clock) {
  const begun: number[] = []
  let oldest = 0
  let latest = Number.NEGATIVE_INFINITY
  return {
    isIdle: () => latest + minuteMs <= clock.now(),
    take(): number | undefined {
      const isFull = begun.length === perMinute
      const waitMs = isFull ? (begun[oldest] ?? 0) + minuteMs - clock.now() : 0
      if (waitMs > 0) return waitMs
      latest = clock.now()
      begun[oldest] = latest
      oldest = (oldest + 1) % perMinute
      return undefined
    },
  }
}
