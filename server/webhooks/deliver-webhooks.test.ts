import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deliver, type RunningDeliveries } from '../deliveries/deliver.ts'
import { takeProposal } from '../proposals/proposals.ts'
import type { Event, Store } from '../store/store.ts'
import { addPeople } from '../testing/people.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type VirtualClock, virtualClock } from '../testing/virtual-clock.ts'
import { webhookWay } from './deliver-webhooks.ts'
import { admitEndpoint, listDeliveries, listEndpoints, makeEndpoint, sendAgain } from './endpoints.ts'
import type { SendWebhook, WebhookAnswer } from './send-webhook.ts'

const [minuteMs, hourMs] = [60_000, 60 * 60_000]
const taken: WebhookAnswer = { status: 204, why: null, tookMs: 3 }
const refused: WebhookAnswer = { status: 500, why: 'answer', tookMs: 3 }

describe.each(stores)('webhooks on $name', ({ makePlace }) => {
  let place: Place
  let clock: VirtualClock
  let store: Store
  /** Added to the time of day. */
  let jumpMs: number
  let endpointId: string
  const running: RunningDeliveries[] = []
  const log = { info: () => {}, error: () => {}, trouble: () => {} }
  beforeEach(async () => {
    place = await makePlace()
    clock = virtualClock()
    jumpMs = 0
    store = await place.open(() => new Date(Date.parse('2026-03-01T12:00:00.000Z') + clock.now() + jumpMs))
    const maker = { id: 'ada', name: 'Ada Rocha' }
    await addPeople(store, maker)
    const types = ['export.created', 'export.undone'] as const
    const wanted = { url: 'https://erp.example.com/in', types: [...types] }
    const { id, proposal } = await store.write((tx) => makeEndpoint(tx, maker, wanted, new Set()))
    await store.write(async (tx) => admitEndpoint(tx, await takeProposal(tx, 'local', null, proposal), null))
    endpointId = id
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()))
    await store.close()
    await place.remove()
  })

  const audit = (...events: readonly Event[]) => store.write((tx) => tx.audit(...events))
  const begin = (send: SendWebhook, from = store) => {
    const one = deliver({ store: from, clock, log, ways: [webhookWay({ store: from, send })] })
    running.push(one)
    return one
  }
  const deliveries = () => listDeliveries(store, endpointId)

  /** Lets time pass in steps until something is so. */
  async function pass(isOver: () => Promise<void> | void, stepMs = 2_000): Promise<void> {
    await vi.waitFor(
      async () => {
        await clock.advance(stepMs)
        await turn()
        await isOver()
      },
      { timeout: 60_000, interval: 5 },
    )
  }

  it('Each chosen event is delivered once, those of a thing in their order, and no other entry of the audit log is', async () => {
    const got: string[] = []
    begin(async ({ body }) => {
      const { type, data } = JSON.parse(body)
      got.push(`${data.thing.id} ${type}`)
      return taken
    })
    const entries = fc.sample(fc.constantFrom('a', 'b', 'c', 'd'), { numRuns: 40, seed: 7 })
    const events = entries.flatMap((id): Event[] => [
      { personId: null, action: 'export.created', thing: { type: 'export', id } },
      { personId: null, action: 'session.began', thing: { type: 'person', id } },
      { personId: null, action: 'export.undone', thing: { type: 'export', id } },
    ])
    await audit(...events.slice(0, 60))
    await audit(...events.slice(60))
    await pass(() => expect(got).toHaveLength(80))
    for (const id of ['a', 'b', 'c', 'd']) {
      const own = got.filter((one) => one.startsWith(id)).map((one) => one.slice(2))
      expect(own).toEqual(own.map((_, n) => (n % 2 === 0 ? 'export.created' : 'export.undone')))
    }
    await pass(async () => expect((await deliveries()).every(({ state }) => state === 'delivered')).toBe(true))
    expect(got).toHaveLength(80)
  })

  it('A delivery that fails is tried ten times over three days under one id, then set aside, and sent again on demand', async () => {
    const ids: (string | undefined)[] = []
    let answer = refused
    begin(async ({ headers }) => {
      ids.push(headers['webhook-id'])
      return answer
    })
    await audit(made('one'))
    const minutes: number[] = []
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await pass(async () => expect((await deliveries())[0]).toMatchObject({ attempts: attempt }))
      const [{ at = '', nextAt = '' } = {}] = await deliveries()
      const pauseMs = nextAt === null ? 0 : Date.parse(nextAt) - Date.parse(at ?? '')
      minutes.push(pauseMs / minuteMs)
      await clock.advance(pauseMs)
    }
    expect(minutes).toEqual([1 / 12, 5, 30, 120, 300, 600, 840, 1_200, 1_200, 0])
    expect(ids).toHaveLength(10)
    expect(new Set(ids).size).toBe(1)
    expect((await deliveries())[0]).toMatchObject({ state: 'set_aside', status: 500, why: 'answer', nextAt: null })
    expect((await listEndpoints(store)).items).toMatchObject([{ state: 'on', waiting: 0, setAside: 1 }])
    answer = taken
    expect(await store.write((tx) => sendAgain(tx, endpointId))).toBe(1)
    await pass(async () => expect((await deliveries())[0]).toMatchObject({ state: 'delivered', attempts: 1 }))
    expect(ids.at(-1)).toBe(ids[0])
  })

  it('How an endpoint answered is shown before what has not been tried, however much of that waits', async () => {
    let calls = 0
    begin(async (_, ending) => {
      calls += 1
      // After these it says nothing.
      if (calls > 8) await new Promise<void>((resolve) => ending?.addEventListener('abort', () => resolve()))
      return refused
    })
    await audit(...Array.from({ length: 150 }, (_, n) => made(`export ${n}`)))
    await pass(() => expect(calls).toBeGreaterThan(8))
    expect((await deliveries()).filter(({ status }) => status === 500)).toHaveLength(8)
    expect((await deliveries())[0]).toMatchObject({ status: 500 })
  })

  it('What comes later of a thing waits for what failed before it, and other things do not', async () => {
    const got: string[] = []
    let isDown = true
    begin(async ({ body }) => {
      const { id } = JSON.parse(body).data.thing
      if (isDown && id === 'stuck') return refused
      got.push(`${id} ${JSON.parse(body).type}`)
      return taken
    })
    const undone: Event = { personId: null, action: 'export.undone', thing: { type: 'export', id: 'stuck' } }
    await audit(made('stuck'), undone, made('free'))
    await pass(() => expect(got).toEqual(['free export.created']))
    isDown = false
    await pass(
      () => expect(got).toEqual(['free export.created', 'stuck export.created', 'stuck export.undone']),
      minuteMs,
    )
  })

  it('An endpoint that answers 410 is off, gets nothing more, and what waited is set aside, of which admins are told', async () => {
    let calls = 0
    begin(async () => {
      calls += 1
      return { status: 410, why: 'answer', tookMs: 3 }
    })
    await audit(made('one'))
    await pass(async () =>
      expect((await listEndpoints(store)).items).toMatchObject([{ state: 'off', why: 'gone', setAside: 1 }]),
    )
    await audit(made('two'))
    await clock.advance(hourMs)
    expect(calls).toBe(1)
    const told = (await store.entriesAbout([endpointId])).filter(({ action }) => action === 'deliveries.set_aside')
    expect(told).toHaveLength(1)
  })

  it('Of two servers one delivers; once it was killed in the middle the other one repeats what was not noted, and loses nothing', async () => {
    const other = await place.open(() => new Date(Date.parse('2026-03-01T12:00:00.000Z') + clock.now()))
    const got: string[] = []
    const sending =
      (name: string): SendWebhook =>
      async ({ headers }) => {
        got.push(`${name} ${headers['webhook-id']}`)
        // It is killed: it never hears the answer.
        return name === 'first' ? new Promise(() => {}) : taken
      }
    const first = deliver({ store, clock, log, ways: [webhookWay({ store, send: sending('first') })] })
    await audit(made('one'), made('two'))
    await pass(() => expect(got).toHaveLength(2))
    begin(sending('second'), other)
    await clock.advance(10_000)
    expect(got.every((one) => one.startsWith('first'))).toBe(true)
    void first.stop()
    await store.write(({ db }) => db.updateTable('delivery_turn').set({ lease_until: '' }).execute())
    await pass(async () => expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']))
    const ids = (name: string) => got.filter((one) => one.startsWith(name)).map((one) => one.split(' ')[1])
    expect(ids('second').toSorted()).toEqual(ids('first').toSorted())
    await running.splice(0)[0]?.stop()
    await other.close()
  })

  it('A clock that is set back by a year holds no delivery up for longer than a day', async () => {
    let answer = refused
    let calls = 0
    jumpMs = 365 * 24 * hourMs
    begin(async () => {
      calls += 1
      return answer
    })
    await audit(made('one'))
    await pass(() => expect(calls).toBeGreaterThan(1))
    jumpMs = 0
    answer = taken
    await pass(async () => expect((await deliveries())[0]).toMatchObject({ state: 'delivered' }))
  })

  it('The turn of a server that was killed while its clock was ahead holds no delivery up', async () => {
    await audit(made('one'))
    const killed = { id: 1, holder: 'killed', lease_until: '2099-01-01T00:00:00.000Z' }
    await store.write(({ db }) => db.insertInto('delivery_turn').values(killed).execute())
    begin(async () => taken)
    await pass(async () => expect((await deliveries())[0]).toMatchObject({ state: 'delivered' }))
  })

  it('Nothing is delivered of an entry that was changed past the app, and an endpoint changed so gets nothing', async () => {
    let calls = 0
    await audit(made('one'))
    await store.write(({ db }) => db.updateTable('webhooks').set({ content_encrypted: 'another' }).execute())
    begin(async () => {
      calls += 1
      return taken
    })
    await clock.advance(minuteMs)
    expect(calls).toBe(0)
    expect(await listEndpoints(store)).toEqual({ items: [], changed: [endpointId] })
  })
})

function made(id: string): Event {
  return { personId: null, action: 'export.created', thing: { type: 'export', id } }
}
