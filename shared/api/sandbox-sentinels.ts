import type { ProblemCode } from './problem.ts'
import { type Reason, reasons } from './reasons.ts'
import type { ValidationStatus } from './validation.ts'

/** What the sandbox provider does when it meets a sentinel. */
export type Behaviour =
  /** The validation runs and comes to this. */
  | { readonly kind: 'result'; readonly status: ValidationStatus; readonly reason: string | null }
  /** NOT_VALIDATED twice for the same person, then OK. */
  | { readonly kind: 'not-validated-twice' }
  /** HTTP 400: the shop is not set up for this. */
  | { readonly kind: 'not-run'; readonly reason: string }
  | { readonly kind: 'error'; readonly status: 401 | 429 | 500; readonly errorCode: string }
  /** HTTP 500 twice for the same correlationId, then OK. */
  | { readonly kind: 'error-twice' }
  /** OK after two seconds. */
  | { readonly kind: 'slow' }
  | { readonly kind: 'fault'; readonly fault: TransportFault }

export type TransportFault =
  | 'no-answer'
  | 'cut'
  | 'cut-midway'
  | 'garbled'
  | 'html'
  | 'wrong-echo'
  | 'unknown-status'
  | 'redirect'
  | 'huge'

export interface Sentinel {
  /** The beneficiary's last name that brings it about; see {@link sentinelFor} for what counts as the same name. */
  readonly lastName: string
  readonly service: Reason['service'] | 'both'
  /** What Payout Desk answers: the outcome of a validation that ran, else the code of the problem. */
  readonly outcome: ValidationStatus | ProblemCode
  readonly description: string
  readonly behaviour: Behaviour
}

/** Last names, borne by nobody, that make the sandbox provider misbehave in a known way. Any other name is OK. */
export const sentinels: readonly Sentinel[] = [
  ...reasons.map(sentinelOfReason),
  both('Not Validated', 'NOT_VALIDATED', 'The validation could not be completed, however often it is asked for.', {
    kind: 'result',
    status: 'NOT_VALIDATED',
    reason: null,
  }),
  both('Third Time', 'NOT_VALIDATED', 'NOT_VALIDATED twice for the same document, then OK.', {
    kind: 'not-validated-twice',
  }),
  both('Not Run', 'VALIDATION_NOT_RUN', 'HTTP 400: the shop is not set up for it, so the validation did not run.', {
    kind: 'not-run',
    reason: 'SANDBOX_SHOP_NOT_CONFIGURED',
  }),
  both('Unauthorized', 'PROVIDER_UNAUTHORIZED', 'HTTP 401: the provider refuses our credentials.', {
    kind: 'error',
    status: 401,
    errorCode: 'UNAUTHORIZED',
  }),
  both('Rate Limit', 'RATE_LIMIT_EXCEEDED', 'HTTP 429 on every attempt, in test mode as well.', {
    kind: 'error',
    status: 429,
    errorCode: 'RATE_LIMIT_EXCEEDED',
  }),
  both('Error', 'PROVIDER_ERROR', 'HTTP 500 on every attempt.', {
    kind: 'error',
    status: 500,
    errorCode: 'INTERNAL_SERVER_ERROR',
  }),
  both('Error Twice', 'OK', 'HTTP 500 on the first two attempts, then OK.', { kind: 'error-twice' }),
  both('Slow', 'OK', 'OK after two seconds.', { kind: 'slow' }),
  error('No Answer', 'PROVIDER_TIMEOUT', 'The validation runs, but no answer ever comes.', 'no-answer'),
  error('Cut', 'PROVIDER_TIMEOUT', 'The validation runs, then the connection is cut without an answer.', 'cut'),
  error('Cut Midway', 'PROVIDER_PROTOCOL_ERROR', 'The connection is cut in the middle of the answer.', 'cut-midway'),
  error('Garbled', 'PROVIDER_PROTOCOL_ERROR', 'The answer is not valid JSON.', 'garbled'),
  error('Web Page', 'PROVIDER_PROTOCOL_ERROR', 'The answer is a web page instead of JSON.', 'html'),
  error('Wrong Echo', 'PROVIDER_PROTOCOL_ERROR', 'The answer belongs to another request.', 'wrong-echo'),
  error(
    'Unknown Status',
    'PROVIDER_PROTOCOL_ERROR',
    'The answer has a status code that the interface lacks.',
    'unknown-status',
  ),
  error(
    'Redirect',
    'PROVIDER_PROTOCOL_ERROR',
    'The provider points to another host, which is not followed.',
    'redirect',
  ),
  error('Huge', 'PROVIDER_PROTOCOL_ERROR', 'The answer has ten megabytes.', 'huge'),
]

/** The sentinel of a last name for one service: case, spaces and hyphens do not matter. */
export function sentinelFor(service: Reason['service'], lastName: string): Sentinel | undefined {
  const name = plain(lastName)
  return sentinels.find((sentinel) => plain(sentinel.lastName) === name && serves(sentinel, service))
}

function serves(sentinel: Sentinel, service: Reason['service']): boolean {
  return sentinel.service === 'both' || sentinel.service === service
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s-]/g, '')
}

/** CUSTOMER_IS_PEP → Sandbox Pep, ACCOUNT_NAME_MISMATCH → Sandbox Name Mismatch: the code without the word that all share. */
function sentinelOfReason({ code, service, status, meaning }: Reason): Sentinel {
  const words = code
    .replace(/^(?:CUSTOMER_(?:IS_)?|PROVIDER_)/, '')
    .replace(/^ACCOUNT_([A-Z]+_)/, '$1')
    .toLowerCase()
    .split('_')
  const title = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
  const behaviour = { kind: 'result', status, reason: code } as const
  return { lastName: `Sandbox ${title}`, service, outcome: status, description: `${code}: ${meaning}`, behaviour }
}

function both(title: string, outcome: Sentinel['outcome'], description: string, behaviour: Behaviour): Sentinel {
  return { lastName: `Sandbox ${title}`, service: 'both', outcome, description, behaviour }
}

function error(title: string, outcome: ProblemCode, description: string, transportFault: TransportFault): Sentinel {
  return both(title, outcome, description, { kind: 'fault', fault: transportFault })
}
