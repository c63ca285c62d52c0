import type { ProblemCode, ProblemParams } from '#shared/api/problem.ts'
import { Failure } from '../kernel/failure.ts'
import type { Exchange, Reply } from './exchange.ts'
import type { Attempt } from './retries.ts'

/**
 * What an exchange means, the same for every call to the provider; `read` judges the replies that carry an answer.
 * The statuses 401, 429 and 500 speak for themselves, whatever their body: a gateway may have written it.
 * Interface, part B, "Response selection by HTTP status".
 */
export function judge<Answer>(exchange: Exchange, read: (reply: Reply) => Attempt<Answer>): Attempt<Answer> {
  switch (exchange.kind) {
    case 'unsent':
      return failed('PROVIDER_UNREACHABLE', exchange.params, exchange.again)
    case 'unanswered':
      return failed('PROVIDER_TIMEOUT', exchange.params)
    case 'untrusted':
      return untrusted(exchange.params)
    case 'reply':
      return judgeStatus(exchange) ?? read(exchange)
  }
}

/** A reply that breaks the interface: never an outcome, never repeated, as the call may have run. */
export function untrusted(params: ProblemParams): Attempt<never> {
  return failed('PROVIDER_PROTOCOL_ERROR', params)
}

export function failed(code: ProblemCode, params: ProblemParams = {}, mayRepeat = false): Attempt<never> {
  return { answered: false, failure: new Failure(code, { params }), mayRepeat }
}

export function judgeStatus(reply: Reply): Attempt<never> | undefined {
  switch (reply.status) {
    case 401:
      return failed('PROVIDER_UNAUTHORIZED')
    case 429:
      return failed('RATE_LIMIT_EXCEEDED', {}, true)
    case 500:
      return failed('PROVIDER_ERROR', {}, true)
    case 200:
    case 400:
      return undefined
    default:
      return untrusted({ why: 'status', status: reply.status })
  }
}
