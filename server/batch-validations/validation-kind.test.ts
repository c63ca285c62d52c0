import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { batchOf, confirmValidations, identityOfAll, newestJob } from '../testing/batch-of.ts'
import { outcome, type Script, type ScriptedProvider, startScriptedProvider } from '../testing/scripted-provider.ts'
import { startServer } from '../testing/server-program.ts'
import { type Place, someStores, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor, visitor } from '../testing/test-app.ts'
import { quickClock } from '../testing/virtual-clock.ts'

/** A minute of rest is a second. */
const clock = quickClock(60)

const names = (count: number) => Array.from({ length: count }, () => 'Lima')

describe.each(stores)('the validations of a batch on $name', (kind) => {
  const { makePlace } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
  const running = new Set<TestApp>()
  let place: Place
  let provider: ScriptedProvider
  let script: Script

  const matches: Script = (response, id) => void setTimeout(() => outcome(200, 'OK')(response, id), 20)

  beforeEach(async () => {
    script = matches
    place = await makePlace()
    provider = await startScriptedProvider((response, id) => script(response, id))
  })
  afterEach(async () => {
    for (const app of running) await end(app)
    await provider.stop()
    await place.remove()
  })

  const environment = () => ({
    ...place.environment,
    PROVIDER_BASE_URL: provider.baseUrl,
    PROVIDER_SHOP_ID: '4711',
    PROVIDER_API_TOKEN: 'token-7f3a',
    PROVIDER_TIMEOUT_MS: '60000',
  })
  const start = async (settings = {}): Promise<TestApp> => {
    const app = await startTestApp({ ...environment(), ...settings }, { clock })
    running.add(app)
    return app
  }
  const end = (app: TestApp) => {
    running.delete(app)
    return app.stop()
  }
  /** A batch that was entered through a server that is gone again. */
  const enterBatch = async (count: number): Promise<string> => {
    const app = await start()
    const { id } = await batchOf(app, names(count))
    await end(app)
    return id
  }
  /** Whom the provider was asked about, each time. */
  const askedAbout = () => provider.received.map(({ body }) => /"documentNumber":"(\d+)"/.exec(body)?.[1])
  const stateOf = (person: Visitor, id: string) =>
    expect.poll(async () => (await newestJob(person, id)).state, { timeout: 50_000 })
  const untilAsked = (count: number) =>
    expect.poll(() => provider.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)

  it('A server that is killed loses no answer that it gave, and nothing is asked twice', {
    timeout: 120_000,
  }, async () => {
    const id = await enterBatch(50)
    const given = Object.entries({ ...environment(), PORT: '0' }).flatMap(([name, value = '']) => [[name, value]])
    const program = startServer(Object.fromEntries(given))
    const agent = new Agent()
    const ana = visitor(agent, await program.ready(), 'Ana Souza')
    await confirmValidations(ana, id, { ...identityOfAll, billed: 50 })
    await untilAsked(15)
    const { counts: acknowledged } = await newestJob(ana, id)
    program.process.kill('SIGKILL')
    await program.ended
    await agent.destroy()
    expect(acknowledged.matches).toBeGreaterThan(0)

    // As if the time had passed after which a server that says nothing counts as killed, and its calls as lost.
    const store = await place.open()
    const past = '2026-01-01T00:00:00.000Z'
    await store.write(async ({ db }) => {
      await db.updateTable('jobs').set({ lease_until: past }).execute()
      await db.updateTable('validation_items').set({ claimed_at: past }).where('state', '=', 'asking').execute()
    })
    await store.close()
    const app = await start()
    await stateOf(app, id).toBe('finished')
    const { counts } = await newestJob(app, id)
    expect(counts.matches).toBeGreaterThanOrEqual(acknowledged.matches)
    expect(counts.matches + counts.unknown).toBe(50)
    expect(counts.unknown).toBeLessThanOrEqual(12)
    const asked = askedAbout()
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked.length).toBeGreaterThanOrEqual(counts.matches)
    expect(asked.length).toBeLessThanOrEqual(50)
  })

  it('Two servers ask each question once, and one goes on when the other ends', async () => {
    const id = await enterBatch(60)
    const [first, second] = [await start(), await start()]
    await confirmValidations(first, id, { ...identityOfAll, billed: 60 })
    await untilAsked(15)
    await end(first)
    await stateOf(second, id).toBe('finished')
    expect((await newestJob(second, id)).counts).toMatchObject({ matches: 60, unknown: 0 })
    expect(provider.received).toHaveLength(60)
    expect(new Set(askedAbout()).size).toBe(60)
  })

  it('Who writes to the database has no server ask what another one is asking', async () => {
    const first = await start()
    const { id } = await batchOf(first, names(2))
    const waiting: Parameters<Script>[] = []
    script = (...asked) => void waiting.push(asked)
    await confirmValidations(first, id, { ...identityOfAll, billed: 2 })
    await untilAsked(2)
    const store = await place.open()
    await store.write(async ({ db }) => {
      await db.updateTable('validation_items').set({ state: 'waiting', claim: null, claimed_at: null }).execute()
      await db.deleteFrom('idempotency').where('key', 'like', 'call:%').execute()
      await db.updateTable('jobs').set({ holder: null, lease_until: null, due_at: '' }).execute()
    })
    await store.close()
    await start()
    await stateOf(first, id).toBe('paused')
    expect(await newestJob(first, id)).toMatchObject({ why: 'tampered' })
    expect(provider.received).toHaveLength(2)
    for (const asked of waiting) matches(...asked)
  })

  itOnSome(
    'A provider in trouble is asked hardly more often than there are questions, and none is given up',
    {
      timeout: 120_000,
    },
    async () => {
      const id = await enterBatch(150)
      script = outcome(500, null)
      const app = await start()
      await confirmValidations(app, id, { ...identityOfAll, billed: 150 })
      await expect.poll(async () => (await newestJob(app, id)).restingUntil).not.toBeNull()
      script = matches
      await stateOf(app, id).toBe('finished')
      expect((await newestJob(app, id)).counts).toMatchObject({ matches: 150, notRun: 0, unknown: 0 })
      expect(provider.received.length).toBeLessThanOrEqual(1.1 * 150)
    },
  )

  itOnSome(
    'A job ends its calls with the suspension of who confirmed it, and goes on for who confirms the rest',
    async () => {
      const settings = { SIGN_IN: 'accounts', HOST: '127.0.0.1' }
      const app = await start(settings)
      const ana = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
      const id = (await batchOf(ana, names(80))).id
      const admin = await app.asMember({ name: 'Carla Dias', roles: ['admin'] })
      const { confirmedBy } = await confirmValidations(ana, id, { ...identityOfAll, billed: 80 })
      await untilAsked(10)
      expect(await admin.post(`/api/people/${confirmedBy.id}/suspend`, { distrust: false })).toMatchObject({
        status: 200,
      })
      const bruno = await app.asMember({ name: 'Bruno Lima', roles: ['clerk'] })
      await stateOf(bruno, id).toBe('paused')
      await expect.poll(async () => (await newestJob(bruno, id)).counts.asking).toBe(0)
      const asked = provider.received.length
      const { id: jobId, why, remaining, counts } = await newestJob(bruno, id)
      expect(why).toBe('suspended')
      expect([counts.matches, remaining]).toEqual([asked, 80 - asked])
      expect(asked).toBeLessThan(80)
      expect(await bruno.post(`/api/validation-jobs/${jobId}/resume`, { billed: remaining })).toMatchObject({
        status: 200,
      })
      await stateOf(bruno, id).toBe('finished')
      expect(provider.received).toHaveLength(80)
      expect(new Set(askedAbout()).size).toBe(80)
    },
  )

  itOnSome('Refused credentials pause a job before they are tried on all of it', async () => {
    const id = await enterBatch(30)
    script = outcome(401, null)
    const app = await start()
    await confirmValidations(app, id, { ...identityOfAll, billed: 30 })
    await stateOf(app, id).toBe('paused')
    await expect.poll(async () => (await newestJob(app, id)).counts.asking).toBe(0)
    const { why, remaining } = await newestJob(app, id)
    expect([why, remaining]).toEqual(['unauthorized', 30])
    expect(provider.received.length).toBeLessThanOrEqual(4)
  })
})
