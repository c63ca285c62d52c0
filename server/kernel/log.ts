import { type DestinationStream, type Logger, pino } from 'pino'

/** What may be logged: named fields that say what happened, never bodies, names, documents, accounts or the token. */
export interface LogFields {
  readonly requestId?: string
  readonly method?: string
  /** The pattern, not the address: an address can hold what a person typed. */
  readonly route?: string
  readonly status?: number
  readonly ms?: number
  readonly code?: string
  readonly call?: string
  readonly correlationId?: string
  readonly attempt?: number
  readonly outcome?: string
  readonly errorName?: string
  /** Why a program's work failed, in words of our own. */
  readonly reason?: string
  readonly frames?: readonly string[]
}

export interface Log {
  info(event: string, fields: LogFields): void
  error(event: string, fields: LogFields): void
  /** A state that every request meets while it lasts: an error once in ten minutes for each event, and its repeats for information. */
  trouble(event: string, fields: LogFields): void
}

const troubleAgainMs = 10 * 60_000

/** Lines go to standard output in pieces, at least once a second and at the end: a write for each would cost more than the line. */
export function createLog(level: string, destination: DestinationStream = buffered()): Log {
  const options = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }
  return logOver(pino(options, destination))
}

function buffered(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1_000 })
}

function logOver(logger: Logger): Log {
  const errorAt = new Map<string, number>()
  return {
    info: (event, fields) => logger.info(fields, event),
    error: (event, fields) => logger.error(fields, event),
    trouble(event, fields) {
      const now = performance.now()
      const isRepeat = now - (errorAt.get(event) ?? Number.NEGATIVE_INFINITY) < troubleAgainMs
      if (!isRepeat) errorAt.set(event, now)
      logger[isRepeat ? 'info' : 'error'](fields, event)
    },
  }
}
