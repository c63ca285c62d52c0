import { type ValidationOutcome, validationOutcomeSchema } from '#shared/api/validation.ts'
import { NetworkFailure, postJson } from '../api/api.ts'
import { createStore, useStore } from '../state/store.ts'
import { untilClick } from '../ui/press.ts'
import { answerOf } from './saved-answer.ts'
import { failureOf } from './validation-failure.ts'
import { type Checks, noValidations, type ValidationRun, withoutCountry, withRecord } from './validation-runs.ts'

export type Service = 'identity' | 'bank'

const checks = createStore<Checks>(noValidations)
const shown = untilClick(checks)

/** The checks of the form at hand. */
export function useValidations(): Checks {
  return useStore(shown)
}

/** Under which key a service's answer to a request is kept. */
export function checkKey(service: Service, request: object): string {
  return `${service} ${JSON.stringify(request)}`
}

/** Under which key the request is kept that a service was last asked about somebody in a country. */
export function lastKey(service: Service, country: string): string {
  return `${service} ${country}`
}

/** Asks the provider through the server. While a check of the same values runs, nothing more is asked. */
export async function runCheck(service: Service, country: string, request: object): Promise<ValidationRun> {
  const key = checkKey(service, request)
  const before = checks.get().records[key]
  if (before?.state === 'running') return before
  const lostKey = before?.state === 'failed' ? before.idempotencyKey : undefined
  const idempotencyKey = lostKey ?? crypto.randomUUID()
  const { last } = checks.get()
  checks.set({ ...checks.get(), last: { ...last, [lastKey(service, country)]: key } })
  record(key, { state: 'running', country, idempotencyKey, isWatched: true })
  const answer = await ask(service, country, request, idempotencyKey)
  const after = answer.state === 'done' ? counted(country, answer.outcome, before) : answer
  settle(key, after)
  return after
}

/** The next person of this country is another: nothing of the last one is kept. */
export function forgetValidations(country: string): void {
  checks.set(withoutCountry(checks.get(), country))
}

/** Stops waiting for an answer. The check goes on at the server, which keeps its answer. */
export function stopWaiting(key: string): void {
  const running = checks.get().records[key]
  if (running?.state === 'running') record(key, { ...running, isWatched: false })
}

/** Calls back at every change of the checks; gives back what ends that. */
export function onValidations(listen: (checks: Checks) => void): () => void {
  return checks.subscribe(() => listen(checks.get()))
}

/** Opens a form with its checks. Those that ran when it was left are taken up: the server has their answers. */
export async function openValidations(kept: Checks): Promise<void> {
  checks.set(kept)
  await Promise.all(
    Object.entries(checks.get().records).map(async ([key, found]) => {
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
    // The page is being left: the check stays a running one, and the next page takes it up.
    if (isLeaving) return { state: 'running', country, idempotencyKey, isWatched: true }
    const isLost = error instanceof NetworkFailure
    return { state: 'failed', country, failure: failureOf(error), ...(isLost && { idempotencyKey }) }
  }
}

/** NOT_VALIDATED is asked again after a pause that grows with each time in a row. */
function counted(country: string, outcome: ValidationOutcome, before: ValidationRun | undefined): ValidationRun {
  if (outcome.status !== 'NOT_VALIDATED') return { state: 'done', country, outcome, tries: 0 }
  return { state: 'done', country, outcome, tries: before?.state === 'done' ? before.tries + 1 : 1 }
}

function record(key: string, found: ValidationRun): void {
  checks.set(withRecord(checks.get(), key, found))
}

/** An answer may come when another form is open: the draft of its own finds it at the server. */
function settle(key: string, found: ValidationRun): void {
  if (key in checks.get().records) record(key, found)
}

/** A page that is being left ends its requests; that is no failure of theirs. A leave can be called off, hence the timer. */
let isLeaving = false
function noteLeaving(): void {
  isLeaving = true
  setTimeout(() => {
    isLeaving = false
  }, 3000)
}

// Tests run without a window.
if (typeof window !== 'undefined') window.addEventListener('beforeunload', noteLeaving)
