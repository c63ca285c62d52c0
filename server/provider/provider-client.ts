import { randomUUID } from 'node:crypto'
import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Exchange } from './exchange.ts'
import { judgeMerchant, merchantQuery } from './merchant-reply.ts'
import type { ProviderConnection } from './provider-connection.ts'
import { type Attempt, type RetryPolicy, withRetries } from './retries.ts'
import { judge } from './status-table.ts'
import { readValidationReply, type ValidationReply } from './validation-reply.ts'
import { bankRequest, identityRequest } from './validation-request.ts'
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

/**
 * The provider's three calls. Each attempt carries its own x-request-id, `<traceId>.<attempt>`.
 * All throw Failure with a code of the status table (PROVIDER_… or RATE_LIMIT_EXCEEDED); nothing else.
 */
export interface ProviderClient {
  /** Interface, part B, POST /identity-validation. Costs money unless in test mode. */
  validateIdentity(validation: IdentityValidation, traceId: string): Promise<ProviderAnswer>
  /** Interface, part B, POST /bank-validation. Costs money unless in test mode. */
  validateBank(validation: BankValidation, traceId: string): Promise<ProviderAnswer>
  /** Interface, part A. */
  currentMerchantId(traceId: string): Promise<string>
}

export interface ProviderParts {
  readonly connection: ProviderConnection
  readonly names: WireNames
  readonly policy: RetryPolicy
  readonly clock: Clock
  readonly log: Log
}

type Headers = Readonly<Record<string, string>>

interface Call {
  readonly path: string
  readonly body: string
  readonly headers: Headers
  readonly traceId: string
  readonly correlationId?: string
}

export function createProviderClient(parts: ProviderParts): ProviderClient {
  return {
    validateIdentity: (validation, traceId) => {
      const correlationId = randomUUID()
      const body = JSON.stringify(identityRequest(validation, correlationId, parts.names))
      return validate(parts, {
        path: '/identity-validation',
        body,
        headers: modeHeaders(validation),
        traceId,
        correlationId,
      })
    },
    validateBank: (validation, traceId) => {
      const correlationId = randomUUID()
      const body = JSON.stringify(bankRequest(validation, correlationId, parts.names))
      return validate(parts, {
        path: '/bank-validation',
        body,
        headers: modeHeaders(validation),
        traceId,
        correlationId,
      })
    },
    currentMerchantId: async (traceId) => {
      const call = { path: '/data-api/graphql', body: merchantQuery, headers: {}, traceId }
      return (await ask(parts, call, judgeMerchant)).answer
    },
  }
}

async function validate(parts: ProviderParts, call: Call & { correlationId: string }): Promise<ProviderAnswer> {
  const { correlationId } = call
  const { answer, attempts } = await ask(parts, call, (exchange) =>
    judge(exchange, (reply) => readValidationReply(reply, parts.names.correlationId, correlationId)),
  )
  return { reply: answer, correlationId, requestId: attemptId(call, attempts), attempts }
}

function ask<Answer>(parts: ProviderParts, call: Call, read: (exchange: Exchange) => Attempt<Answer>) {
  const attempt = async (number: number) => {
    const begun = parts.clock.now()
    const headers = { ...call.headers, 'x-request-id': attemptId(call, number) }
    const exchange = await parts.connection.post(call.path, headers, call.body)
    const result = read(exchange)
    logAttempt(parts, call, { number, exchange, result, ms: Math.round(parts.clock.now() - begun) })
    return result
  }
  return withRetries(attempt, parts.policy, parts.clock)
}

interface Ended {
  readonly number: number
  readonly exchange: Exchange
  readonly result: Attempt<unknown>
  readonly ms: number
}

function logAttempt(parts: ProviderParts, call: Call, { number, exchange, result, ms }: Ended): void {
  parts.log.info('provider call', {
    call: call.path,
    requestId: attemptId(call, number),
    attempt: number,
    outcome: result.answered ? 'answered' : result.failure.code,
    ms,
    ...(call.correlationId === undefined ? {} : { correlationId: call.correlationId }),
    ...(exchange.kind === 'reply' ? { status: exchange.status } : {}),
  })
}

function attemptId(call: Call, attempt: number): string {
  return `${call.traceId}.${attempt}`
}

function modeHeaders(validation: { readonly testMode?: boolean }): Headers {
  return validation.testMode === true ? { 'x-test-mode': 'true' } : {}
}
