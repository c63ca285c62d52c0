import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import { type CallQueue, createCallQueue } from './call-queue.ts'
import { type BreakerState, type CircuitBreaker, createCircuitBreaker, type Pass } from './circuit-breaker.ts'
import type { Exchange } from './exchange.ts'
import { type CallPace, createPace } from './pace.ts'
import { type Attempt, createRetryBudget, type RetryBudget, type RetryPolicy, withRetries } from './retries.ts'

/** One attempt: how the exchange ended, and what that means. */
export interface Attempted<Answer> {
  readonly exchange: Exchange
  readonly result: Attempt<Answer>
}

/** The way to one endpoint of the provider: the one place where calls wait, repeat, or are refused for its sake. */
export interface EndpointClient {
  /**
   * Attempts a call under all that protects the provider, the merchant's money and the person who waits.
   * @throws Failure of the last attempt; PROVIDER_PAUSED, QUEUE_FULL or SHUTTING_DOWN when nothing was sent
   */
  ask<Answer>(
    attempt: (number: number) => Promise<Attempted<Answer>>,
  ): Promise<{ readonly answer: Answer; readonly attempts: number }>
  /** Nothing more is sent; what waits is refused. */
  close(): void
  readonly breaker: BreakerState
  readonly waiting: number
  /** Infinity while no limit of the provider is known. */
  readonly callsPerSecond: number
}

/** Two endpoint clients and the query for the merchant share the 64 connections of the pool. */
const bounds = { maxInFlight: 30, maxWaiting: 100 }

export function createEndpointClient(policy: RetryPolicy, clock: Clock): EndpointClient {
  const pace = createPace(clock)
  const line = createCallQueue(pace, clock, bounds)
  const breaker = createCircuitBreaker(clock, () => line.refuseAll(paused(breaker.refusalMs())))
  const guards: Guards = { pace, line, breaker, budget: createRetryBudget(), isClosed: false }
  return {
    ask: (attempt) => askUnder(guards, attempt, policy, clock),
    close() {
      guards.isClosed = true
      line.refuseAll(shuttingDown())
    },
    get breaker() {
      return breaker.state
    },
    get waiting() {
      return line.waiting
    },
    get callsPerSecond() {
      return pace.perSecond()
    },
  }
}

interface Guards {
  readonly pace: CallPace
  readonly line: CallQueue
  readonly breaker: CircuitBreaker
  readonly budget: RetryBudget
  isClosed: boolean
}

async function askUnder<Answer>(
  guards: Guards,
  attempt: (number: number) => Promise<Attempted<Answer>>,
  policy: RetryPolicy,
  clock: Clock,
): Promise<{ readonly answer: Answer; readonly attempts: number }> {
  const { line, breaker, budget } = guards
  requireOpenWay(guards)
  budget.earn()
  let pass: Pass | undefined
  let providerFailed = false
  const turns = {
    first: async (latest: number) => {
      await line.enter(latest, false)
      pass = admit(guards)
    },
    allowRepeat: () => !guards.isClosed && breaker.state === 'closed' && budget.take(),
    again: async (latest: number) => !guards.isClosed && line.enter(latest, true).then(yes, no),
  }
  const inTurn = async (number: number) => {
    try {
      const { exchange, result } = await attempt(number)
      learn(guards.pace, exchange)
      providerFailed = hasProviderFailed(exchange, result)
      return result
    } finally {
      line.leave()
    }
  }
  try {
    return await withRetries(inTurn, turns, policy, clock)
  } finally {
    pass?.settle(providerFailed)
  }
}

function requireOpenWay({ isClosed, breaker }: Guards): void {
  if (isClosed) throw shuttingDown()
  const refusalMs = breaker.refusalMs()
  if (refusalMs !== undefined) throw paused(refusalMs)
}

/** The breaker may have moved while the call waited for its turn. */
function admit({ line, breaker }: Guards): Pass {
  const pass = breaker.admit()
  if (pass !== undefined) return pass
  line.leave()
  throw paused(breaker.refusalMs())
}

function learn(pace: CallPace, exchange: Exchange): void {
  if (exchange.kind !== 'reply') return
  if (exchange.status === 429) pace.refused()
  else pace.taken()
}

/** A provider that answers 4xx, or that refuses the credentials in a data query, works; we are what it does not like. */
function hasProviderFailed(exchange: Exchange, result: Attempt<unknown>): boolean {
  if (result.answered) return false
  if (exchange.kind === 'reply' && exchange.status >= 400 && exchange.status < 500) return false
  const { code } = result.failure
  return code !== 'PROVIDER_UNAUTHORIZED' && code !== 'PROVIDER_MERCHANT_MISSING'
}

function paused(forMs = 0): Failure {
  const retryAfterSeconds = Math.max(1, Math.ceil(forMs / 1000))
  return new Failure('PROVIDER_PAUSED', { retryAfterSeconds })
}

function shuttingDown(): Failure {
  return new Failure('SHUTTING_DOWN')
}

const yes = () => true
const no = () => false
