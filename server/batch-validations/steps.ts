import type { PauseReason } from '#shared/api/batch-validation.ts'
import { isProblemCode, type ProblemCode } from '#shared/api/problem.ts'
import type { ValidationStatus } from '#shared/api/validation.ts'
import type { ValidationAnswer } from '../validations/validation-answer.ts'
import type { ConfirmedJob } from './confirmed-job.ts'
import type { ItemRow } from './validation-item-rows.ts'

/*
 * What an answer makes of an item and of its job, and nothing else: no database, no clock. The one law is that an item is asked again only where
 * the provider certainly did not run it, or answered that it could not validate.
 */

/** How asking the provider ended. */
export type AskEnd =
  | { readonly kind: 'outcome'; readonly outcome: ValidationStatus }
  | { readonly kind: 'not-run'; readonly code: ProblemCode; readonly retryAfterMs: number }
  | { readonly kind: 'unknown'; readonly code: string }

export function askEndOf({ body, mayHaveRun }: ValidationAnswer): AskEnd {
  if (!('code' in body)) return { kind: 'outcome', outcome: body.status }
  if (mayHaveRun || !isProblemCode(body.code)) return { kind: 'unknown', code: body.code }
  return { kind: 'not-run', code: body.code, retryAfterMs: 1000 * (body.retryAfterSeconds ?? 0) }
}

export type ItemCourse = Pick<ItemRow, 'state' | 'outcome' | 'tries' | 'asked' | 'next_at'>

interface AskContext {
  readonly asksAgain: boolean
  readonly now: Date
}

/** An item after it was asked. */
export function itemAfter(
  item: Pick<ItemRow, 'tries' | 'asked'>,
  end: AskEnd,
  { asksAgain, now }: AskContext,
): ItemCourse {
  const { tries, asked } = item
  if (end.kind === 'unknown') return { state: 'unknown', outcome: end.code, tries, asked, next_at: '' }
  if (end.kind === 'outcome') {
    const { outcome } = end
    const laterMs = asksAgain && outcome === 'NOT_VALIDATED' ? againMs[asked] : undefined
    const done = { outcome, tries, asked: asked + 1 }
    return laterMs === undefined
      ? { ...done, state: 'answered', next_at: '' }
      : { ...done, state: 'waiting', next_at: later(now, laterMs) }
  }
  const tried = own.has(end.code) ? tries + 1 : tries
  if (end.code === 'VALIDATION_NOT_RUN' || tried >= mostTries)
    return { state: 'not_run', outcome: end.code, tries: tried, asked, next_at: '' }
  const delayMs = tried === tries ? end.retryAfterMs : growing(tried - 1)
  return { state: 'waiting', outcome: end.code, tries: tried, asked, next_at: later(now, delayMs) }
}

const minuteMs = 60_000

/** After so long what could not be validated is asked once more: each time is a call. */
const againMs = [5 * minuteMs, 30 * minuteMs, 120 * minuteMs]

/** How often an item is answered at most, where it is asked again. */
export const mostAsked = 1 + againMs.length

/** Errors that the item itself can cause: after this many tries it is left to a person. */
const own: ReadonlySet<ProblemCode> = new Set(['PROVIDER_ERROR'])
const mostTries = 5

export type JobCourse = ConfirmedJob['course'] & {
  readonly state: ConfirmedJob['state']
  readonly why: PauseReason | null
}

/** A job after one of its items was asked: it rests while the provider is in trouble, and pauses where only a person can help. */
export function jobAfter(job: JobCourse, end: AskEnd, now: Date): JobCourse {
  if (end.kind === 'outcome' || (end.kind === 'not-run' && end.code === 'VALIDATION_NOT_RUN'))
    return { ...job, failures: 0, unknowns: 0, rest_until: null }
  if (end.kind === 'not-run' && refusals.has(end.code)) return pausedFor(job, 'unauthorized')
  const unknowns = end.kind === 'unknown' ? job.unknowns + 1 : job.unknowns
  const resting = rested(job, end, now)
  return unknowns >= mostUnknowns ? pausedFor({ ...resting, unknowns }, 'unanswered') : { ...resting, unknowns }
}

/** The server's credentials are at fault, which waiting does not fix. */
const refusals: ReadonlySet<ProblemCode> = new Set(['PROVIDER_UNAUTHORIZED', 'PROVIDER_MERCHANT_MISSING'])

/** After so many answers lost one after the other, each of which may have been billed, a person is to look. */
const mostUnknowns = 5

function pausedFor(job: JobCourse, why: 'unauthorized' | 'unanswered'): JobCourse {
  return job.state === 'running' ? { ...job, state: 'paused', why } : job
}

/** One failure can be chance. From the second on the job rests, longer each time; what was under way when the rest began prolongs it no more. */
function rested(job: JobCourse, end: AskEnd, now: Date): JobCourse {
  if (job.rest_until !== null && job.rest_until > now.toISOString()) return job
  const failures = job.failures + 1
  const isSure = end.kind === 'not-run' && end.retryAfterMs > 0
  if (failures === 1 && !isSure) return { ...job, failures }
  const askedForMs = end.kind === 'not-run' ? end.retryAfterMs : 0
  return { ...job, failures, rest_until: later(now, Math.max(askedForMs, growing(Math.max(0, failures - 2)))) }
}

/** 5 s, 10 s, 20 s … 5 min. */
function growing(times: number): number {
  return Math.min(5 * minuteMs, 5_000 * 2 ** times)
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}
