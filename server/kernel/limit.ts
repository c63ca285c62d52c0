import type { Clock } from './clock.ts'

/** The originator of an action, as far as limits distinguish them. */
interface Beginner {
  /** Left out before anyone has signed in. */
  readonly personId?: string
  /** Where the request comes from. A name can be made up; an address less so. */
  readonly address: string
}

/** How many may begin in any span of time. */
interface Rate {
  readonly most: number
  readonly spanMs: number
}

const minuteMs = 60_000

export function perMinute(most: number): readonly Rate[] {
  return [{ most, spanMs: minuteMs }]
}

export function perDay(most: number): readonly Rate[] {
  return [{ most, spanMs: 24 * 60 * minuteMs }]
}

/** Ten times as many in a day. */
export function perMinuteAndDay(most: number): readonly Rate[] {
  return [...perMinute(most), { most: 10 * most, spanMs: 24 * 60 * minuteMs }]
}

/** How often something may begin: by one person, from one address, and at this server as a whole. */
export interface Limit {
  /** Counts one; or, when there were too many, returns the milliseconds until one may begin, and counts nothing. */
  take(beginner: Beginner): number | undefined
  /** How many this person has begun within the longest span. */
  countOf(personId: string): number
}

/** How many times the limit of one address all addresses together have. */
const serverShare = 5

/**
 * The rates hold for each person, and again for each address with all its people, so that another name is no way round them. Counted in this
 * process alone: a restart begins at nothing, and each of several servers counts for itself.
 */
export function createLimit(rates: readonly Rate[], clock: Clock): Limit {
  const counters = rates.map((rate) => createCounters(rate, clock))
  const ofServer = rates.map(({ most, spanMs }) => createCounters({ most: most * serverShare, spanMs }, clock))
  const countersOf = ({ personId, address }: Beginner) => [
    ...counters.flatMap((of) => (personId === undefined ? [] : [of(`person ${personId}`)])),
    ...counters.map((of) => of(`address ${address}`)),
    ...ofServer.map((of) => of('server')),
  ]
  return {
    take(beginner) {
      const counted = countersOf(beginner)
      const waitMs = Math.max(...counted.map((counter) => counter.waitMs()))
      if (waitMs > 0) return waitMs
      for (const counter of counted) counter.begin()
      return undefined
    },
    countOf: (personId) => Math.max(...counters.map((of) => of(`person ${personId}`).count())),
  }
}

/** Beyond this many, those who began nothing within the span are forgotten: nothing is left to count. */
const manyCounters = 100

function createCounters(rate: Rate, clock: Clock): (key: string) => Counter {
  const counters = new Map<string, Counter>()
  return (key) => {
    const known = counters.get(key)
    if (known !== undefined) return known
    if (counters.size >= manyCounters) {
      for (const [other, counter] of counters) if (counter.isIdle()) counters.delete(other)
    }
    const counter = createCounter(rate, clock)
    counters.set(key, counter)
    return counter
  }
}

type Counter = ReturnType<typeof createCounter>

/** Remembers when the last `most` began: the oldest of them must be as old as the span. */
function createCounter({ most, spanMs }: Rate, clock: Clock) {
  const begun: number[] = []
  let oldest = 0
  let latest = Number.NEGATIVE_INFINITY
  return {
    isIdle: () => latest + spanMs <= clock.now(),
    waitMs: () => (begun.length < most ? 0 : Math.max(0, (begun[oldest] ?? 0) + spanMs - clock.now())),
    count: () => begun.filter((at) => at + spanMs > clock.now()).length,
    begin() {
      latest = clock.now()
      begun[oldest] = latest
      oldest = (oldest + 1) % most
    },
  }
}
