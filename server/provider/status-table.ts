import { Failure } from '../failure.ts'
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
      return failed(
        'PROVIDER_UNREACHABLE',
        `No connection to the provider (${exchange.why}); nothing was sent.`,
        exchange.again,
      )
    case 'unanswered':
      return failed('PROVIDER_TIMEOUT', `The request was sent, then ${exchange.why}. It may have run at the provider.`)
    case 'untrusted':
      return untrusted(exchange.why)
    case 'reply':
      return judgeStatus(exchange) ?? read(exchange)
  }
}

/** A reply that breaks the interface: never an outcome, never repeated, as the call may have run. */
export function untrusted(why: string): Attempt<never> {
  return failed('PROVIDER_PROTOCOL_ERROR', `The provider sent ${why}.`)
}

export function failed(code: Failure['code'], detail: string, mayRepeat = false): Attempt<never> {
  return { answered: false, failure: new Failure(code, detail), mayRepeat }
}

export function judgeStatus(reply: Reply): Attempt<never> | undefined {
  switch (reply.status) {
    case 401:
      return failed('PROVIDER_UNAUTHORIZED', 'The shop identifier or the API token on this server is missing or wrong.')
    case 429:
      return failed('RATE_LIMIT_EXCEEDED', 'The provider takes no more requests for now. Try again in a minute.', true)
    case 500:
      return failed('PROVIDER_ERROR', 'The provider had an unexpected error. Try again later.', true)
    case 200:
    case 400:
      return undefined
    default:
      return untrusted(`HTTP status ${reply.status}, which its interface does not have`)
  }
}
