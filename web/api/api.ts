import type * as z from 'zod/mini'
import { type Problem, problemSchema } from '#shared/api/problem.ts'
import { problemDetail, problemTitle } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { onceAllowed } from './once-allowed.ts'

/** The server refused the request, with problem details. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly problem: Problem
  /** How long the server asks to wait before the next try. */
  readonly retryAfterSeconds: number | undefined

  constructor(problem: Problem, retryAfterSeconds: number | undefined) {
    super(problem.title)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** There was no answer: the server or the network is down. Whether the request arrived is unknown. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure'
}

/** An answer that does not follow the contract, such as the error page of a proxy. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
  readonly status: number

  constructor(status: number) {
    super(`An answer with status ${status} is not of the contract`)
    this.status = status
  }
}

/** No passkey was used or created; nothing was sent to the server. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure'
  /** `refused`: also not found or timed out, as browsers do not distinguish these. `known`: the device has one already. `stopped`: by the page. */
  readonly why: 'refused' | 'known' | 'stopped' | 'unknown' | 'failed'

  constructor(why: PasskeyFailure['why'], cause: unknown) {
    super(`No passkey: ${why}`, { cause })
    this.why = why
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The idempotency key: a repeat of the call gets the first result. */
  readonly idempotencyKey?: string | undefined
  /** The version that a write is meant for (If-Match), or 'new': nothing may be there yet (If-None-Match). */
  readonly version?: number | 'new' | undefined
  /** For calls about the session itself: they neither wait for a sign-in nor ask for one. */
  readonly isAboutSession?: boolean | undefined
  /** Lets a last write outlive the page; at most 64 KiB. */
  readonly keepalive?: boolean | undefined
}

/** A resource with the version that a later write has to name. */
export interface Versioned<Value> {
  readonly value: Value
  readonly version: number
}

/** Reads a resource. Throws one of the three errors above, or an AbortError where the signal says so. */
export async function getJson<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  options: CallOptions = {},
): Promise<z.infer<Schema>> {
  return (await call('GET', path, undefined, schema, options)).value
}

/** Reads a resource with its version. Throws as getJson does. */
export async function getVersioned<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  options: CallOptions = {},
): Promise<Versioned<z.infer<Schema>>> {
  return versioned(await call('GET', path, undefined, schema, options))
}

/** Posts a body and reads the answer. Throws as getJson does. */
export async function postJson<Schema extends z.ZodMiniType>(
  path: string,
  body: unknown,
  schema: Schema,
  options: CallOptions = {},
): Promise<z.infer<Schema>> {
  return (await call('POST', path, body, schema, options)).value
}

/** Posts, and returns the text of the answer unchanged, for a file. Throws as getJson does. */
export async function postForText(path: string, options: CallOptions = {}): Promise<string> {
  return (await answered('POST', path, undefined, options)).text
}

/** Puts a setting without a version check, or a body that names its own versions, and reads the answer. Throws as getJson does. */
export async function putSetting<Schema extends z.ZodMiniType>(
  path: string,
  body: unknown,
  schema: Schema,
  options: CallOptions = {},
): Promise<z.infer<Schema>> {
  return (await call('PUT', path, body, schema, options)).value
}

/** Replaces an older version of a resource. Throws as getJson does; VERSION_CONFLICT when it is no longer the newest. */
export async function putJson<Schema extends z.ZodMiniType>(
  path: string,
  body: unknown,
  schema: Schema,
  options: CallOptions & { readonly version: number | 'new' },
): Promise<Versioned<z.infer<Schema>>> {
  return versioned(await call('PUT', path, body, schema, options))
}

/** Asks whether a resource could be read, without reading it. Throws as getJson does. */
export async function headOf(path: string, options: CallOptions = {}): Promise<void> {
  await answered('HEAD', path, undefined, options)
}

/** Deletes a resource. Throws as getJson does. */
export async function deleteJson(path: string, options: CallOptions = {}): Promise<void> {
  await answered('DELETE', path, undefined, options)
}

interface ApiResponse {
  readonly status: number
  readonly version: number | undefined
  readonly text: string
  /** The text as JSON; undefined where it is none. */
  readonly body: unknown
}

async function call<Schema extends z.ZodMiniType>(
  method: string,
  path: string,
  body: unknown,
  schema: Schema,
  options: CallOptions,
): Promise<ParsedResponse<z.infer<Schema>>> {
  const { status, version, body: found } = await answered(method, path, body, options)
  const answer = schema.safeParse(found)
  if (!answer.success) throw new UnreadableAnswer(status)
  return { value: answer.data, status, version }
}

type ParsedResponse<Value> = Pick<ApiResponse, 'status' | 'version'> & { readonly value: Value }

function versioned<Value>({ value, status, version }: ParsedResponse<Value>): Versioned<Value> {
  if (version === undefined) throw new UnreadableAnswer(status)
  return { value, version }
}

function answered(method: string, path: string, body: unknown, options: CallOptions): Promise<ApiResponse> {
  const call = () => attempt(method, path, body, options)
  const problemOf = (error: unknown) => (error instanceof ApiProblem ? error.problem : undefined)
  return options.isAboutSession === true ? call() : onceAllowed(call, problemOf, options.signal)
}

async function attempt(method: string, path: string, body: unknown, options: CallOptions): Promise<ApiResponse> {
  const signal = options.signal ?? null
  const response = await send(path, {
    method,
    headers: headersOf(body, options),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.keepalive === true && { keepalive: true }),
    signal,
  })
  const text = await readText(response, signal)
  const found = jsonIn(text)
  if (response.ok) return { status: response.status, version: versionIn(response), text, body: found }
  const problem = problemSchema.safeParse(found)
  if (problem.success) throw new ApiProblem(problem.data, retryAfterSeconds(response))
  throw new UnreadableAnswer(response.status)
}

function headersOf(body: unknown, { idempotencyKey, version }: CallOptions): Headers {
  const headers = new Headers({ accept: 'application/json, application/problem+json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  if (version === 'new') headers.set('if-none-match', '*')
  else if (version !== undefined) headers.set('if-match', `"${version}"`)
  return headers
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    // The contract has no redirects; following one could send a body to another host.
    return await fetch(path, { ...init, credentials: 'same-origin', redirect: 'error' })
  } catch (cause) {
    init.signal?.throwIfAborted()
    throw new NetworkFailure('The server did not answer', { cause })
  }
}

async function readText(response: Response, signal: AbortSignal | null): Promise<string> {
  try {
    return await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new NetworkFailure('The answer broke off', { cause })
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The version that the ETag names; a proxy that compresses may have made it a weak one. */
function versionIn(response: Response): number | undefined {
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(response.headers.get('etag') ?? '')
  return match === null ? undefined : Number(match[1])
}

function retryAfterSeconds(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

/** Why a call failed, in a few words of the page’s language, without a full stop. */
export function reasonOf(error: Error): string {
  if (error instanceof ApiProblem) return problemTitle(error.problem)
  if (error instanceof PasskeyFailure) return t('app.reason.passkey')
  return error instanceof NetworkFailure ? t('app.reason.noAnswer') : t('app.reason.unreadable')
}

/** The sentences for a person who searched by too many numbers; undefined for any other failure. */
export function searchRefusal(error: Error | null): string | undefined {
  const isRefused = error instanceof ApiProblem && error.problem.code === 'TOO_MANY_SEARCHES'
  return isRefused ? problemDetail(error.problem) : undefined
}

/** Whether repeating a failed call can help. */
export function isWorthRepeating(error: Error): boolean {
  return error instanceof ApiProblem ? error.problem.retryable : true
}

/** The same for automatic retries: not where the server asks for a longer wait than a page should make. */
export function isWorthRepeatingSoon(error: Error): boolean {
  const { retryAfterSeconds = 0 } = error instanceof ApiProblem ? error : {}
  return isWorthRepeating(error) && retryAfterSeconds <= 5
}
