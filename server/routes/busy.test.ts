import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { batchSchema } from '#shared/api/batch.ts'
import type { Route } from '../http/route.ts'
import { isHeavy } from '../http/turns.ts'
import type { Store, Transaction } from '../store/store.ts'
import { okay } from '../testing/accounts.ts'
import { named } from '../testing/beneficiaries.ts'
import { nthRow } from '../testing/many-rows.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

describe.each(stores)('a server on $name whose write lock another has', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let other: Store
  beforeEach(async () => {
    place = await makePlace()
    other = await place.open()
  })
  afterEach(async () => {
    await app.stop()
    await other.close()
    await place.remove()
  })

  /** Answers how to let it go. @param atLast what is written before */
  const takeLock = async (atLast: (tx: Transaction) => unknown = () => {}) => {
    const { promise: isTaken, settle: taken } = settled()
    const { promise: isOver, settle: release } = settled()
    const writing = other.write(async (tx) => {
      taken()
      await isOver
      await atLast(tx)
    })
    await isTaken
    return () => {
      release()
      return writing
    }
  }
  const save = (lastName: string, message: { readonly key?: string; readonly signal?: AbortSignal } = {}) =>
    app.send('POST', '/api/beneficiaries', {
      headers: { 'content-type': 'application/json', ...(message.key && { 'idempotency-key': message.key }) },
      body: JSON.stringify({ entry: named('Kofi', lastName), confirmed: [] }),
      ...(message.signal && { signal: message.signal }),
    })
  const waiting = async () => Number(/^payout_desk_writes_waiting (\d+)$/m.exec((await app.get('/metrics')).text)?.[1])
  const saved = async () => (await other.db.selectFrom('beneficiaries').select('id').execute()).length

  it('is busy to those who have waited for too long, logs that once as an error, and is ready', async () => {
    app = await startTestApp(place.environment, { writerWaitMs: 1 })
    expect((await save('Mensah')).status).toBe(201)
    const release = await takeLock()
    const answers = await Promise.all(['Boateng', 'Owusu', 'Asante'].map((name) => save(name)))
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, json: { code: 'STORE_BUSY', retryable: true } })
      expect(answer.headers['retry-after']).toBe('5')
    }
    expect(app.logged().match(/"level":\d\d(?=.*"code":"STORE_BUSY")/g)).toEqual([
      '"level":50',
      '"level":30',
      '"level":30',
    ])
    expect((await app.get('/readyz')).status).toBe(200)
    await release()
    expect((await save('Boateng')).status).toBe(201)
    expect(await saved()).toBe(2)
  })

  it('does not write for who went away meanwhile, and refuses the others once it is to end', async () => {
    app = await startTestApp(place.environment, { graceMs: 50 })
    expect((await save('Mensah')).status).toBe(201)
    const releaseFirst = await takeLock()
    const gone = new AbortController()
    const left = ['Boateng', 'Owusu'].map((name) =>
      save(name, { key: name, signal: gone.signal }).catch((error: Error) => error.name),
    )
    await expect.poll(waiting).toBe(2)
    const again = save('Owusu', { key: 'Owusu' })
    // It has come when a request after it is answered, as it then waits for the result under its key.
    await app.get('/api/beneficiaries')
    gone.abort()
    expect(await Promise.all(left)).toEqual(['AbortError', 'AbortError'])
    await expect.poll(waiting).toBe(1)
    await releaseFirst()
    expect((await again).status).toBe(201)
    await expect.poll(waiting).toBe(0)
    expect(await saved()).toBe(2)

    const release = await takeLock()
    const refused = save('Asante')
    await expect.poll(waiting).toBe(1)
    const ended = app.endInPeace()
    expect(await refused).toMatchObject({ status: 503, json: { code: 'SHUTTING_DOWN', retryable: true } })
    await release()
    await ended
    expect(await saved()).toBe(2)
  })

  it('has two heavy requests of a person go on, thirty wait, and those of others answered meanwhile', async () => {
    app = await startTestApp(place.environment)
    const batch = { name: 'July', source: { kind: 'api', name: null }, rowsGiven: null }
    const { id } = batchSchema.parse(okay(await app.post('/api/batches', batch)))
    const rows = [{ row: 1, entry: nthRow(1) }]
    const check = (person: Visitor) => person.post('/api/batch-checks', { rows })
    const save = (row: number) =>
      app.post(`/api/batches/${id}/rows`, { rows: [{ row, entry: nthRow(row), confirmed: [] }] })
    const bea = app.as('Bea Lima')
    expect((await check(bea)).status).toBe(200)
    const endSessions = (tx: Transaction) => tx.db.deleteFrom('sessions').execute()
    const release = await takeLock(endSessions)
    const answers: Answer[] = []
    const all = Array.from({ length: 2 + 30 + 8 }, async (_, place) => {
      const answer = await (place < 10 ? save(place + 1) : check(app))
      answers.push(answer)
      return answer
    })
    await expect.poll(() => answers.length).toBe(8)
    for (const refused of answers)
      expect(refused).toMatchObject({ status: 429, json: { code: 'TOO_MANY_WRITES' }, headers: { 'retry-after': '5' } })
    expect((await check(bea)).status).toBe(200)
    expect(answers).toHaveLength(8)
    await release()
    // Who asks is looked up again once it is their turn, as they may have been signed out by then.
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  })

  it('has six other writes of a person go on and the rest wait, none of which holds up what they read', async () => {
    app = await startTestApp(place.environment)
    expect((await save('Mensah')).status).toBe(201)
    const release = await takeLock()
    const saving = 'Boateng Owusu Asante Osei Addo Darko Ofori Antwi'.split(' ').map((name) => save(name))
    await expect.poll(waiting).toBe(6)
    expect((await app.get('/api/overview')).status).toBe(200)
    expect(await waiting()).toBe(6)
    await release()
    expect((await Promise.all(saving)).map(({ status }) => status)).toEqual(saving.map(() => 201))
  })
})

it('All that acts on many things, searches or makes a file is heavy', async () => {
  const app = await startTestApp({ SIGN_IN: 'accounts', DETAILS_URL: 'http://localhost:3001', DETAILS_PORT: '0' })
  await app.stop()
  const isLarge = ({ body }: Route) =>
    /"maxItems":([2-9]\d\d|\d{4,})\b/.test(JSON.stringify(body && jsonOf(body.schema)))
  const heavy = app.routes.filter(isHeavy).map(({ path }) => path)
  expect(heavy.length).toBeGreaterThan(25)
  const shouldBe = app.routes.filter(
    (route) => isLarge(route) || /(-searches|-previews|-warnings|-checks|-counts|-lists|-jobs|file)$/.test(route.path),
  )
  expect(shouldBe.map(({ path }) => path).filter((path) => !heavy.includes(path))).toEqual([])
})

const jsonOf = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })

function settled(): { readonly promise: Promise<void>; readonly settle: () => void } {
  let settle = () => {}
  const promise = new Promise<void>((resolve) => {
    settle = resolve
  })
  return { promise, settle }
}
