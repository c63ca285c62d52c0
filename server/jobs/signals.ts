import type { Clock } from '../kernel/clock.ts'

/** Those who wait for something by its name, or until a time has passed. */
export interface Signals {
  raise(name: string): void
  /** Resolves once it is raised, or after so long. */
  within(name: string, ms: number): Promise<void>
}

export function createSignals(clock: Pick<Clock, 'schedule'>): Signals {
  const waiting = new Map<string, Set<() => void>>()
  return {
    raise: (name) => {
      for (const resolve of waiting.get(name) ?? []) resolve()
    },
    within: (name, ms) =>
      new Promise((resolve) => {
        const all = waiting.get(name) ?? new Set()
        const end = () => {
          cancel()
          all.delete(end)
          if (all.size === 0) waiting.delete(name)
          resolve()
        }
        const cancel = clock.schedule(ms, end)
        waiting.set(name, all.add(end))
      }),
  }
}
