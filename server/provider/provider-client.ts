import { randomUUID } from 'node:crypto'
import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'
import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import type { Log } from '../kernel/log.ts'
import { createEndpointClient, type EndpointClient } from './endpoint-client.ts'
import type { Exchange } from './exchange.ts'
import { judgeMerchant, merchantQuery } from './merchant-reply.ts'
import type { ProviderConnection } from './provider-connection.ts'
import type { Attempt, RetryPolicy } from './retries.ts'
import { judge } from './status-table.ts'
import { bankRequest, identityRequest, readValidationReply, type ValidationReply } from './validation-exchange.ts'
import type { WireNames } from './wire-names.ts'

/** An answer with what is needed to find the call again at the provider. */
export interface ProviderAnswer {
  readonly reply: ValidationReply
  /** The same for all attempts of one validation. */
  readonly correlationId: string
  /** The x-request-id of the last attempt. */
  readonly requestId: string
  readonly attempts: number
}

/** Called with the number of each attempt before it is sent. */
type OnAttempt = (number: number) => void

/**
 * The provider's three calls. Each attempt carries its own x-request-id, `<traceId>.<attempt>`.
 * All throw Failure with a code of the status table, or one of an endpoint client; nothing else.
 */
export interface ProviderClient {
  /** Interface, part B, POST /identity-validation. Costs money unless in test mode. */
  validateIdentity(validation: IdentityValidation, traceId: string, onAttempt?: OnAttempt): Promise<ProviderAnswer>
  /** Interface, part B, POST /bank-validation. Costs money unless in test mode. */
  validateBank(validation: BankValidation, traceId: string, onAttempt?: OnAttempt): Promise<ProviderAnswer>
  /** Interface, part A. */
  currentMerchantId(traceId: string): Promise<string>
  /** One for each endpoint: what happens at one says nothing of another. */
  readonly endpointClients: Readonly<Record<Endpoint, EndpointClient>>
}

export type Endpoint = 'identity' | 'bank' | 'merchant'

/** Who counts what is asked, and what was sent for it. */
export interface CallCounter {
  called(endpoint: Endpoint, outcome: string): void
  attempted(endpoint: Endpoint, outcome: string, ms: number): void
}

export interface ProviderDeps {
  readonly connection: ProviderConnection
  readonly names: WireNames
  readonly policy: RetryPolicy
  readonly clock: Clock
  readonly log: Log
  readonly counter: CallCounter
}

type Headers = Readonly<Record<string, string>>

interface EndpointCall {
  readonly endpoint: Endpoint
  readonly body: string
  readonly headers: Headers
  readonly traceId: string
  readonly correlationId?: string
  readonly onAttempt?: OnAttempt | undefined
}

const paths: Readonly<Record<Endpoint, string>> = {
  identity: '/identity-validation',
  bank: '/bank-validation',
  merchant: '/data-api/graphql',
}

export function createProviderClient(given: ProviderDeps): ProviderClient {
  const endpointClient = () => createEndpointClient(given.policy, given.clock)
  const deps: ClientDeps = {
    ...given,
    endpointClients: { identity: endpointClient(), bank: endpointClient(), merchant: endpointClient() },
  }
  return {
    endpointClients: deps.endpointClients,
    validateIdentity: (validation, traceId, onAttempt) => {
      const correlationId = randomUUID()
      const body = JSON.stringify(identityRequest(validation, correlationId, deps.names))
      const headers = modeHeaders(validation)
      return validate(deps, { endpoint: 'identity', body, headers, traceId, correlationId, onAttempt })
    },
    validateBank: (validation, traceId, onAttempt) => {
      const correlationId = randomUUID()
      const body = JSON.stringify(bankRequest(validation, correlationId, deps.names))
      const headers = modeHeaders(validation)
      return validate(deps, { endpoint: 'bank', body, headers, traceId, correlationId, onAttempt })
    },
    currentMerchantId: async (traceId) => {
      const call = { endpoint: 'merchant', body: merchantQuery, headers: {}, traceId } as const
      return (await ask(deps, call, judgeMerchant, () => 'answered')).answer
    },
  }
}

interface ClientDeps extends ProviderDeps {
  readonly endpointClients: ProviderClient['endpointClients']
}

async function validate(deps: ClientDeps, call: EndpointCall & { correlationId: string }): Promise<ProviderAnswer> {
  const { correlationId } = call
  const read = (exchange: Exchange) =>
    judge(exchange, (reply) => readValidationReply(reply, deps.names.correlationId, correlationId))
  const { answer, attempts } = await ask(deps, call, read, outcomeOf)
  return { reply: answer, correlationId, requestId: attemptId(call, attempts), attempts }
}

/** The provider's status code is one of three: no other text of its own becomes an outcome. */
function outcomeOf(reply: ValidationReply): string {
  return reply.ran ? reply.status : 'NOT_RUN'
}

async function ask<Answer>(
  deps: ClientDeps,
  call: EndpointCall,
  read: (exchange: Exchange) => Attempt<Answer>,
  nameOutcome: (answer: Answer) => string,
) {
  const { clock, counter, connection, endpointClients } = deps
  const attempt = async (number: number) => {
    call.onAttempt?.(number)
    const begun = clock.now()
    const headers = { ...call.headers, 'x-request-id': attemptId(call, number) }
    const exchange = await connection.post(paths[call.endpoint], headers, call.body)
    const result = read(exchange)
    const ms = clock.now() - begun
    counter.attempted(call.endpoint, attemptOutcome(result), ms)
    logAttempt(deps.log, call, { number, exchange, result, ms: Math.round(ms) })
    return { exchange, result }
  }
  try {
    const answered = await endpointClients[call.endpoint].ask(attempt)
    counter.called(call.endpoint, nameOutcome(answered.answer))
    return answered
  } catch (error) {
    counter.called(call.endpoint, error instanceof Failure ? error.code : 'INTERNAL_ERROR')
    throw error
  }
}

interface AttemptRecord {
  readonly number: number
  readonly exchange: Exchange
  readonly result: Attempt<unknown>
  readonly ms: number
}

function logAttempt(log: Log, call: EndpointCall, { number, exchange, result, ms }: AttemptRecord): void {
  log.info('provider call', {
    call: paths[call.endpoint],
    requestId: attemptId(call, number),
    attempt: number,
    outcome: attemptOutcome(result),
    ms,
    ...(call.correlationId === undefined ? {} : { correlationId: call.correlationId }),
    ...(exchange.kind === 'reply' ? { status: exchange.status } : {}),
  })
}

function attemptOutcome(result: Attempt<unknown>): string {
  return result.answered ? 'answered' : result.failure.code
}

function attemptId(call: EndpointCall, attempt: number): string {
  return `${call.traceId}.${attempt}`
}

function modeHeaders(validation: { readonly testMode?: boolean }): Headers {
  return validation.testMode === true ? { 'x-test-mode': 'true' } : {}
}
