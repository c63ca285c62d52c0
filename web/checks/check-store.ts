import { useSyncExternalStore } from 'react'
import { validationOutcomeSchema } from '#shared/api/validation.ts'
import { NetworkFailure, postJson } from '../app/api.ts'
import { failureOf } from './check-failure.ts'
import { type CheckRecord, type Checks, loadChecks, saveChecks } from './check-records.ts'

export type Service = 'identity' | 'bank'

let checks: Checks = loadChecks()
const listeners = new Set<() => void>()
/** One key for each check that a person asks for; a repeat after a lost answer uses it again and costs nothing. */
const idempotencyKeys = new Map<string, string>()

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
  const running = checks.records[key]
  if (running?.state === 'running') return running
  const last = lastKey(service, country)
  put(last, key, { state: 'running' })
  const record = await ask(service, key, request)
  put(last, key, record)
  return record
}

async function ask(service: Service, key: string, request: object): Promise<CheckRecord> {
  const idempotencyKey = idempotencyKeys.get(key) ?? crypto.randomUUID()
  idempotencyKeys.set(key, idempotencyKey)
  try {
    const outcome = await postJson(`/api/${service}-validations`, request, validationOutcomeSchema, { idempotencyKey })
    idempotencyKeys.delete(key)
    return { state: 'done', outcome }
  } catch (error) {
    if (!(error instanceof NetworkFailure)) idempotencyKeys.delete(key)
    return { state: 'failed', failure: failureOf(error) }
  }
}

function put(last: string, key: string, record: CheckRecord): void {
  checks = { records: { ...checks.records, [key]: record }, last: { ...checks.last, [last]: key } }
  saveChecks(checks)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
