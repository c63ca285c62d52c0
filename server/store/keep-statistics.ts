/** While something is written, statistics are gathered again at most so often. */
const usualMs = 10_000

/** Keeps what queries are planned by fit for tables that grow, beside what is asked for: no write waits for it. */
export function keepStatistics(gather: () => Promise<void>, everyMs = usualMs) {
  let gatheredAt = performance.now()
  let gathering: Promise<void> = Promise.resolve()
  return {
    afterWrite: () => {
      if (performance.now() - gatheredAt < everyMs) return
      gatheredAt = performance.now()
      // What keeps it from being gathered keeps others from their work, who say so; a later write tries again.
      gathering = gather().catch(() => {})
    },
    settled: () => gathering,
  }
}
