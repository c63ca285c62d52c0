import { Gauge, type Registry } from 'prom-client'
import type { DeliverySummary, deliveryWays } from '#shared/api/webhooks.ts'

/** Of each way that is set up, how deliveries go. */
export type WatchedWays = Readonly<Partial<Record<(typeof deliveryWays)[number], () => Promise<DeliverySummary>>>>

/** Has gauges of all deliveries, which are read together. */
export function watchDeliveries(ways: WatchedWays, registers: Registry[]): void {
  const watched = Object.entries(ways)
  if (watched.length === 0) return
  let reading: Promise<readonly (readonly [string, DeliverySummary])[]> | undefined
  const readAll = () => {
    reading ??= Promise.all(watched.map(async ([way, state]) => [way, await state()] as const)).finally(() => {
      reading = undefined
    })
    return reading
  }
  const gauge = (
    given: { readonly name: string; readonly help: string },
    read: (summary: DeliverySummary) => number | undefined,
  ) =>
    new Gauge({
      ...given,
      labelNames: ['way'],
      registers,
      async collect() {
        this.reset()
        for (const [way, summary] of await readAll()) {
          const value = read(summary)
          if (value !== undefined) this.set({ way }, value)
        }
      },
    })
  gauge(
    { name: 'payout_desk_deliveries_overdue', help: 'What should have been delivered by now, or was tried in vain.' },
    ({ overdue }) => overdue,
  )
  gauge(
    { name: 'payout_desk_deliveries_set_aside', help: 'What was given up, until it is sent again.' },
    ({ setAside }) => setAside,
  )
  gauge(
    {
      name: 'payout_desk_deliveries_succeeded_timestamp_seconds',
      help: 'When one last arrived; left out where none has.',
    },
    ({ deliveredAt }) => secondsOf(deliveredAt),
  )
  gauge(
    {
      name: 'payout_desk_deliveries_failed_timestamp_seconds',
      help: 'When an attempt last failed, of what has not arrived since; left out where none has.',
    },
    ({ failedAt }) => secondsOf(failedAt),
  )
}

function secondsOf(at: string | null): number | undefined {
  return at === null ? undefined : Date.parse(at) / 1_000
}
