import type { ProblemCode } from '#shared/api/problem.ts'
import { appOperations } from './app-operations.ts'
import { beneficiaryOperations } from './beneficiary-operations.ts'
import { type Operation, withBody } from './path-item.ts'
import { payoutOperations } from './payout-operations.ts'
import { keyText } from './write-headers.ts'

const ofProvider: readonly ProblemCode[] = [
  'PROVIDER_PAUSED',
  'QUEUE_FULL',
  'PROVIDER_UNAUTHORIZED',
  'PROVIDER_ERROR',
  'PROVIDER_UNREACHABLE',
  'PROVIDER_PROTOCOL_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'PROVIDER_TIMEOUT',
]

const country = {
  name: 'country',
  in: 'path',
  required: true,
  description: 'Two-letter code.',
  schema: { type: 'string' },
}

const validating: readonly ProblemCode[] = [
  ...withBody,
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_FLIGHT',
  'SIGN_IN_REQUIRED',
  'VALIDATION_NOT_RUN',
  'TOO_MANY_VALIDATIONS',
  ...ofProvider,
]

const key = {
  required: true,
  schema: keyText,
}

const keyHeader = {
  ...key,
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: [
    'One for each intent, such as a UUID. For 24 hours the same key with the same body gives the same answer, with',
    'Idempotency-Replayed: true; with another body it is refused. After a failure that certainly did not run (mayHaveRun',
    'is false) the same key asks anew. Without a key, identical validations at the same time still share one call.',
  ].join(' '),
}

const keyInPath = { ...key, name: 'idempotencyKey', in: 'path', description: 'The Idempotency-Key, percent-encoded.' }

/** Every address of the API with its methods. */
export const operations: Readonly<Record<string, Operation | readonly Operation[]>> = {
  ...appOperations,
  ...beneficiaryOperations,
  ...payoutOperations,
  '/api/payout-previews': {
    method: 'post',
    summary: 'The exact payout request of an entry, with every change, warning and notice. Nothing is sent.',
    body: 'PayoutEntry',
    answer: 'PayoutPreview',
    problems: withBody,
  },
  '/api/identity-validations': {
    method: 'post',
    summary: 'Asks the provider whether name and document match official records. Billable unless testMode is true.',
    body: 'IdentityValidation',
    answer: 'ValidationOutcome',
    problems: validating,
    parameters: [keyHeader],
  },
  '/api/bank-validations': {
    method: 'post',
    summary: 'Asks the provider whether the customer owns the bank account. Billable unless testMode is true.',
    body: 'BankValidation',
    answer: 'ValidationOutcome',
    problems: validating,
    parameters: [keyHeader],
  },
  '/api/validations/{idempotencyKey}': {
    method: 'get',
    summary:
      'How a validation stands that this person asked for under this key: under way, or finished and with which answer.',
    parameters: [keyInPath],
    answer: 'ValidationProgress',
    problems: ['NOT_FOUND'],
  },
  '/api/merchant': {
    method: 'get',
    summary: 'Whose credentials the server holds, and whether the provider is the sandbox.',
    answer: 'Merchant',
    problems: [...ofProvider, 'PROVIDER_MERCHANT_MISSING'],
  },
  '/api/rules': { method: 'get', summary: 'All countries, a line each.', answer: 'RulesIndex', problems: [] },
  '/api/rules/{country}': {
    method: 'get',
    summary: 'The rules of one country, with a JSON Schema of its payout request.',
    parameters: [country],
    answer: 'CountryRules',
    problems: ['NOT_FOUND'],
  },
  '/api/sandbox': {
    method: 'get',
    summary: 'The last names that reach each outcome and fault of the sandbox; 404 when the provider is real.',
    answer: 'SandboxHelp',
    problems: ['NOT_FOUND'],
  },
}
