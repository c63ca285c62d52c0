import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { BackupState, WitnessState } from '#shared/api/backups.ts'
import type { CallCounter, Endpoint, ProviderClient } from '../provider/provider-client.ts'
import { type WatchedWays, watchDeliveries } from './watch-deliveries.ts'

export interface RequestCounter {
  requested(method: string, route: string, status: number, ms: number): void
}

/** What is counted, for Prometheus. Labels hold words of our own only: never a value that was typed or sent. */
export interface Metrics extends CallCounter, RequestCounter {
  /** Reads the state of the endpoint clients whenever the metrics are asked for. */
  watch(endpointClients: ProviderClient['endpointClients']): void
  /** Reads how many wait to write whenever the metrics are requested. */
  watchWriters(writers: WatchedWriters): void
  /** Counts how late a timer came, as other work held the event loop. */
  stalled(lateMs: number): void
  /** Reads the state of the scheduled backups whenever the metrics are requested. */
  watchBackups(state: () => Promise<Pick<BackupState, 'madeAt' | 'last'>>, now: () => Date): void
  /** Reads the state of the witness of the audit log whenever the metrics are requested. */
  watchWitness(witness: WatchedWitness, now: () => Date): void
  /** Reads how deliveries go by each way whenever the metrics are requested. */
  watchDeliveries(ways: WatchedWays): void
  readonly contentType: string
  text(): Promise<string>
}

/** The outcomes that an alert looks for: their series begin with 0, as an increase is not seen in one that begins with 1. */
const alerted = ['PROVIDER_UNAUTHORIZED', 'PROVIDER_PROTOCOL_ERROR'] as const

interface WatchedWriters {
  length(): number
}

interface WatchedWitness {
  state(): Pick<WitnessState, 'witnessedAt'> | null
  failures(): number
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Finer: what one piece of work may hold the event loop for is a matter of tens of milliseconds. */
const stallSeconds = [0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const calls = new Counter({
    name: 'payout_desk_provider_calls_total',
    help: 'Calls asked of the provider, by what they came to.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  })
  const attempts = new Counter({
    name: 'payout_desk_provider_attempts_total',
    help: 'Attempts sent for those calls.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  })
  const latency = new Histogram({
    name: 'payout_desk_provider_attempt_seconds',
    help: 'From sending an attempt to the end of its exchange.',
    labelNames: ['endpoint'],
    buckets: seconds,
    registers,
  })
  const requests = new Counter({
    name: 'payout_desk_http_requests_total',
    help: 'Requests answered, by the pattern of their address.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const faults = new Counter({
    name: 'payout_desk_faults_total',
    help: 'Requests that ended with a fault of the program, 0 from the start: an alert misses the first of a series that begins with 1.',
    registers,
  })
  const durations = new Histogram({
    name: 'payout_desk_http_request_seconds',
    help: 'From the headers of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: seconds,
    registers,
  })
  const stalls = new Histogram({
    name: 'payout_desk_event_loop_delay_seconds',
    help: 'How late a timer comes that is due every 20 ms: so long other work has kept everybody waiting.',
    buckets: stallSeconds,
    registers,
  })
  const callsOf = remembered((endpoint = '', outcome = '') => calls.labels(endpoint, outcome))
  const attemptsOf = remembered((endpoint = '', outcome = '') => attempts.labels(endpoint, outcome))
  const latencyOf = remembered((endpoint = '') => latency.labels(endpoint))
  const requestsOf = remembered((method = '', route = '', status = '') => requests.labels(method, route, status))
  const durationsOf = remembered((route = '') => durations.labels(route))
  return {
    called: (endpoint, outcome) => callsOf(endpoint, outcome).inc(),
    attempted(endpoint, outcome, ms) {
      attemptsOf(endpoint, outcome).inc()
      latencyOf(endpoint).observe(ms / 1000)
    },
    requested(method, route, status, ms) {
      requestsOf(method, route, String(status)).inc()
      if (status === 500) faults.inc()
      durationsOf(route).observe(ms / 1000)
    },
    stalled: (lateMs) => stalls.observe(lateMs / 1000),
    watch: (endpointClients) => watchEndpointClients(endpointClients, registers, callsOf),
    watchWriters: (writers) => watchWriters(writers, registers),
    watchBackups: (state, now) => watchBackups(state, now, registers),
    watchWitness: (witness, now) => watchWitness(witness, now, registers),
    watchDeliveries: (ways) => watchDeliveries(ways, registers),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

/** Looks a counter up by its labels once: prom-client checks and sorts them each time. */
function remembered<Child>(make: (...labels: string[]) => Child): (...labels: string[]) => Child {
  const known = new Map<string, Child>()
  return (...labels) => {
    const name = labels.join(' ')
    let child = known.get(name)
    if (child === undefined) {
      child = make(...labels)
      known.set(name, child)
    }
    return child
  }
}

const breakerStates = { closed: 0, 'half-open': 1, open: 2 } as const

function watchEndpointClients(
  endpointClients: ProviderClient['endpointClients'],
  registers: Registry[],
  callsOf: (endpoint: string, outcome: string) => Counter.Internal,
): void {
  for (const endpoint of Object.keys(endpointClients)) for (const outcome of alerted) callsOf(endpoint, outcome).inc(0)
  const gauge = (
    name: string,
    help: string,
    read: (endpointClient: ProviderClient['endpointClients'][Endpoint]) => number,
  ) =>
    new Gauge({
      name: `payout_desk_provider_${name}`,
      help,
      labelNames: ['endpoint'],
      registers,
      collect() {
        for (const [endpoint, endpointClient] of Object.entries(endpointClients))
          this.set({ endpoint }, read(endpointClient))
      },
    })
  gauge(
    'breaker_state',
    '0 closed, 1 half-open (one call probes), 2 open.',
    (endpointClient) => breakerStates[endpointClient.breaker],
  )
  gauge('queue_length', 'Attempts that wait for their turn.', (endpointClient) => endpointClient.waiting)
  gauge(
    'calls_per_second',
    'The pace learnt from 429; +Inf while no limit is known.',
    (endpointClient) => endpointClient.callsPerSecond,
  )
}

function watchWriters(writers: WatchedWriters, registers: Registry[]): void {
  new Gauge({
    name: 'payout_desk_writes_waiting',
    help: 'Writes that wait for their turn; after 30 seconds they are refused as STORE_BUSY.',
    registers,
    collect() {
      this.set(writers.length())
    },
  })
}

function watchBackups(
  state: () => Promise<Pick<BackupState, 'madeAt' | 'last'>>,
  now: () => Date,
  registers: Registry[],
): void {
  new Gauge({
    name: 'payout_desk_backup_age_seconds',
    help: 'Since the newest good scheduled backup was begun; +Inf while there is none.',
    registers,
    async collect() {
      const { madeAt } = await state()
      this.set(madeAt === null ? Number.POSITIVE_INFINITY : (now().getTime() - Date.parse(madeAt)) / 1_000)
    },
  })
  new Gauge({
    name: 'payout_desk_backup_failed',
    help: '1 when the newest attempt at a scheduled backup failed, else 0.',
    registers,
    async collect() {
      const { last } = await state()
      this.set(last?.outcome === 'failed' ? 1 : 0)
    },
  })
}

function watchWitness(witness: WatchedWitness, now: () => Date, registers: Registry[]): void {
  new Gauge({
    name: 'payout_desk_audit_witness_age_seconds',
    help: 'Since a line of the audit log last reached its witness; +Inf while none has since the start.',
    registers,
    collect() {
      const witnessedAt = witness.state()?.witnessedAt ?? null
      this.set(witnessedAt === null ? Number.POSITIVE_INFINITY : (now().getTime() - Date.parse(witnessedAt)) / 1_000)
    },
  })
  new Counter({
    name: 'payout_desk_audit_witness_failures_total',
    help: 'Lines of the audit log that did not reach their witness.',
    registers,
    collect() {
      this.reset()
      this.inc(witness.failures())
    },
  })
}
