import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outcome, type ScriptedProvider, startScriptedProvider } from '../testing/scripted-provider.ts'
import { startServer } from '../testing/server-program.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor, visitor } from '../testing/test-app.ts'

const identity = { country: 'AR', firstName: 'Ana', lastName: 'Prueba', documentNumber: '12345678' }
const path = '/api/identity-validations'
const underKey = { 'idempotency-key': 'k' }

describe.each(stores)('what was asked under a key on $name', ({ makePlace }) => {
  const held: ((status?: number) => void)[] = []
  const running = new Set<TestApp>()
  let place: Place
  let provider: ScriptedProvider

  beforeEach(async () => {
    place = await makePlace()
    provider = await startScriptedProvider((response, id) =>
      held.push((status = 200) => outcome(status, 'NOK')(response, id)),
    )
  })
  afterEach(async () => {
    for (const release of held.splice(0)) release()
    for (const app of running) await end(app)
    await provider.stop()
    await place.remove()
  })

  const environment = () => ({
    ...place.environment,
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_SHOP_ID: '4711',
    PROVIDER_API_TOKEN: 'token-7f3a',
    PROVIDER_TIMEOUT_MS: '400',
  })
  const start = async (settings = {}): Promise<TestApp> => {
    const app = await startTestApp({ ...environment(), ...settings })
    running.add(app)
    return app
  }
  const end = (app: TestApp) => {
    running.delete(app)
    return app.stop()
  }
  const ask = (who: Visitor, headers: Record<string, string> = underKey) => who.post(path, identity, headers)
  const stand = async (who: Visitor) => (await who.get('/api/validations/k')).json
  const patience = { PROVIDER_TIMEOUT_MS: '10000' }
  const calls = () => expect.poll(() => held.length)

  it('is answered the same after a restart', async () => {
    const first = await start(patience)
    const asked = ask(first)
    await calls().toBe(1)
    held.pop()?.()
    const { status, text } = await asked
    await end(first)
    const again = await ask(await start())
    expect(again).toMatchObject({ status, text, headers: { 'idempotency-replayed': 'true' } })
    expect(provider.received).toHaveLength(1)
  })

  it('by a person who went away is saved when the app is stopped meanwhile', async () => {
    const first = await start(patience)
    const leaving = new AbortController()
    const headers = { 'content-type': 'application/json', ...underKey }
    const left = first.send('POST', path, { headers, body: JSON.stringify(identity), signal: leaving.signal })
    await calls().toBe(1)
    leaving.abort()
    await expect(left).rejects.toThrow()
    const stopped = end(first)
    await expect.poll(() => fetch(first.url).catch(() => 'closed')).toBe('closed')
    held.pop()?.()
    await stopped
    expect(await ask(await start())).toMatchObject({ status: 200, json: { status: 'NOK' } })
    expect(provider.received).toHaveLength(1)
  })

  it('by another process is under way until that has its answer', async () => {
    const [first, second] = [await start(patience), await start(patience)]
    const asked = ask(first)
    await calls().toBe(1)
    const meanwhile = await ask(second)
    expect(meanwhile).toMatchObject({ status: 409, json: { code: 'IDEMPOTENCY_IN_FLIGHT', retryable: true } })
    expect(Number(meanwhile.headers['retry-after'])).toBeGreaterThan(0)
    expect(await stand(second)).toMatchObject({ state: 'running', service: 'identity' })
    held.pop()?.()
    const { text } = await asked
    expect((await ask(second)).text).toBe(text)
    expect(await stand(second)).toMatchObject({ state: 'finished', status: 200 })
    expect(provider.received).toHaveLength(1)
  })

  const askEverywhere = (apps: readonly TestApp[]) =>
    apps.flatMap((app, place) => [ask(app, {}), ask(app, { 'idempotency-key': `of-${place}` })])

  it('by three processes at once is one call, whose answer all of them get', async () => {
    const apps = [await start(patience), await start(patience), await start(patience)]
    const asked = askEverywhere(apps)
    await calls().toBe(1)
    const reserved = () =>
      Promise.all(apps.map(async (app, place) => (await app.get(`/api/validations/of-${place}`)).status))
    await expect.poll(reserved).toEqual([200, 200, 200])
    held.pop()?.()
    const answers = await Promise.all(asked)
    expect(provider.received).toHaveLength(1)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, json: { status: 'NOK', attempts: 1 } })
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] !== 'true')).toHaveLength(1)
    // A request after that is a new one.
    const next = ask(apps[2]!, {})
    await calls().toBe(1)
    held.pop()?.()
    expect((await next).headers['idempotency-replayed']).toBeUndefined()
    const { json } = await apps[1]!.get('/api/activity?action=validation.asked')
    expect(json).toMatchObject({ items: [{}, {}] })
  })

  it('by a process that learns that nothing ran is asked by another one that waited', async () => {
    const [first, second] = [await start(patience), await start(patience)]
    const asked = ask(first, {})
    await calls().toBe(1)
    const waiting = ask(second)
    await expect.poll(() => stand(second)).toMatchObject({ state: 'running' })
    // The provider ran nothing, by HTTP 400.
    held.pop()?.(400)
    expect((await asked).json).toMatchObject({ code: 'VALIDATION_NOT_RUN' })
    await calls().toBe(1)
    held.pop()?.()
    expect(await waiting).toMatchObject({ status: 200, json: { status: 'NOK' } })
  })

  it('by a process that was killed is lost, and never asked again', { timeout: 60_000 }, async () => {
    const given = Object.entries({ ...environment(), PORT: '0' }).flatMap(([name, value = '']) => [[name, value]])
    const program = startServer(Object.fromEntries(given))
    const url = await program.ready()
    const agent = new Agent()
    const cut = ask(visitor(agent, url, 'Ana Souza'))
    await calls().toBe(1)
    program.process.kill('SIGKILL')
    await expect(cut).rejects.toThrow()
    await program.ended
    await agent.destroy()

    const who = await start()
    // Equal, and under a key of its own: it may have run, so the request that waited does not ask again.
    const equal = ask(who, { 'idempotency-key': 'equal' })
    expect((await ask(who)).json).toMatchObject({ code: 'IDEMPOTENCY_IN_FLIGHT' })
    await expect.poll(() => stand(who), { timeout: 30_000 }).toMatchObject({ state: 'finished', mayHaveRun: true })
    expect(await equal).toMatchObject({ status: 504, json: { code: 'PROVIDER_TIMEOUT' } })
    const lost = await ask(who)
    expect(lost).toMatchObject({ status: 504, json: { code: 'PROVIDER_TIMEOUT', retryable: false } })
    expect((await ask(who)).text).toBe(lost.text)
    expect(await stand(who)).toMatchObject({ state: 'finished', answer: lost.json })
    const { json } = await who.get('/api/activity?action=validation.asked')
    expect(json).toMatchObject({ items: [{ facts: { outcome: 'PROVIDER_TIMEOUT' } }] })
    expect(provider.received).toHaveLength(1)
    // A person who decides to ask again sends a new key.
    const again = ask(who, { 'idempotency-key': 'another' })
    await calls().toBe(2)
    held.pop()?.()
    expect((await again).status).toBe(200)
  })
})
