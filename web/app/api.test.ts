import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiProblem, getJson, NetworkFailure, postJson, UnreadableAnswer } from './api.ts'

const thingSchema = z.object({ name: z.string() })

const problem = {
  type: 'about:blank',
  title: 'Some fields need a change',
  status: 422,
  detail: 'One field needs a change.',
  code: 'FIELDS_INVALID',
  retryable: false,
  requestId: 'r-1',
  errors: [{ pointer: '#/amount', code: 'amount_missing', params: {}, detail: 'Type an amount.' }],
}

afterEach(() => vi.unstubAllGlobals())

describe('a call to the server', () => {
  it('gives the answer its schema describes', async () => {
    answer(200, JSON.stringify({ name: 'Ana' }))
    await expect(getJson('/api/thing', thingSchema)).resolves.toEqual({ name: 'Ana' })
  })

  it('sends a body as JSON with its idempotency key, to this origin only', async () => {
    const fetched = answer(200, JSON.stringify({ name: 'Ana' }))
    await postJson('/api/things', { name: 'Ana' }, thingSchema, { idempotencyKey: 'k-1' })
    const [path, init] = fetched.mock.lastCall!
    const headers = new Headers(init?.headers)
    expect(path).toBe('/api/things')
    expect([init?.method, init?.body, init?.redirect, init?.credentials]).toEqual([
      'POST',
      '{"name":"Ana"}',
      'error',
      'same-origin',
    ])
    expect([headers.get('content-type'), headers.get('idempotency-key')]).toEqual(['application/json', 'k-1'])
  })

  it('throws the problem the server describes, with all its errors', async () => {
    answer(422, JSON.stringify(problem))
    const error = await failureOf(getJson('/api/thing', thingSchema))
    expect(error).toBeInstanceOf(ApiProblem)
    expect(error).toMatchObject({ problem, retryAfterSeconds: undefined })
  })

  it('keeps how long the server asks to wait', async () => {
    answer(503, JSON.stringify({ ...problem, status: 503, retryable: true }), { 'retry-after': '24' })
    expect(await failureOf(getJson('/api/thing', thingSchema))).toMatchObject({ retryAfterSeconds: 24 })
  })

  it.each([
    ['a page of HTML instead of JSON', 502, '<html>Bad gateway</html>'],
    ['a failure that is no problem', 500, '{"message":"no"}'],
    ['a success of another shape', 200, '{"title":"Ana"}'],
    ['an empty body', 200, ''],
  ])('does not trust %s', async (_what, status, body) => {
    answer(status, body)
    const error = await failureOf(getJson('/api/thing', thingSchema))
    expect(error).toBeInstanceOf(UnreadableAnswer)
    expect(error).toMatchObject({ status })
  })

  it('tells a server that does not answer from one that says no', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failureOf(getJson('/api/thing', thingSchema))).toBeInstanceOf(NetworkFailure)
  })

  it('takes an answer that breaks off for no answer', async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(broken)))
    expect(await failureOf(getJson('/api/thing', thingSchema))).toBeInstanceOf(NetworkFailure)
  })

  it('ends quietly when the caller has gone', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('aborted', 'AbortError')))
    const error = await failureOf(getJson('/api/thing', thingSchema, { signal: AbortSignal.abort() }))
    expect(error).toMatchObject({ name: 'AbortError' })
  })
})

function answer(status: number, body: string, headers: Record<string, string> = {}) {
  const fetched = vi.fn((_path: string, _init?: RequestInit) =>
    Promise.resolve(new Response(body, { status, headers })),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )
}
