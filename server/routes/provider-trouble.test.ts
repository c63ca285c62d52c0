import { afterEach, expect, it } from 'vitest'
import { problemSchema } from '#shared/api/problem.ts'
import { outcome, reply, type Script, startScriptedProvider } from '../testing/scripted-provider.ts'
import { type Answer, startTestApp, type TestApp } from '../testing/test-app.ts'

const person = { country: 'AR', firstName: 'Ana', lastName: 'Prueba' }
const ends: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function appAgainst(...scripts: readonly Script[]) {
  const provider = await startScriptedProvider(...scripts)
  const app = await startTestApp({
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_SHOP_ID: '4711',
    PROVIDER_API_TOKEN: 'token-7f3a',
  })
  ends.push(
    () => app.stop(),
    () => provider.stop(),
  )
  return { app, provider }
}

function check(app: TestApp, index: number, service = 'identity') {
  const body = { ...person, documentNumber: String(20_000_000 + index) }
  return service === 'identity'
    ? app.post('/api/identity-validations', body)
    : app.post('/api/bank-validations', { ...body, documentType: 'DNI', accountNumber: '0110599520000001234567' })
}

it('a provider that fails is left alone after twenty calls: the answer comes at once and says when to come again; the other endpoint works', async () => {
  const { app, provider } = await appAgainst((response, id) => {
    const script = provider.received.at(-1)?.path === '/bank-validation' ? outcome(200, 'OK') : reply(500, {})
    script(response, id)
  })
  for (let index = 0; index < 20; index += 1) {
    expect((await check(app, index)).json).toMatchObject({ code: 'PROVIDER_ERROR' })
  }
  const sent = provider.received.length
  // Ten repeats from the reserve, and the two that twenty calls have earned.
  expect(sent).toBeLessThanOrEqual(32)
  const answer = await check(app, 99)
  const problem = problemSchema.parse(answer.json)
  expect(problem).toMatchObject({ code: 'PROVIDER_PAUSED', status: 503, retryable: true })
  expect(answer.headers['retry-after']).toBe(String(problem.retryAfterSeconds))
  expect([3, 4, 5]).toContain(problem.retryAfterSeconds)
  expect(provider.received).toHaveLength(sent)
  expect((await check(app, 99, 'bank')).status).toBe(200)
  expect((await app.get('/metrics')).text).toContain('payout_desk_provider_breaker_state{endpoint="identity"} 2')
})

it.each([401, 404])('a provider that fails with HTTP %i is asked on: it works', async (status) => {
  const { app, provider } = await appAgainst(reply(status, {}))
  for (let index = 0; index < 25; index += 1) await check(app, index)
  expect(provider.received).toHaveLength(25)
})

it('more validations than the provider can take wait in a line of a hundred; the others are told when to come again', async () => {
  const held: (() => void)[] = []
  const { app } = await appAgainst((response, id) => void held.push(() => outcome(200, 'OK')(response, id)))
  const refused: Answer[] = []
  const calls = Array.from({ length: 150 }, async (_, index) => {
    const answer = await check(app, index)
    if (answer.status === 503) refused.push(answer)
    return answer.status
  })
  await expect.poll(() => [held.length, refused.length]).toEqual([30, 20])
  for (const { headers, json } of refused) {
    const problem = problemSchema.parse(json)
    expect(problem).toMatchObject({ code: 'QUEUE_FULL', status: 503, retryable: true })
    expect(headers['retry-after']).toBe(String(problem.retryAfterSeconds))
  }
  let isOver = false
  const all = Promise.all(calls).finally(() => {
    isOver = true
  })
  while (!isOver) {
    for (const answer of held.splice(0)) answer()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await all).filter((status) => status === 200)).toHaveLength(130)
})

it('more validations than the provider can take settle below a limit that is really counted', async () => {
  const app = await startTestApp({ SANDBOX_REQUESTS_PER_SECOND: '25', PROVIDER_BACKOFF_BASE_MS: '500' })
  ends.push(() => app.stop())
  const refusals = async () => {
    const { text } = await app.get('/metrics')
    const [, count = '0'] = /attempts_total\{endpoint="identity",outcome="RATE_LIMIT_EXCEEDED"\} (\d+)/.exec(text) ?? []
    return Number(count)
  }
  // A burst finds the limit; what comes then keeps below it.
  await Promise.all(Array.from({ length: 60 }, (_, index) => check(app, index)))
  const met = await refusals()
  expect(met).toBeGreaterThan(0)
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => check(app, 100 + index)))
  // A busy machine bunches calls: the exact figures are the simulation's, in endpoint client.test.ts and pace.test.ts.
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(45)
  expect((await refusals()) - met).toBeLessThan(25)
  expect((await app.get('/metrics')).text).toMatch(/calls_per_second\{endpoint="identity"\} \d/)
})
