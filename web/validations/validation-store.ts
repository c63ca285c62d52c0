import type { PastValidation } from '#shared/api/beneficiary.ts'
import type { ReceivedIssue } from '#shared/api/issue.ts'
import { type ValidationOutcome, validationOutcomeSchema } from '#shared/api/validation.ts'
import { isPlainMatch, validationIssue } from '#shared/api/validation-issue.ts'
import { type ValidationProgress, validationProgressSchema } from '#shared/api/validation-progress.ts'
import type { ValidationOffer } from '#shared/validation/validation-offer.ts'
import { ApiProblem, getJson, NetworkFailure, postJson } from '../api/api.ts'
import { createStore, useStore } from '../state/store.ts'
import { untilClick } from '../ui/press.ts'
import {
  noRuns,
  type ValidationRun,
  type ValidationRuns,
  validationFailureOf,
  validationOutcomeOf,
  withoutCountry,
  withRun,
} from './validation-runs.ts'

export type Service = 'identity' | 'bank'

const runs = createStore<ValidationRuns>(noRuns)
const shown = untilClick(runs)

/** The validations of the open form. */
export function useValidations(): ValidationRuns {
  return useStore(shown)
}

/** The key of a service's answer to a request. */
export function runKeyOf(service: Service, request: object): string {
  return `${service} ${JSON.stringify(request)}`
}

/** The key of the last request to a service about a person in a country. */
export function lastRunKeyOf(service: Service, country: string): string {
  return `${service} ${country}`
}

/** Asks the provider through the server, unless the same values are being validated already. */
export async function runValidation(service: Service, country: string, request: object): Promise<ValidationRun> {
  const key = runKeyOf(service, request)
  const before = runs.get().records[key]
  if (before?.state === 'running') return before
  const lostKey = before?.state === 'failed' ? before.idempotencyKey : undefined
  const idempotencyKey = lostKey ?? crypto.randomUUID()
  const { last } = runs.get()
  runs.set({ ...runs.get(), last: { ...last, [lastRunKeyOf(service, country)]: key } })
  record(key, { state: 'running', country, idempotencyKey, isWatched: true })
  const answer = await ask(service, country, request, idempotencyKey)
  const after = answer.state === 'done' ? counted(country, answer.outcome, before) : answer
  settle(key, after)
  return after
}

/** Takes the newest earlier outcome for exactly this request: it was paid for once, and is shown with its age. */
export function rememberValidation(
  service: Service,
  country: string,
  request: { readonly testMode?: boolean },
  known: readonly PastValidation[],
): void {
  const key = runKeyOf(service, request)
  const isTest = request.testMode === true
  const [outcome] = known.filter((found) => found.service === service && found.testMode === isTest).flatMap(outcomesIn)
  if (outcome !== undefined && runs.get().records[key] === undefined) record(key, counted(country, outcome, undefined))
}

function outcomesIn(validation: PastValidation): readonly ValidationOutcome[] {
  const outcome = validationOutcomeOf(validation)
  return outcome === undefined ? [] : [outcome]
}

/** Removes the results for the person in this country: the next one is another. */
export function forgetValidations(country: string): void {
  runs.set(withoutCountry(runs.get(), country))
}

/** Stops waiting for an answer. The validation continues on the server, which saves its answer. */
export function stopWaiting(key: string): void {
  const running = runs.get().records[key]
  if (running?.state === 'running') record(key, { ...running, isWatched: false })
}

/** Calls back at every change; returns a function that stops that. */
export function onValidations(listen: (runs: ValidationRuns) => void): () => void {
  return runs.subscribe(() => listen(runs.get()))
}

/** Opens a form with its validations. Those that ran when it was left continue: the server has their answers. */
export async function openValidations(saved: ValidationRuns): Promise<void> {
  runs.set(saved)
  await Promise.all(
    Object.entries(runs.get().records).map(async ([key, found]) => {
      if (found.state !== 'running') return
      settle(key, await answerOf(found.country, found.idempotencyKey))
    }),
  )
}

async function ask(service: Service, country: string, request: object, idempotencyKey: string): Promise<ValidationRun> {
  try {
    const outcome = await postJson(`/api/${service}-validations`, request, validationOutcomeSchema, { idempotencyKey })
    return { state: 'done', country, outcome, tries: 0 }
  } catch (error) {
    // The page is being left: the validation is still running, and the next page continues it.
    if (isLeaving) return { state: 'running', country, idempotencyKey, isWatched: true }
    const isLost = error instanceof NetworkFailure
    return { state: 'failed', country, failure: validationFailureOf(error), ...(isLost && { idempotencyKey }) }
  }
}

/** NOT_VALIDATED is retried after a pause that grows each time. */
function counted(country: string, outcome: ValidationOutcome, before: ValidationRun | undefined): ValidationRun {
  if (outcome.status !== 'NOT_VALIDATED') return { state: 'done', country, outcome, tries: 0 }
  return { state: 'done', country, outcome, tries: before?.state === 'done' ? before.tries + 1 : 1 }
}

function record(key: string, found: ValidationRun): void {
  runs.set(withRun(runs.get(), key, found))
}

/** An answer may arrive while another form is open; its own draft finds it on the server. */
function settle(key: string, found: ValidationRun): void {
  if (key in runs.get().records) record(key, found)
}

/** Leaving a page aborts its requests, which is no failure. Leaving can be cancelled, hence the timer. */
let isLeaving = false
function noteLeaving(): void {
  isLeaving = true
  setTimeout(() => {
    isLeaving = false
  }, 3000)
}

// Tests run without a window.
if (typeof window !== 'undefined') window.addEventListener('beforeunload', noteLeaving)

/** How often the server is asked about the progress of a validation, in ms. */
export const progressEveryMs = 700

/** Waits for the answer that the server saves under an idempotency key. */
async function answerOf(country: string, idempotencyKey: string): Promise<ValidationRun> {
  try {
    for (;;) {
      const progress = await progressOf(idempotencyKey)
      if (progress.state === 'finished') return recordOf(country, progress.answer)
      await new Promise((resolve) => setTimeout(resolve, progressEveryMs))
    }
  } catch (error) {
    const isUnknown = error instanceof ApiProblem && error.problem.status === 404
    if (isUnknown) return { state: 'failed', country, failure: { cause: 'lost' } }
    return { state: 'failed', country, failure: validationFailureOf(error), idempotencyKey }
  }
}

/** The progress of a validation. Throws as getJson does: a problem with status 404 where the server knows none. */
export function progressOf(idempotencyKey: string): Promise<ValidationProgress> {
  return getJson(`/api/validations/${encodeURIComponent(idempotencyKey)}`, validationProgressSchema)
}

function recordOf(
  country: string,
  answer: Extract<ValidationProgress, { state: 'finished' }>['answer'],
): ValidationRun {
  if ('ran' in answer)
    return { state: 'done', country, outcome: answer, tries: answer.status === 'NOT_VALIDATED' ? 1 : 0 }
  return { state: 'failed', country, failure: validationFailureOf(new ApiProblem(answer, undefined)) }
}

/**
 * The warnings from the validations of exactly these values: an outcome other than a plain match is a warning until a person confirms it.
 * Without a validation there is none.
 */
export function warningsOfValidations(
  offers: Readonly<Record<Service, ValidationOffer<object>>>,
  runs: ValidationRuns,
): readonly ReceivedIssue[] {
  return [...warningOf('identity', offers.identity, runs), ...warningOf('bank', offers.bank, runs)]
}

function warningOf(service: Service, offer: ValidationOffer<object>, runs: ValidationRuns): readonly ReceivedIssue[] {
  const run = offer.state === 'ready' ? runs.records[runKeyOf(service, offer.request)] : undefined
  if (run?.state !== 'done') return []
  const { status: outcome, reason, correlationId } = run.outcome
  return isPlainMatch({ outcome, reason }) ? [] : [validationIssue({ service, outcome, reason, correlationId })]
}
