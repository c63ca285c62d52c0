import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  ApiProblem,
  deleteJson,
  getJson,
  getVersioned,
  NetworkFailure,
  postForText,
  postJson,
  putJson,
  UnreadableAnswer,
} from './api.ts'
import { signInGate, stepUpGate } from './sign-in-gate.ts'

const thingSchema = z.object({ name: z.string() })

const problem = {
  type: 'about:blank',
  title: 'Some fields need to be corrected',
  status: 422,
  detail: 'One field needs a change.',
  code: 'FIELDS_INVALID',
  retryable: false,
  requestId: 'r-1',
  errors: [{ pointer: '#/amount', code: 'amount_missing', params: {}, detail: 'Type an amount.' }],
}

const stepUpRequired = { ...problem, status: 403, code: 'STEP_UP_REQUIRED', errors: [] }

const signInRequired = { ...problem, status: 401, code: 'SIGN_IN_REQUIRED', errors: [] }

afterEach(() => vi.unstubAllGlobals())

it('a call to the server gives the answer its schema describes', async () => {
  answer(200, JSON.stringify({ name: 'Ana' }))
  await expect(getJson('/api/thing', thingSchema)).resolves.toEqual({ name: 'Ana' })
})

it('a call to the server gives a text to the last digit as it came', async () => {
  const text = '{\n  "amount": 15000.10\n}'
  const fetched = answer(200, text)
  await expect(postForText('/api/thing')).resolves.toBe(text)
  expect(fetched).toHaveBeenCalledWith('/api/thing', expect.objectContaining({ method: 'POST' }))
  answer(422, JSON.stringify(problem))
  await expect(postForText('/api/thing')).rejects.toBeInstanceOf(ApiProblem)
})

it('a call to the server sends a body as JSON with its idempotency key, to this origin only', async () => {
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

it('a call to the server throws the problem the server describes, with all its errors', async () => {
  answer(422, JSON.stringify(problem))
  const error = await failureOf(getJson('/api/thing', thingSchema))
  expect(error).toBeInstanceOf(ApiProblem)
  expect(error).toMatchObject({ problem, retryAfterSeconds: undefined })
})

it('a call to the server keeps how long the server asks to wait', async () => {
  answer(503, JSON.stringify({ ...problem, status: 503, retryable: true }), { 'retry-after': '24' })
  expect(await failureOf(getJson('/api/thing', thingSchema))).toMatchObject({ retryAfterSeconds: 24 })
})

it.each([
  ['a page of HTML instead of JSON', 502, '<html>Bad gateway</html>'],
  ['a failure that is no problem', 500, '{"message":"no"}'],
  ['a success of another shape', 200, '{"title":"Ana"}'],
  ['an empty body', 200, ''],
])('a call to the server does not trust %s', async (_what, status, body) => {
  answer(status, body)
  const error = await failureOf(getJson('/api/thing', thingSchema))
  expect(error).toBeInstanceOf(UnreadableAnswer)
  expect(error).toMatchObject({ status })
})

it('a call to the server distinguishes a server that does not answer from one that refuses', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await failureOf(getJson('/api/thing', thingSchema))).toBeInstanceOf(NetworkFailure)
})

it('a call to the server treats an answer that breaks off as no answer', async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(broken)))
  expect(await failureOf(getJson('/api/thing', thingSchema))).toBeInstanceOf(NetworkFailure)
})

it('a call to the server ends quietly when the caller has gone', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('aborted', 'AbortError')))
  const error = await failureOf(getJson('/api/thing', thingSchema, { signal: AbortSignal.abort() }))
  expect(error).toMatchObject({ name: 'AbortError' })
})

it.each(['"7"', 'W/"7"'])('a version is read from the ETag %s', async (etag) => {
  answer(200, JSON.stringify({ name: 'Ana' }), { etag })
  await expect(getVersioned('/api/thing', thingSchema)).resolves.toEqual({ value: { name: 'Ana' }, version: 7 })
})

it.each(['', '"abc"'])('a version is missed where the contract promises one: ETag %j', async (etag) => {
  answer(200, JSON.stringify({ name: 'Ana' }), { etag })
  expect(await failureOf(getVersioned('/api/thing', thingSchema))).toBeInstanceOf(UnreadableAnswer)
})

it.each([
  [3, { 'if-match': '"3"' }],
  ['new' as const, { 'if-none-match': '*' }],
])('a version: %j travels with a write', async (version, expected) => {
  const fetched = answer(200, JSON.stringify({ name: 'Ana' }), { etag: '"4"' })
  await putJson('/api/thing', { name: 'Ana' }, thingSchema, { version })
  const [, init] = fetched.mock.lastCall!
  expect(init?.method).toBe('PUT')
  expect(Object.fromEntries(new Headers(init?.headers))).toMatchObject(expected)
})

it('a version is named by what deletes, which answers nothing', async () => {
  const fetched = vi.fn((_path: string, _init?: RequestInit) => Promise.resolve(new Response(null, { status: 204 })))
  vi.stubGlobal('fetch', fetched)
  await expect(deleteJson('/api/thing', { version: 2 })).resolves.toBeUndefined()
  const [, init] = fetched.mock.lastCall!
  expect([init?.method, new Headers(init?.headers).get('if-match')]).toEqual(['DELETE', '"2"'])
})

it('a call whose session has ended waits until the person has signed in again, and is repeated unchanged', async () => {
  const fetched = answersInTurn([401, JSON.stringify(signInRequired)], [200, JSON.stringify({ name: 'Ana' })])
  const call = postJson('/api/things', { name: 'Ana' }, thingSchema, { idempotencyKey: 'k-1' })
  await expect.poll(() => signInGate.isAsking.get()).toBe(true)
  signInGate.answer(true)
  await expect(call).resolves.toEqual({ name: 'Ana' })
  const [first, second] = fetched.mock.calls.map(([, init]) => [
    init?.body,
    Object.fromEntries(new Headers(init?.headers)),
  ])
  expect(second).toEqual(first)
})

it('a call whose session has ended holds back the calls that were not sent yet', async () => {
  const fetched = answersInTurn([200, JSON.stringify({ name: 'Ana' })])
  const asked = signInGate.ask()
  const call = getJson('/api/thing', thingSchema)
  await Promise.resolve()
  expect(fetched).not.toHaveBeenCalled()
  signInGate.answer(true)
  await expect(asked).resolves.toBe(true)
  await expect(call).resolves.toEqual({ name: 'Ana' })
})

it('a call whose session has ended fails when another person signs in', async () => {
  answersInTurn([401, JSON.stringify(signInRequired)])
  const call = failureOf(getJson('/api/thing', thingSchema))
  await expect.poll(() => signInGate.isAsking.get()).toBe(true)
  signInGate.answer(false)
  expect(await call).toMatchObject({ problem: { code: 'SIGN_IN_REQUIRED' } })
})

it('a call whose session has ended does not ask on behalf of the sign-in itself', async () => {
  answersInTurn([401, JSON.stringify(signInRequired)])
  const error = await failureOf(getJson('/api/session', thingSchema, { isAboutSession: true }))
  expect(error).toBeInstanceOf(ApiProblem)
  expect(signInGate.isAsking.get()).toBe(false)
})

it('a call that needs a proof of identity waits for it while others continue, and is repeated unchanged', async () => {
  const fetched = answersInTurn(
    [403, JSON.stringify(stepUpRequired)],
    [200, JSON.stringify({ name: 'Bruno' })],
    [200, JSON.stringify({ name: 'Ana' })],
  )
  const call = postJson('/api/things', { name: 'Ana' }, thingSchema, { idempotencyKey: 'k-1', version: 3 })
  await expect.poll(() => stepUpGate.isAsking.get()).toBe(true)
  await expect(getJson('/api/thing', thingSchema)).resolves.toEqual({ name: 'Bruno' })
  stepUpGate.answer(true)
  await expect(call).resolves.toEqual({ name: 'Ana' })
  const [first, , again] = fetched.mock.calls.map(([path, init]) => [
    path,
    init?.body,
    Object.fromEntries(new Headers(init?.headers)),
  ])
  expect(again).toEqual(first)
})

it('a call that needs a proof of identity fails where none is given', async () => {
  answersInTurn([403, JSON.stringify(stepUpRequired)])
  const call = failureOf(getJson('/api/thing', thingSchema))
  await expect.poll(() => stepUpGate.isAsking.get()).toBe(true)
  stepUpGate.answer(false)
  expect(await call).toMatchObject({ problem: { code: 'STEP_UP_REQUIRED' } })
})

it('a call for an approval that takes a signature asks for no other proof', async () => {
  answersInTurn([403, JSON.stringify({ ...stepUpRequired, params: { why: 'approval' } })])
  expect(await failureOf(getJson('/api/thing', thingSchema))).toMatchObject({ problem: { code: 'STEP_UP_REQUIRED' } })
  expect(stepUpGate.isAsking.get()).toBe(false)
})

it('a call that was under way when a proof gave the session another token is repeated without a question', async () => {
  const replaced = { ...signInRequired, params: { why: 'replaced' } }
  answersInTurn([401, JSON.stringify(replaced)], [200, JSON.stringify({ name: 'Ana' })])
  await expect(getJson('/api/thing', thingSchema)).resolves.toEqual({ name: 'Ana' })
  expect(signInGate.isAsking.get()).toBe(false)
})

function answersInTurn(...answers: readonly (readonly [status: number, body: string])[]) {
  const left = [...answers]
  const fetched = vi.fn((_path: string, _init?: RequestInit) => {
    const [status, body] = left.shift()!
    return Promise.resolve(new Response(body, { status }))
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

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
