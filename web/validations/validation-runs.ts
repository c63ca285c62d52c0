import * as z from 'zod/mini'
import type { PastValidation } from '#shared/api/beneficiary.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { type ValidationOutcome, validationOutcomeSchema, validationStatuses } from '#shared/api/validation.ts'
import { ApiProblem, NetworkFailure } from '../api/api.ts'

/** Why a validation gave no outcome. It is saved, so it is plain data; it is translated where it is shown. */
const validationFailureSchema = z.discriminatedUnion('cause', [
  /** The server refused it. `retryAt`: when a retry makes sense, in milliseconds since 1970. */
  z.object({ cause: z.literal('problem'), problem: problemSchema, retryAt: z.optional(z.number()) }),
  /** There was no answer, or none that could be read. */
  z.object({ cause: z.enum(['no-answer', 'unreadable']) }),
  /** The page was left during the validation, and the server has none of this person under its idempotency key. */
  z.object({ cause: z.literal('lost') }),
])

const recordSchema = z.discriminatedUnion('state', [
  /** Requested and not yet answered; `isWatched` is false once the person stopped waiting: the server continues without the page. */
  z.object({ state: z.literal('running'), country: z.string(), idempotencyKey: z.string(), isWatched: z.boolean() }),
  /** `tries`: how often in a row the same values returned NOT_VALIDATED. */
  z.object({ state: z.literal('done'), country: z.string(), outcome: validationOutcomeSchema, tries: z.number() }),
  /** With a key, the answer was lost on the way: a repeat with it fetches that answer and costs nothing. */
  z.object({
    state: z.literal('failed'),
    country: z.string(),
    // A failure that an older page saved as text cannot be shown by this one.
    failure: z.catch(validationFailureSchema, { cause: 'unreadable' }),
    idempotencyKey: z.optional(z.string()),
  }),
])

export const validationRunsSchema = z.object({
  records: z.record(z.string(), recordSchema),
  last: z.record(z.string(), z.string()),
})

/** The state of one validation of one exact request. */
export type ValidationRun = z.infer<typeof recordSchema>

/** The validations of a form, by service and request: an answer belongs to the values that were sent. Saved with the form's draft. */
export type ValidationRuns = z.infer<typeof validationRunsSchema>

export const noRuns: ValidationRuns = { records: {}, last: {} }

/** The outcome of a saved validation; undefined where the provider gave none. */
export function validationOutcomeOf(asked: PastValidation): ValidationOutcome | undefined {
  const status = validationStatuses.find((found) => found === asked.outcome)
  if (status === undefined) return undefined
  const { reason, correlationId, requestId, attempts, testMode, at } = asked
  return { ran: true, status, reason, correlationId: correlationId ?? '', requestId, attempts, testMode, at }
}

/** The most runs that are saved: each holds a person's details. */
const savedAtMost = 40

/** Adds a run; the oldest is removed when there are too many. */
export function withRun(runs: ValidationRuns, runKey: string, record: ValidationRun): ValidationRuns {
  const { [runKey]: _before, ...others } = runs.records
  const rest = Object.entries(others).slice(1 - savedAtMost)
  return { ...runs, records: { ...Object.fromEntries(rest), [runKey]: record } }
}

/** Removes the results for people in one country; a running validation is not stopped. */
export function withoutCountry(runs: ValidationRuns, country: string): ValidationRuns {
  const rest = Object.entries(runs.records).filter(
    ([, found]) => found.country !== country || found.state === 'running',
  )
  const last = Object.entries(runs.last).filter(([place]) => !place.endsWith(` ${country}`))
  return { records: Object.fromEntries(rest), last: Object.fromEntries(last) }
}

export type ValidationFailure = z.infer<typeof validationFailureSchema>

export function validationFailureOf(error: unknown): ValidationFailure {
  if (error instanceof ApiProblem) return problemFailure(error)
  return { cause: error instanceof NetworkFailure ? 'no-answer' : 'unreadable' }
}

/** Whether the provider may have run the validation, so that a repeat may be charged again. */
export function mayHaveRun(failure: ValidationFailure): boolean {
  // After no answer the same idempotency key is used again, which fetches the outcome of the first.
  if (failure.cause !== 'problem') return failure.cause !== 'no-answer'
  return ['PROVIDER_TIMEOUT', 'PROVIDER_PROTOCOL_ERROR', 'INTERNAL_ERROR'].includes(failure.problem.code)
}

function problemFailure({ problem, retryAfterSeconds }: ApiProblem): ValidationFailure {
  const wait = problem.retryAfterSeconds ?? retryAfterSeconds
  return { cause: 'problem', problem, ...(wait !== undefined && { retryAt: Date.now() + wait * 1000 }) }
}

/** Pauses after NOT_VALIDATED, in seconds; the last one is used from then on. */
const pauses = [15, 30, 60, 120, 300]

/** When the same validation may be repeated, in milliseconds since 1970; 0 for at once. */
export function nextTryAt(record: ValidationRun | undefined): number {
  if (record?.state === 'failed') return record.failure.cause === 'problem' ? (record.failure.retryAt ?? 0) : 0
  if (record?.state !== 'done' || record.outcome.status !== 'NOT_VALIDATED') return 0
  const pause = pauses[Math.min(record.tries, pauses.length) - 1] ?? 0
  return Date.parse(record.outcome.at) + pause * 1000
}
