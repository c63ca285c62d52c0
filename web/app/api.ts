import type * as z from 'zod/mini'
import { type Problem, problemSchema } from '#shared/api/problem.ts'

/** The server said no, in its own words: problem details. */
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

/** No answer came: the server is down or the network is. Whether the request arrived is not known. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure'
}

/** An answer came that is not of the contract, such as a page of a proxy that stands between. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
  readonly status: number

  constructor(status: number) {
    super(`An answer with status ${status} is not of the contract`)
    this.status = status
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Makes a repeat of the same call answer with the first result. */
  readonly idempotencyKey?: string | undefined
}

/** Reads a resource. Throws one of the three errors above, or an AbortError where the signal says so. */
export function getJson<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  options: CallOptions = {},
): Promise<z.infer<Schema>> {
  return call(path, schema, { headers: { accept: accepted }, signal: options.signal ?? null })
}

/** Posts a body and reads the answer. Throws as getJson does. */
export function postJson<Schema extends z.ZodMiniType>(
  path: string,
  body: unknown,
  schema: Schema,
  options: CallOptions = {},
): Promise<z.infer<Schema>> {
  const headers = new Headers({ accept: accepted, 'content-type': 'application/json' })
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  return call(path, schema, { method: 'POST', headers, body: JSON.stringify(body), signal: options.signal ?? null })
}

const accepted = 'application/json, application/problem+json'

async function call<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  init: RequestInit,
): Promise<z.infer<Schema>> {
  const response = await send(path, init)
  const body = await readBody(response, init.signal)
  if (response.ok) {
    const answer = schema.safeParse(body)
    if (answer.success) return answer.data
    throw new UnreadableAnswer(response.status)
  }
  const problem = problemSchema.safeParse(body)
  if (problem.success) throw new ApiProblem(problem.data, retryAfterSeconds(response))
  throw new UnreadableAnswer(response.status)
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    // No redirect is part of the contract; one followed could carry a body to another host.
    return await fetch(path, { ...init, credentials: 'same-origin', redirect: 'error' })
  } catch (cause) {
    init.signal?.throwIfAborted()
    throw new NetworkFailure('The server did not answer', { cause })
  }
}

/** The body as JSON; undefined, which no schema takes, when it is something else. */
async function readBody(response: Response, signal: AbortSignal | null | undefined): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new NetworkFailure('The answer broke off', { cause })
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfterSeconds(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}
