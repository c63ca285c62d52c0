import type { Clock } from './clock.ts'

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
  return [...perMinute(most), ...perDay(10 * most)]
}

/** How often something may begin, for each of those that it is counted for: a person, an address, a browser. */
export interface Limit {
  /**
   * Counts for each of these; or, when there were too many for one of them, answers the milliseconds until one may begin, and counts nothing.
   * @param count how many begin at once; 0 asks whether there were too many already
   */
  take(keys: readonly string[], count?: number): number | undefined
  /** Counts for each of these, however many there were. */
  add(keys: readonly string[], count?: number): void
  /** Takes back the last that were counted: they turned out not to count. */
  giveBack(keys: readonly string[], count?: number): void
  /** How many were counted within the longest span. */
  countOf(key: string): number
}

/** Counted in this process alone: a restart begins at nothing, and each of several servers counts for itself. */
export function createLimit(rates: readonly Rate[], clock: Clock): Limit {
  const counters = rates.map((rate) => createCounters(rate, clock))
  const countersOf = (keys: readonly string[]) => keys.flatMap((key) => counters.map((of) => of(key)))
  return {
    take(keys, count = 1) {
      const counted = countersOf(keys)
      const waitMs = Math.max(0, ...counted.map((counter) => counter.waitMs(count)))
      if (waitMs > 0) return waitMs
      for (const counter of counted) counter.begin(count)
      return undefined
    },
    add(keys, count = 1) {
      for (const counter of countersOf(keys)) counter.begin(count)
    },
    giveBack(keys, count = 1) {
      for (const counter of countersOf(keys)) counter.giveBack(count)
    },
    countOf: (key) => Math.max(...counters.map((of) => of(key).count())),
  }
}

const fewCounters = 100

/**
 * Each time that there are twice as many, those who began nothing within the span are forgotten: nothing is left to count. Looking for them at each
 * new one would cost the more, the more strangers come from ever other addresses.
 */
function createCounters(rate: Rate, clock: Clock): (key: string) => Counter {
  const counters = new Map<string, Counter>()
  let many = fewCounters
  return (key) => {
    const known = counters.get(key)
    if (known !== undefined) return known
    if (counters.size >= many) {
      for (const [other, counter] of counters) if (counter.count() === 0) counters.delete(other)
      many = Math.max(fewCounters, 2 * counters.size)
    }
    const counter = createCounter(rate, clock)
    counters.set(key, counter)
    return counter
  }
}

type Counter = ReturnType<typeof createCounter>

/** Remembers what began within the span, the oldest first. */
function createCounter({ most, spanMs }: Rate, clock: Clock) {
  let begun: { readonly at: number; count: number }[] = []
  let total = 0
  const forgetOld = () => {
    const from = begun.findIndex(({ at }) => at + spanMs > clock.now())
    const old = from === -1 ? begun : begun.slice(0, from)
    if (old.length === 0) return
    total -= sumOf(old)
    begun = begun.slice(old.length)
  }
  return {
    count() {
      forgetOld()
      return total
    },
    /** More at once than there may be in a span wait for a whole one. */
    waitMs(count: number) {
      forgetOld()
      let excess = Math.min(count, most) + total - most
      if (excess <= 0) return 0
      const last = begun.find((one) => {
        excess -= one.count
        return excess <= 0
      })
      return (last?.at ?? clock.now()) + spanMs - clock.now()
    },
    begin(count: number) {
      const at = clock.now()
      const last = begun.at(-1)
      if (last?.at === at) last.count += count
      else begun.push({ at, count })
      total += count
    },
    giveBack(count: number) {
      let left = Math.min(count, total)
      total -= left
      for (let last = begun.at(-1); last !== undefined && left > 0; last = begun.at(-1)) {
        const taken = Math.min(left, last.count)
        last.count -= taken
        left -= taken
        if (last.count === 0) begun.pop()
      }
    },
  }
}

function sumOf(begun: readonly { readonly count: number }[]): number {
  return begun.reduce((sum, { count }) => sum + count, 0)
}

/** So many people at one address may each send as much as one may. */
export const peopleOfAddress = 10

/** A limit of a person, and of an address, where no one person fills what all its people have. */
export interface PeopleLimit {
  take(from: { readonly personId: string; readonly address: string }): number | undefined
  /** How many a person has left within a minute. */
  leftTo(personId: string): number
}

/** @param most of a person in a minute @param ofAddress of an address in a minute */
export function createPeopleLimit(most: number, ofAddress: number, clock: Clock): PeopleLimit {
  const people = createLimit(perMinute(most), clock)
  const addresses = createLimit(perMinute(ofAddress), clock)
  return {
    take({ personId, address }) {
      const waitMs = people.take([personId])
      if (waitMs !== undefined) return waitMs
      const otherMs = addresses.take([address])
      if (otherMs !== undefined) people.giveBack([personId])
      return otherMs
    },
    leftTo: (personId) => Math.max(0, most - people.countOf(personId)),
  }
}
