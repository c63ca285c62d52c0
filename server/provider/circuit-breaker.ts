import type { Clock } from '../kernel/clock.ts'

export type BreakerState = 'closed' | 'open' | 'half-open'

/** The right to send one call. It must be settled, whatever happens. */
export interface Pass {
  /** Reports how the call ended; calls admitted before the breaker last changed no longer count. */
  settle(providerFailed: boolean): void
}

/** Keeps calls from a provider that fails, lets one through from time to time, and closes when that one is answered. */
export interface CircuitBreaker {
  readonly state: BreakerState
  /** Milliseconds until it makes sense to come again; undefined when a call may be sent now. */
  refusalMs(): number | undefined
  /** A pass for one call; undefined under {@link refusalMs}. */
  admit(): Pass | undefined
}

const windowSeconds = 30
const leastCalls = 20
const openMs = 5_000
/** A probe is under way: how soon its end may be known. */
const probingMs = 1_000

/**
 * Opens when at least half of at least twenty calls of the last half minute failed (counted by the second); five
 * seconds later one call may probe. `onOpen` is called at once.
 */
export function createCircuitBreaker(clock: Clock, onOpen: () => void): CircuitBreaker {
  const recent = recentCalls(clock)
  let state: BreakerState = 'closed'
  let generation = 0
  let probeAt = 0

  const move = (next: BreakerState) => {
    state = next
    generation += 1
    recent.clear()
    if (next !== 'open') return
    probeAt = clock.now() + openMs
    onOpen()
  }
  const settle = (failed: boolean) => {
    if (state === 'half-open') return move(failed ? 'open' : 'closed')
    recent.add(failed)
    if (failed && recent.calls() >= leastCalls && recent.failures() * 2 >= recent.calls()) move('open')
  }
  const refusalMs = () => {
    if (state === 'half-open') return probingMs
    return state === 'closed' || clock.now() >= probeAt ? undefined : probeAt - clock.now()
  }
  return {
    get state() {
      return state
    },
    refusalMs,
    admit() {
      if (refusalMs() !== undefined) return undefined
      if (state === 'open') move('half-open')
      const mine = generation
      return { settle: (failed) => (mine === generation ? settle(failed) : undefined) }
    },
  }
}

interface Second {
  readonly second: number
  calls: number
  failures: number
}

/** How many calls of the last half minute there were, and how many failed. */
function recentCalls(clock: Clock) {
  let seconds: Second[] = []
  const sum = (count: (second: Second) => number) => seconds.reduce((total, second) => total + count(second), 0)
  return {
    add(failed: boolean) {
      const now = Math.floor(clock.now() / 1000)
      seconds = seconds.filter(({ second }) => second > now - windowSeconds)
      let last = seconds.at(-1)
      if (last?.second !== now) {
        last = { second: now, calls: 0, failures: 0 }
        seconds.push(last)
      }
      last.calls += 1
      if (failed) last.failures += 1
    },
    clear() {
      seconds = []
    },
    calls: () => sum(({ calls }) => calls),
    failures: () => sum(({ failures }) => failures),
  }
}
