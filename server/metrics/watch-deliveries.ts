import { Gauge, type Registry } from 'prom-client'
import type { DeliverySummary, deliveryWays } from '#shared/api/webhooks.ts'
import { Failure } from '../kernel/failure.ts'

interface WayState {
  /** Undefined where the audit log, which says to whom it goes, was changed past the app. */
  readonly summary: DeliverySummary | undefined
  readonly isTampered: boolean
}

/** Of each way that is set up, how deliveries go. */
export type WatchedWays = Readonly<Partial<Record<(typeof deliveryWays)[number], () => Promise<WayState>>>>

/** Has gauges of all deliveries, which are read together. */
export function watchDeliveries(ways: WatchedWays, registers: Registry[]): void {
  const watched = Object.entries(ways)
  if (watched.length === 0) return
  let reading: Promise<readonly (readonly [string, WayState])[]> | undefined
  const readAll = () => {
    reading ??= Promise.all(
      watched.map(async ([way, read]) => [way, await read().catch(stateWithout)] as const),
    ).finally(() => {
      reading = undefined
    })
    return reading
  }
  const gauge = (
    given: { readonly name: string; readonly help: string },
    read: (state: WayState) => number | undefined,
  ) =>
    new Gauge({
      ...given,
      labelNames: ['way'],
      registers,
      async collect() {
        this.reset()
        for (const [way, state] of await readAll()) {
          const value = read(state)
          if (value !== undefined) this.set({ way }, value)
        }
      },
    })
  gauge(
    { name: 'payout_desk_deliveries_overdue', help: 'What should have been delivered by now, or was tried in vain.' },
    ({ summary }) => summary?.overdue,
  )
  gauge(
    { name: 'payout_desk_deliveries_set_aside', help: 'What was given up, until it is sent again.' },
    ({ summary }) => summary?.setAside,
  )
  gauge(
    {
      name: 'payout_desk_deliveries_succeeded_timestamp_seconds',
      help: 'When one last arrived; left out where none has.',
    },
    ({ summary }) => secondsOf(summary?.deliveredAt),
  )
  gauge(
    {
      name: 'payout_desk_deliveries_failed_timestamp_seconds',
      help: 'When an attempt last failed, of what has not arrived since; left out where none has.',
    },
    ({ summary }) => secondsOf(summary?.failedAt),
  )
  gauge(
    {
      name: 'payout_desk_deliveries_tampered',
      help: '1 while an endpoint gets nothing, as it was changed past the app.',
    },
    ({ isTampered }) => Number(isTampered),
  )
}

/** The other metrics do not go without an answer for it. */
function stateWithout(error: unknown): WayState {
  if (error instanceof Failure) return { summary: undefined, isTampered: true }
  throw error
}

function secondsOf(at: string | null | undefined): number | undefined {
  return typeof at === 'string' ? Date.parse(at) / 1_000 : undefined
}
