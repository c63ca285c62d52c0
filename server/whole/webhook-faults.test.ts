import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AppEvent, appEventSchema } from '#shared/api/events.ts'
import { findEvents } from '../events/find-events.ts'
import { takeProposal } from '../proposals/proposals.ts'
import type { Store } from '../store/store.ts'
import { named } from '../testing/beneficiaries.ts'
import { addPeople } from '../testing/people.ts'
import { goThrough, isSoak, type ServersAmongFaults, startAmongFaults } from '../testing/servers-among-faults.ts'
import { type Place, stores } from '../testing/stores.ts'
import type { Visitor } from '../testing/test-app.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { admitEndpoint, listEndpoints, makeEndpoint, sendAgain } from '../webhooks/endpoints.ts'

/** What a receiver does to its callers. The last is last: it takes all that is left. */
const receivers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'is down': (response) => response.writeHead(503).end(),
  'hangs up': (response) => response.destroy(),
  'never answers': () => {},
  'redirects to itself': (response) => response.writeHead(307, { location: '/in' }).end(),
  'floods its caller': (response) => response.writeHead(200).end('x'.repeat(200_000)),
  'promises more than it sends': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{')
    setTimeout(() => response.destroy(), 20)
  },
  'is slow': (response) => setTimeout(() => response.writeHead(202).end(), 700),
  'answers half of them': (response) => response.writeHead(Math.random() < 0.5 ? 204 : 500).end(),
  'takes them': (response) => response.writeHead(204).end(),
}

/** A few of them; in `npm run soak` all. */
const modes = isSoak ? Object.keys(receivers) : ['is down', 'hangs up', 'promises more than it sends', 'takes them']

const types: AppEvent['type'][] = ['beneficiary.created', 'beneficiary.changed', 'beneficiary.archived']

describe.each(stores)('webhooks among faults on $name', ({ name, makePlace }) => {
  let place: Place
  let store: Store
  let receiver: WebhookReceiver
  let endpointId: string
  let begin: string | null
  let cluster: ServersAmongFaults
  const count = name === 'PostgreSQL' ? 2 : 1

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    receiver = await startWebhookReceiver()
    writeFileSync(caFile(), receiver.network.ca ?? '')
    const ada = { id: 'ada', name: 'Ada Rocha' }
    await addPeople(store, ada)
    const wanted = { url: `https://localhost:${receiver.port}/in`, types }
    const { id, proposal } = await store.write((tx) => makeEndpoint(tx, ada, wanted, new Set(['localhost'])))
    await store.write(async (tx) => admitEndpoint(tx, await takeProposal(tx, 'local', null, proposal), null))
    endpointId = id
    begin = (await findEvents(store, undefined, () => true)).nextCursor
    const settings = { WEBHOOKS: 'on', WEBHOOK_PRIVATE_HOSTS: 'localhost', NODE_EXTRA_CA_CERTS: caFile() }
    cluster = await startAmongFaults(place, store, count, settings)
  })
  afterAll(async () => {
    await Promise.all([cluster.stop(), receiver.stop()])
    await store.close()
    await place.remove()
  })

  const caFile = () => join(place.dataDirectory, 'receiver-ca.pem')

  /** What a clerk does; some of it is cut off by the end of the server, and the audit log says what happened. */
  async function work(clerk: Visitor): Promise<void> {
    const entry = named('Kofi', 'Mensah')
    const headers = { 'idempotency-key': randomUUID() }
    const { json } = await clerk.post('/api/beneficiaries', { entry, confirmed: [] }, headers)
    const { id } = JSON.parse(JSON.stringify(json))
    for (const version of [1, 2])
      await clerk.put(
        `/api/beneficiaries/${id}`,
        { entry: { ...entry, city: `Accra ${version}` }, confirmed: [] },
        { 'if-match': `"${version}"` },
      )
    await clerk.post(`/api/beneficiaries/${id}/archive`, undefined, { 'if-match': '"3"' })
  }

  /** So much passes that all that waits is due, and what was given up is sent again: what comes later of its thing does not wait for it any more. */
  const letTimePass = () =>
    store.write(async (tx) => {
      const given = tx.db.selectFrom('deliveries').select('thing_id').where('state', '=', 'set_aside')
      for (const { thing_id } of await given.execute()) outOfOrder.add(thing_id)
      await sendAgain(tx, endpointId)
      await tx.db.updateTable('deliveries').set({ due_at: '' }).where('state', '=', 'waiting').execute()
    })

  async function round(mode: string, turn: number): Promise<void> {
    const called = receiver.calls.length
    receiver.answer((response, call) => {
      response.once('finish', () => {
        if (response.statusCode < 300) arrived.push(call.body)
      })
      receivers[mode]?.(response)
    })
    cluster.jump(turn)
    const clerks = await cluster.asMember({ name: 'Carla Lopes', roles: ['clerk'] })
    const working = Promise.allSettled(clerks.flatMap((clerk) => [1, 2, 3].map(() => work(clerk))))
    await letTimePass()
    await vi.waitFor(() => expect(receiver.calls.length).toBeGreaterThan(called), { timeout: 120_000 })
    await cluster.restart(turn, working)
    await working
  }

  /** The bodies of what was taken, in the order in which it was. */
  const arrived: string[] = []

  /** Things of which a delivery was given up at some time. */
  const outOfOrder = new Set<string>()

  it(
    'Every event arrives, however the receiver behaves and whichever server is killed: none is lost, those of a thing come in order, and the same id is the same event',
    async () => {
      const turns = await goThrough(modes, round)
      await vi.waitFor(
        async () => {
          await letTimePass()
          expect((await listEndpoints(store)).items).toMatchObject([{ waiting: 0, setAside: 0, state: 'on' }])
          expect(cluster.servers.map(({ process }) => process.exitCode)).toEqual(cluster.servers.map(() => null))
          expect(await eventsSince()).toHaveLength(new Set(arrived.map(idIn)).size)
        },
        { timeout: 240_000, interval: 1_000 },
      )
      const events = await eventsSince()
      const bodyOf = new Map(arrived.map((body) => [idIn(body), body]))
      expect(new Set(arrived).size).toBe(bodyOf.size)
      expect(events.map((event) => bodyOf.get(event.id))).toEqual(events.map((event) => JSON.stringify(event)))
      const firsts = [...new Set(arrived)].map((body) => appEventSchema.parse(JSON.parse(body)))
      const inOrder = (all: readonly AppEvent[]) => byThing(all.filter(({ data }) => !outOfOrder.has(data.thing.id)))
      expect(inOrder(firsts)).toEqual(inOrder(events))
      if (isSoak)
        process.stdout.write(`${name}: ${turns} rounds, ${events.length} events, ${receiver.calls.length} calls, ${arrived.length - bodyOf.size} repeats, ${outOfOrder.size} things of which some was given up
`)
    },
    5 * 60 * 60_000,
  )

  async function eventsSince(): Promise<readonly AppEvent[]> {
    const items: AppEvent[] = []
    for (let cursor = begin, hasMore = true; hasMore; ) {
      const page = await findEvents(store, cursor ?? undefined, ({ type }) => types.includes(type))
      items.push(...page.items)
      cursor = page.nextCursor
      hasMore = page.hasMore
    }
    return items
  }
})

function idIn(body: string): string {
  return appEventSchema.parse(JSON.parse(body)).id
}

/** The events of each thing, in their order. */
function byThing(events: readonly AppEvent[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { id, data } of events) found.set(data.thing.id, [...(found.get(data.thing.id) ?? []), id])
  return new Map([...found].toSorted(([one], [other]) => one.localeCompare(other)))
}
