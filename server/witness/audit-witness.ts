import type { WitnessState } from '#shared/api/backups.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { lineOf } from '../store/audit/checkpoint-file.ts'
import type { Store } from '../store/store.ts'
import { lineSender, type SendLine, WitnessError } from './send-line.ts'
import type { WitnessSettings } from './witness-settings.ts'

export interface AuditWitness {
  /** As this server has seen it since its start; null where it sends nothing. */
  state(): WitnessState | null
  /** How often sending has failed since the start. */
  failures(): number
  /** Sends a last line. */
  stop(): Promise<void>
}

interface WitnessDeps {
  readonly settings: WitnessSettings | undefined
  readonly store: Pick<Store, 'newestEntry'>
  readonly clock: Clock
  readonly log: Log
}

const everyMs = 60 * 60_000

const afterFailureMs = 15 * 60_000

/** While the audit log is still followed, or empty. */
const untilFirstMs = 1_000

/** Of one attempt. The end of a server waits for two at most. */
const limitMs = 4_000

/**
 * Sends the newest line of audit-head out of reach at the start, each hour and at the end. It is what this server has verified itself, whatever
 * the database or the file say meanwhile. Nothing waits for it.
 */
export function witnessAuditLog(deps: WitnessDeps): AuditWitness {
  const { settings, clock } = deps
  if (settings === undefined) return { state: () => null, failures: () => 0, stop: async () => {} }
  const round = createRound(deps, lineSender(settings))
  let isStopping = false
  let cancel = () => {}
  let sending: Promise<void> = Promise.resolve()
  const sleep = (delayMs: number) => {
    if (isStopping) return
    cancel = clock.schedule(delayMs, () => {
      sending = round.send().then(sleep)
    })
  }
  sleep(0)
  return {
    ...round,
    stop: async () => {
      isStopping = true
      cancel()
      await sending
      await round.send()
    },
  }
}

function createRound({ store, clock, log }: WitnessDeps, sendLine: SendLine) {
  let state: WitnessState = { witnessedAt: null, failedAt: null }
  let failures = 0
  const succeeded = () => {
    if (state.failedAt !== null) log.info('audit log witnessed again', {})
    state = { witnessedAt: clock.date().toISOString(), failedAt: null }
  }
  const failed = (error: unknown) => {
    failures += 1
    if (state.failedAt === null) log.error('audit log not witnessed', { reason: reasonOf(error) })
    state = { ...state, failedAt: clock.date().toISOString() }
  }
  return {
    state: () => state,
    failures: () => failures,
    /** Answers how long to wait until the next one. */
    async send(): Promise<number> {
      const head = store.newestEntry()
      if (head === undefined) return untilFirstMs
      const limit = new AbortController()
      const cancel = clock.schedule(limitMs, () => limit.abort(new WitnessError('it took too long')))
      await sendLine(lineOf(head), limit.signal).then(succeeded, failed).finally(cancel)
      return state.failedAt === null ? everyMs : afterFailureMs
    },
  }
}

/** Never what was answered, nor the address, whose path may be a secret. */
function reasonOf(error: unknown): string {
  if (error instanceof WitnessError) return error.message
  return error instanceof Error && 'code' in error ? String(error.code) : 'unexpected error'
}
