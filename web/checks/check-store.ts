import { useSyncExternalStore } from 'react'
import { type ValidationOutcome, validationOutcomeSchema } from '#shared/api/validation.ts'
import { NetworkFailure, postJson } from '../app/api.ts'
import { failureOf, lostAnswer } from './check-failure.ts'
import { type CheckRecord, type Checks, loadChecks, saveChecks } from './check-records.ts'
import { answerOf } from './kept-answer.ts'

export type Service = 'identity' | 'bank'

let checks: Checks = loadChecks()
const listeners = new Set<() => void>()
/** The key of a check whose answer was lost on the way: asking again with it fetches the answer and costs nothing. */
const lostKeys = new Map<string, string>()

/** A page that is being left ends its requests; that is no failure of theirs. A leave can be called off, hence the timer. */
let isLeaving = false
window.addEventListener('beforeunload', () => {
  isLeaving = true
  setTimeout(() => {
    isLeaving = false
  }, 3000)
})

/** All checks of this tab. They outlive the screen that asked, so an answer that comes late is not lost. */
export function useChecks(): Checks {
  return useSyncExternalStore(subscribe, () => checks)
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
export async function runCheck(service: Service, country: string, request: object): Promise<CheckRecord> {
  const key = checkKey(service, request)
  const before = checks.records[key]
  if (before?.state === 'running') return before
  const idempotencyKey = lostKeys.get(key) ?? crypto.randomUUID()
  put({ ...checks, last: { ...checks.last, [lastKey(service, country)]: key } })
  record(key, { state: 'running', idempotencyKey, isWatched: true })
  const answer = await ask(service, key, request, idempotencyKey)
  const after = answer.state === 'done' ? counted(answer.outcome, before) : answer
  record(key, after)
  return after
}

/** The next person of this country is another: their form does not speak of earlier checks. */
export function forgetChecks(country: string): void {
  const { [lastKey('identity', country)]: _identity, [lastKey('bank', country)]: _bank, ...last } = checks.last
  put({ ...checks, last })
}

/** Stops waiting for an answer. The check goes on at the server, which keeps its answer. */
export function stopWaiting(key: string): void {
  const running = checks.records[key]
  if (running?.state === 'running') record(key, { ...running, isWatched: false })
}

/** Takes up every check that was running when the page was left, and fetches its answer from the server. */
export async function resumeChecks(): Promise<void> {
  const running = Object.entries(checks.records).flatMap(([key, found]) =>
    found.state === 'running' ? [[key, found.idempotencyKey] as const] : [],
  )
  await Promise.all(running.map(async ([key, idempotencyKey]) => record(key, await resumed(key, idempotencyKey))))
}

async function resumed(key: string, idempotencyKey: string): Promise<CheckRecord> {
  const answer = await answerOf(idempotencyKey)
  if (answer === undefined) {
    lostKeys.set(key, idempotencyKey)
    return { state: 'failed', failure: lostAnswer }
  }
  return answer
}

async function ask(service: Service, key: string, request: object, idempotencyKey: string): Promise<CheckRecord> {
  lostKeys.set(key, idempotencyKey)
  try {
    const outcome = await postJson(`/api/${service}-validations`, request, validationOutcomeSchema, { idempotencyKey })
    lostKeys.delete(key)
    return { state: 'done', outcome, tries: 0 }
  } catch (error) {
    // The page is being left: the check stays a running one, and the next page takes it up.
    if (isLeaving) return { state: 'running', idempotencyKey, isWatched: true }
    if (!(error instanceof NetworkFailure)) lostKeys.delete(key)
    return { state: 'failed', failure: failureOf(error) }
  }
}

/** NOT_VALIDATED is asked again after a pause that grows with each time in a row. */
function counted(outcome: ValidationOutcome, before: CheckRecord | undefined): CheckRecord {
  if (outcome.status !== 'NOT_VALIDATED') return { state: 'done', outcome, tries: 0 }
  return { state: 'done', outcome, tries: before?.state === 'done' ? before.tries + 1 : 1 }
}

function record(key: string, found: CheckRecord): void {
  put({ ...checks, records: { ...checks.records, [key]: found } })
}

function put(next: Checks): void {
  checks = next
  saveChecks(checks)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
