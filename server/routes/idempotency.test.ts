import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, describe, expect, it } from 'vitest'
import { problemSchema } from '#shared/api/problem.ts'
import { validationProgressSchema } from '#shared/api/validation-progress.ts'
import { type Gate, gate } from '../testing/gate.ts'
import {
  outcome,
  reply,
  type Script,
  type ScriptedProvider,
  startScriptedProvider,
} from '../testing/scripted-provider.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const identity = { country: 'AR', firstName: 'Ana', lastName: 'Prueba', documentNumber: '12345678' }
const path = '/api/identity-validations'

const ends: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function sandboxApp(environment = {}): Promise<TestApp> {
  const app = await startTestApp(environment)
  ends.push(() => app.stop())
  return app
}

async function appAgainst(...scripts: readonly Script[]): Promise<{ app: TestApp; provider: ScriptedProvider }> {
  return appWithPatience('10000', ...scripts)
}

async function appWithPatience(timeoutMs: string, ...scripts: readonly Script[]) {
  const provider = await startScriptedProvider(...scripts)
  const app = await startTestApp({
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_SHOP_ID: '4711',
    PROVIDER_API_TOKEN: 'token-7f3a',
    PROVIDER_TIMEOUT_MS: timeoutMs,
  })
  ends.push(
    () => app.stop(),
    () => provider.stop(),
  )
  return { app, provider }
}

/** A provider that gives its first answer when the test says so. */
async function appWithHeldAnswer() {
  const asked: Gate<() => void> = gate()
  const held: Script = (response, id) => asked.open(() => outcome(200, 'OK')(response, id))
  return { ...(await appAgainst(held, outcome(200, 'OK'))), asked: asked.opened }
}

function ask(app: Visitor, key: string | undefined, body: object = identity, address = path): Promise<Answer> {
  return app.post(address, body, key === undefined ? {} : { 'idempotency-key': key })
}

async function billed({ sandboxUrl }: TestApp): Promise<number> {
  const { records } = JSON.parse(await (await fetch(`${sandboxUrl}/sandbox/usage`)).text())
  return records.length
}

const replayed = ({ headers }: Answer) => headers['idempotency-replayed']

it('the same Idempotency-Key with the same body gives the same answer, and is billed once', async () => {
  const app = await sandboxApp()
  const [first, second] = [await ask(app, 'k'), await ask(app, 'k')]
  expect(first).toMatchObject({ status: 200, json: { status: 'OK' } })
  expect([second.status, second.text]).toEqual([first.status, first.text])
  expect([replayed(first), replayed(second)]).toEqual([undefined, 'true'])
  expect(await billed(app)).toBe(1)
})

it('the same Idempotency-Key with a body that means the same gives the same answer', async () => {
  const app = await sandboxApp()
  const first = await ask(app, 'k')
  const same = {
    testMode: false,
    documentNumber: '12.345.678',
    lastName: ' Prueba ',
    firstName: 'Ana',
    country: 'ar',
  }
  expect((await ask(app, 'k', same)).text).toBe(first.text)
})

it.each([
  ['another name', { ...identity, lastName: 'Otra' }, path],
  ['test mode', { ...identity, testMode: true }, path],
  [
    'the other validation',
    { ...identity, documentType: 'DNI', accountNumber: '0110599520000001234567' },
    '/api/bank-validations',
  ],
])('the same Idempotency-Key with %s is refused', async (_what, body, address) => {
  const app = await sandboxApp()
  await ask(app, 'k')
  const answer = await ask(app, 'k', body, address)
  expect(answer).toMatchObject({ status: 422, json: { code: 'IDEMPOTENCY_KEY_REUSED', retryable: false } })
  expect(await billed(app)).toBe(1)
})

it('the same Idempotency-Key is not used up by a body that has errors', async () => {
  const app = await sandboxApp()
  expect((await ask(app, 'k', { ...identity, firstName: '' })).status).toBe(422)
  expect((await ask(app, 'k')).status).toBe(200)
})

it('the same Idempotency-Key shares the first answer while it is under way', async () => {
  const { app, provider, asked } = await appWithHeldAnswer()
  const first = ask(app, 'k')
  const release = await asked
  const others = [ask(app, 'k'), ask(app, 'k')]
  expect((await ask(app, 'k', { ...identity, lastName: 'Otra' })).status).toBe(422)
  release()
  const texts = (await Promise.all([first, ...others])).map(({ text }) => text)
  expect(new Set(texts).size).toBe(1)
  expect(provider.received).toHaveLength(1)
})

it.each<[string, Script]>([
  ['no answer in time', () => {}],
  ['a cut connection', (response) => void response.socket?.destroy()],
  ['an answer that cannot be trusted', reply(200, {})],
])('after a failure, the same key gives the same problem again after %s: it may have run', async (what, script) => {
  const patience = what === 'no answer in time' ? '500' : '10000'
  const { app, provider } = await appWithPatience(patience, script, outcome(200, 'OK'))
  const first = await ask(app, 'k')
  const second = await ask(app, 'k')
  expect(first.status).toBeGreaterThan(500)
  expect([second.status, second.text, replayed(second)]).toEqual([first.status, first.text, 'true'])
  expect(second.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(provider.received).toHaveLength(1)
  // A person who decides to ask again sends a new key.
  expect((await ask(app, 'another')).status).toBe(200)
})

it.each<[string, Script, string]>([
  ['429', reply(429, {}), 'RATE_LIMIT_EXCEEDED'],
  ['500', reply(500, {}), 'PROVIDER_ERROR'],
  ['401', reply(401, {}), 'PROVIDER_UNAUTHORIZED'],
  ['400', outcome(400, 'NOK'), 'VALIDATION_NOT_RUN'],
])('after a failure, the same key asks again after HTTP %s: it certainly did not run', async (_what, script, code) => {
  const repeats = code === 'RATE_LIMIT_EXCEEDED' || code === 'PROVIDER_ERROR' ? 3 : 1
  const { app, provider } = await appAgainst(...Array(repeats).fill(script), outcome(200, 'OK'))
  expect((await ask(app, 'k')).json).toMatchObject({ code })
  expect(provider.received).toHaveLength(repeats)
  const second = await ask(app, 'k')
  expect([second.status, replayed(second)]).toEqual([200, undefined])
})

it('after a failure, the same key still belongs to its values', async () => {
  const { app } = await appAgainst(reply(401, {}))
  await ask(app, 'k')
  expect((await ask(app, 'k', { ...identity, lastName: 'Otra' })).json).toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  })
})

it('a key is one person’s own: another’s is another validation, and no one else sees its result', async () => {
  const app = await sandboxApp()
  const stand = '/api/validations/k'
  await ask(app, 'k')
  const others = [app.as('Bruno Lima'), app.as('Carla Dias')]
  for (const other of others) expect((await other.get(stand)).status).toBe(404)
  for (const other of others) {
    const answer = await other.post(path, { ...identity, lastName: 'Otra' }, { 'idempotency-key': 'k' })
    expect([answer.status, replayed(answer)]).toEqual([200, undefined])
    expect((await other.get(stand)).status).toBe(200)
  }
  expect(replayed(await ask(app, 'k'))).toBe('true')
  expect(await billed(app)).toBe(3)
})

it('a key is one person’s own also while the provider is asked', async () => {
  const { app, asked } = await appWithHeldAnswer()
  const answer = ask(app, 'k')
  const release = await asked
  expect((await app.as('Bruno Lima').get('/api/validations/k')).status).toBe(404)
  release()
  expect((await answer).status).toBe(200)
})

it.each(['!', '~', 'x'.repeat(200), '"a-structured-string"', 'a/b?c=%20#d'])('a key may be %j', async (key) => {
  const app = await sandboxApp()
  expect((await ask(app, key)).status).toBe(200)
  expect((await app.get(`/api/validations/${encodeURIComponent(key)}`)).status).toBe(200)
})

it.each(['', 'x'.repeat(201), 'two words', 'ümlaut', 'one, two'])('a key cannot be %j', async (key) => {
  const app = await sandboxApp()
  const answer = await ask(app, key)
  expect(answer).toMatchObject({ status: 400, json: { code: 'IDEMPOTENCY_KEY_INVALID' } })
  expect(await billed(app)).toBe(0)
})

/** Resolves once that many validations have reached an app. */
function begun(count: number): Promise<void> {
  const channel = 'http.server.request.start'
  const all = gate<void>()
  let left = count
  subscribe(channel, function onStart(message) {
    if (Reflect.get(Object(Reflect.get(Object(message), 'request')), 'url') === path) left -= 1
    if (left > 0) return
    unsubscribe(channel, onStart)
    all.open()
  })
  return all.opened
}

it('a hundred clicks at the same time make one call: under one key, under a key each, or without a key', async () => {
  const keysOf = [() => 'k', (index: number) => `k-${index}`, () => undefined]
  for (const keyOf of keysOf) {
    const { app, provider, asked } = await appWithHeldAnswer()
    const haveCome = begun(100)
    const clicks = Array.from({ length: 100 }, (_, index) => ask(app, keyOf(index)))
    const release = await asked
    await haveCome
    // Anyone who came before this one waits for the same answer by now.
    await app.get('/api/validations/unknown')
    release()
    const answers = await Promise.all(clicks)
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter((answer) => replayed(answer) === undefined)).toHaveLength(1)
    expect(provider.received).toHaveLength(1)
  }
})

it('a hundred clicks at the same time of different beneficiaries make a call each', async () => {
  const app = await sandboxApp()
  await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      ask(app, undefined, { ...identity, lastName: `Prueba ${'x'.repeat(index)}` }),
    ),
  )
  expect(await billed(app)).toBe(100)
})

it('a hundred clicks at the same time of two modes make a call each', async () => {
  const { app, provider, asked } = await appWithHeldAnswer()
  const calls = [ask(app, 'a')]
  const release = await asked
  calls.push(ask(app, 'b', { ...identity, testMode: true }))
  await expect.poll(() => provider.received.length).toBe(2)
  release()
  await Promise.all(calls)
})

it('VALIDATIONS_PER_MINUTE limits what one person begins, and says when the next may begin; repeats of a key do not count', async () => {
  const app = await sandboxApp({ VALIDATIONS_PER_MINUTE: '2' })
  const statuses = [await ask(app, 'a'), await ask(app, 'a'), await ask(app, 'a'), await ask(app, 'b')]
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const third = await ask(app, 'c')
  const problem = problemSchema.parse(third.json)
  expect(problem).toMatchObject({ code: 'TOO_MANY_VALIDATIONS', status: 429, retryable: true })
  expect(third.headers['retry-after']).toBe(String(problem.retryAfterSeconds))
  expect(problem.retryAfterSeconds).toBeGreaterThan(50)
  expect((await ask(app, 'a')).status).toBe(200)
  expect(await billed(app)).toBe(2)
})

it('VALIDATIONS_PER_MINUTE is not escaped by signing in under new names', async () => {
  const app = await sandboxApp({ VALIDATIONS_PER_MINUTE: '2' })
  const answers = []
  for (const name of ['Ana Souza', 'Bruno Lima', 'Carla Dias', 'Diego Paz']) answers.push(await ask(app.as(name), 'a'))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429])
  expect(await billed(app)).toBe(2)
})

describe('GET /api/validations/{idempotencyKey}', () => {
  const stand = async (app: Visitor, key = 'k') =>
    validationProgressSchema.parse((await app.get(`/api/validations/${key}`)).json)

  it('GET /api/validations/{idempotencyKey} shows which attempt is under way', async () => {
    const third: Gate<() => void> = gate()
    const { app } = await appAgainst(reply(500, {}), reply(500, {}), (response, id) =>
      third.open(() => outcome(200, 'NOK')(response, id)),
    )
    const call = ask(app, 'k')
    const release = await third.opened
    const running = await stand(app)
    expect(running).toMatchObject({ state: 'running', service: 'identity', attempt: 3, maxAttempts: 3 })
    release()
    const { json } = await call
    expect(await stand(app)).toMatchObject({
      state: 'finished',
      service: 'identity',
      status: 200,
      mayHaveRun: true,
      answer: json,
    })
  })

  it('GET /api/validations/{idempotencyKey} shows that a call waits for its turn', async () => {
    const held: (() => void)[] = []
    const { app } = await appWithPatience('5000', (response, id) => held.push(() => outcome(200, 'OK')(response, id)))
    const others = Array.from({ length: 30 }, (_, index) =>
      ask(app, undefined, { ...identity, documentNumber: String(20_000_000 + index) }),
    )
    await expect.poll(() => held.length).toBe(others.length)
    const call = ask(app, 'k')
    await expect.poll(() => stand(app)).toMatchObject({ state: 'running', attempt: 0 })
    for (const release of held.splice(0)) release()
    await expect.poll(() => held.length).toBe(1)
    held.pop()?.()
    await Promise.all([...others, call])
  })

  it('GET /api/validations/{idempotencyKey} keeps the answer when the browser has gone away', async () => {
    const { app, asked } = await appWithHeldAnswer()
    const leaving = new AbortController()
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' }
    const body = JSON.stringify(identity)
    const call = app.send('POST', path, { headers, body, signal: leaving.signal })
    const release = await asked
    leaving.abort()
    await expect(call).rejects.toThrow()
    release()
    await expect.poll(() => stand(app)).toMatchObject({ state: 'finished', status: 200, answer: { status: 'OK' } })
    expect(replayed(await ask(app, 'k'))).toBe('true')
  })

  it('GET /api/validations/{idempotencyKey} shows a failure that did not run, although the key may be used again', async () => {
    const { app } = await appAgainst(reply(401, {}))
    const { json } = await ask(app, 'k')
    expect(await stand(app)).toMatchObject({ state: 'finished', status: 502, mayHaveRun: false, answer: json })
  })

  it('GET /api/validations/{idempotencyKey} knows nothing of a key that was not used', async () => {
    const app = await sandboxApp()
    expect(await app.get('/api/validations/k')).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
  })
})
