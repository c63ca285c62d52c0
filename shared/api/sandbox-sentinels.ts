import type { Message, MessageId } from '#shared/language/message.ts'
import type { ProblemCode } from './problem.ts'
import { type Reason, reasons } from './reasons.ts'
import type { ValidationStatus } from './validation.ts'

/** What the sandbox provider does when it meets a sentinel. */
export type Behaviour =
  /** The validation runs and has this result. */
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
  readonly description: Message
  readonly behaviour: Behaviour
}

/** Invented last names that make the sandbox provider misbehave in a known way. Any other name is OK. */
export const sentinels: readonly Sentinel[] = [
  ...reasons.map(sentinelOfReason),
  both('Not Validated', 'NOT_VALIDATED', 'sandbox.notValidated', {
    kind: 'result',
    status: 'NOT_VALIDATED',
    reason: null,
  }),
  both('Third Time', 'NOT_VALIDATED', 'sandbox.thirdTime', {
    kind: 'not-validated-twice',
  }),
  both('Not Run', 'VALIDATION_NOT_RUN', 'sandbox.notRun', {
    kind: 'not-run',
    reason: 'SANDBOX_SHOP_NOT_CONFIGURED',
  }),
  both('Unauthorized', 'PROVIDER_UNAUTHORIZED', 'sandbox.unauthorized', {
    kind: 'error',
    status: 401,
    errorCode: 'UNAUTHORIZED',
  }),
  both('Rate Limit', 'RATE_LIMIT_EXCEEDED', 'sandbox.rateLimit', {
    kind: 'error',
    status: 429,
    errorCode: 'RATE_LIMIT_EXCEEDED',
  }),
  both('Error', 'PROVIDER_ERROR', 'sandbox.error', {
    kind: 'error',
    status: 500,
    errorCode: 'INTERNAL_SERVER_ERROR',
  }),
  both('Error Twice', 'OK', 'sandbox.errorTwice', { kind: 'error-twice' }),
  both('Slow', 'OK', 'sandbox.slow', { kind: 'slow' }),
  error('No Answer', 'PROVIDER_TIMEOUT', 'sandbox.noAnswer', 'no-answer'),
  error('Cut', 'PROVIDER_TIMEOUT', 'sandbox.cut', 'cut'),
  error('Cut Midway', 'PROVIDER_PROTOCOL_ERROR', 'sandbox.cutMidway', 'cut-midway'),
  error('Garbled', 'PROVIDER_PROTOCOL_ERROR', 'sandbox.garbled', 'garbled'),
  error('Web Page', 'PROVIDER_PROTOCOL_ERROR', 'sandbox.webPage', 'html'),
  error('Wrong Echo', 'PROVIDER_PROTOCOL_ERROR', 'sandbox.wrongEcho', 'wrong-echo'),
  error('Unknown Status', 'PROVIDER_PROTOCOL_ERROR', 'sandbox.unknownStatus', 'unknown-status'),
  error('Redirect', 'PROVIDER_PROTOCOL_ERROR', 'sandbox.redirect', 'redirect'),
  error('Huge', 'PROVIDER_PROTOCOL_ERROR', 'sandbox.huge', 'huge'),
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
  const description = { id: 'sandbox.reason', params: { reason: code, meaning: { id: meaning } } } as const
  return { lastName: `Sandbox ${title}`, service, outcome: status, description, behaviour }
}

function both(title: string, outcome: Sentinel['outcome'], description: MessageId, behaviour: Behaviour): Sentinel {
  return { lastName: `Sandbox ${title}`, service: 'both', outcome, description: { id: description }, behaviour }
}

function error(title: string, outcome: ProblemCode, description: MessageId, transportFault: TransportFault): Sentinel {
  return both(title, outcome, description, { kind: 'fault', fault: transportFault })
}
