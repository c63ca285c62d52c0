import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { activityPageSchema } from '#shared/api/activity.ts'
import { type AppEvent, appEventSchema, eventPageSchema, eventTypeNames } from '#shared/api/events.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { deliveriesSchema, deliverySummariesSchema, webhookSecretSchema, webhooksSchema } from '#shared/api/webhooks.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { approve, enter, payoutWrite } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { promptClock } from '../testing/virtual-clock.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'

const types = ['payout.submitted', 'payout.approved', 'payout.exported'] as const

describe.each(stores)('webhooks on $name', ({ makePlace }) => {
  let place: Place
  let receiver: WebhookReceiver
  let app: TestApp
  let admin: Visitor
  let url: string
  beforeAll(async () => {
    place = await makePlace()
    receiver = await startWebhookReceiver()
    const settings = { SIGN_IN: 'accounts', WEBHOOKS: 'on', WEBHOOK_PRIVATE_HOSTS: 'localhost', METRICS_PORT: '0' }
    app = await startTestApp({ ...place.environment, ...settings }, { network: receiver.network, clock: promptClock })
    admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
    url = `https://localhost:${receiver.port}/in`
  })
  afterAll(async () => {
    await app.stop()
    await receiver.stop()
    await place.remove()
  })

  const list = async () => webhooksSchema.parse((await admin.get('/api/webhooks')).json).items
  const secretIn = ({ json }: Answer) => webhookSecretSchema.parse(json)
  /** What arrived, each proven to be signed by a secret. */
  const verified = (...secrets: readonly string[]) =>
    receiver.calls.map(({ headers, body }) => {
      const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      for (const secret of secrets) new Webhook(secret).verify(body, given)
      return { ...appEventSchema.parse(JSON.parse(body)), header: given['webhook-id'] }
    })
  const journey = async (): Promise<string> => {
    const payout = await enter(
      await app.asMember({ name: 'Ana Souza', roles: ['clerk'] }),
      payoutWrite(undefined, { submit: true }),
    )
    const reviewer = await app.asMember({ name: 'Bruno Lima', roles: ['reviewer'] })
    await approve(reviewer, payout)
    await reviewer.post('/api/exports', { payoutIds: [payout.id], format: 'json', again: false })
    return payout.id
  }

  it('Before there is an endpoint nothing waits and nothing failed', async () => {
    const nothing = { deliveredAt: null, failedAt: null, waiting: 0, setAside: 0 }
    expect((await admin.get('/api/deliveries')).json).toMatchObject({ webhooks: nothing })
  })

  it('An endpoint that one admin proposed is called once another one has confirmed it, for what happens from then on, with the events that GET /api/events has', async () => {
    const made = await admin.post('/api/webhooks', { url, types })
    expect(made.status).toBe(201)
    const { secret, details } = secretIn(made)
    expect(details).toMatchObject({ url, types, state: 'proposed', waiting: 0, setAside: 0 })
    expect((await admin.get('/api/webhooks')).text).not.toContain(secret)
    await journey()
    const [proposal] = proposalsSchema.parse((await admin.get('/api/proposals')).json).items
    expect(proposal).toMatchObject({ kind: 'webhook', webhook: { url, types }, canConfirm: false })
    const own = await admin.post(`/api/proposals/${proposal?.id}/confirm`, undefined)
    expect(own.json).toMatchObject({ code: 'NOT_PERMITTED' })
    await confirmAll(app)
    expect(receiver.calls).toEqual([])
    const id = await journey()
    await vi.waitFor(() => expect(receiver.calls).toHaveLength(3), 30_000)
    const events = verified(secret)
    expect(events.map(({ type, data }) => [type, data.thing.id])).toEqual(types.map((type) => [type, id]))
    expect(events.every((event) => event.header === event.id)).toBe(true)
    const { items } = eventPageSchema.parse((await admin.get('/api/events')).json)
    const told: AppEvent[] = events.map(({ header: _, ...event }) => event)
    expect(items).toEqual(expect.arrayContaining(told))
    await vi.waitFor(async () => expect(await list()).toMatchObject([{ state: 'on', waiting: 0, setAside: 0 }]), 30_000)
    const clerk = await app.asMember({ name: 'Carla Lopes', roles: ['clerk'] })
    const summary = deliverySummariesSchema.parse((await clerk.get('/api/deliveries')).json).webhooks
    expect(summary).toMatchObject({
      deliveredAt: expect.any(String),
      failedAt: null,
      waiting: 0,
      overdue: 0,
      setAside: 0,
    })
    const metrics = await (await fetch(`${app.metricsUrl}/metrics`)).text()
    expect(metrics).toContain('payout_desk_deliveries_overdue{way="webhook"} 0')
    expect(metrics).toContain('payout_desk_deliveries_set_aside{way="webhook"} 0')
    const succeeded = Date.parse(summary?.deliveredAt ?? '') / 1_000
    expect(metrics).toContain(`payout_desk_deliveries_succeeded_timestamp_seconds{way="webhook"} ${succeeded}`)
    expect(metrics).not.toContain('payout_desk_deliveries_failed_timestamp_seconds{')
    const { json } = await admin.get(`/api/webhooks/${details.id}/deliveries`)
    expect(deliveriesSchema.parse(json).items).toMatchObject(
      events
        .toReversed()
        .map(({ type, id: eventId }) => ({ type, eventId, state: 'delivered', status: 204, why: null })),
    )
  })

  it('For a day after another admin has confirmed another secret, deliveries are signed by both', async () => {
    receiver.calls.length = 0
    const [endpoint] = await list()
    const renewed = async () => {
      const made = secretIn(await admin.post(`/api/webhooks/${endpoint?.id}/secret`, undefined))
      expect(made.details).toMatchObject({ state: 'on', isSecretProposed: true })
      await confirmAll(app)
      return made.secret
    }
    const [first, second] = [await renewed(), await renewed()]
    expect(await list()).toMatchObject([{ isSecretProposed: false, formerSecretUntil: expect.any(String) }])
    await journey()
    await vi.waitFor(() => expect(receiver.calls).toHaveLength(3), 30_000)
    expect(verified(first, second)).toHaveLength(3)
  })

  it('A test delivery is signed, says how it was answered, and is one of the last deliveries, where it worries no one', async () => {
    receiver.calls.length = 0
    const [endpoint] = await list()
    const { secret } = secretIn(await admin.post(`/api/webhooks/${endpoint?.id}/secret`, undefined))
    await confirmAll(app)
    const test = async () => (await admin.post(`/api/webhooks/${endpoint?.id}/test`, undefined)).json
    expect(await test()).toMatchObject({ status: 204, why: null })
    const [call] = receiver.calls
    const headers = Object.fromEntries(Object.entries(call?.headers ?? {}).map(([name, value]) => [name, `${value}`]))
    expect(new Webhook(secret).verify(call?.body ?? '', headers)).toMatchObject({ type: 'test', data: {} })
    receiver.answer((response) => response.writeHead(302, { location: url }).end())
    expect(await test()).toMatchObject({ status: 302, why: 'redirect' })
    receiver.answer((response) => response.writeHead(204).end())
    const { json } = await admin.get(`/api/webhooks/${endpoint?.id}/deliveries`)
    expect(deliveriesSchema.parse(json).items.slice(0, 2)).toMatchObject([
      { type: 'test', state: 'failed', status: 302, why: 'redirect', at: expect.any(String) },
      { type: 'test', state: 'delivered', status: 204, why: null, eventId: call?.headers['webhook-id'] },
    ])
    expect((await admin.get('/api/deliveries')).json).toMatchObject({ webhooks: { failedAt: null, setAside: 0 } })
  })

  it('An endpoint that was switched off, or whose proposal was withdrawn, is called no more, and both are in the audit log', async () => {
    receiver.calls.length = 0
    const [endpoint] = await list()
    const off = webhooksSchema.parse((await admin.delete(`/api/webhooks/${endpoint?.id}`)).json).items
    expect(off).toMatchObject([{ state: 'off', why: 'person' }])
    await admin.post('/api/webhooks', { url, types })
    const [proposal] = proposalsSchema.parse((await admin.get('/api/proposals')).json).items
    await admin.delete(`/api/proposals/${proposal?.id}`)
    expect((await list()).map(({ state }) => state)).toEqual(['off', 'off'])
    await journey()
    expect((await admin.post(`/api/webhooks/${endpoint?.id}/test`, undefined)).json).toMatchObject({
      code: 'STATE_CONFLICT',
    })
    expect(receiver.calls).toEqual([])
    const { items } = activityPageSchema.parse((await admin.get(`/api/activity?thing=${endpoint?.id}`)).json)
    expect(items.map(({ action, thing }) => [action, thing.name])).toEqual([
      ['webhook.removed', `localhost:${receiver.port}`],
      ...Array(3)
        .fill(['webhook.renewed', 'proposal.confirmed', 'proposal.made'])
        .flat()
        .map((action) => [action, `localhost:${receiver.port}`]),
      ['proposal.confirmed', `localhost:${receiver.port}`],
      ['proposal.made', `localhost:${receiver.port}`],
    ])
  })

  it('An endpoint that was changed past the app is shown to no one, and keeps no one from reading the audit log', async () => {
    const store = await app.openStore()
    const content = (to: string) =>
      store.write(({ db }) => db.updateTable('webhooks').set({ content_encrypted: to }).execute())
    await content('another')
    expect(await list()).toEqual([])
    const { items } = activityPageSchema.parse((await admin.get('/api/activity')).json)
    expect(items.find(({ action }) => action === 'webhook.removed')?.thing.name).toBeNull()
  })

  it('The OpenAPI document has each type of event under webhooks, with the schema of GET /api/events', async () => {
    const { webhooks } = z
      .object({ webhooks: z.record(z.string(), z.object({ post: z.object({ requestBody: z.unknown() }) })) })
      .parse((await admin.get('/api/openapi.json')).json)
    expect(Object.keys(webhooks)).toEqual(eventTypeNames)
    expect(JSON.stringify(webhooks)).toContain('{"$ref":"#/components/schemas/AppEvent"}')
  })

  it.each([
    'http://erp.example.com/in',
    'https://10.0.0.7/in',
    'https://[::1]/in',
    'https://intranet/in',
    'https://user:secret@erp.example.com/in',
    'ftp://erp.example.com',
    'erp.example.com',
  ])('No endpoint can be %s', async (wrong) => {
    const answer = await admin.post('/api/webhooks', { url: wrong, types })
    expect(answer.json).toMatchObject({ code: 'FIELDS_INVALID', errors: [{ pointer: '#/url' }] })
  })
})

it('Without WEBHOOKS there are no webhooks', async () => {
  const app = await startTestApp({ SIGN_IN: 'accounts' })
  const admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  expect((await admin.get('/api/webhooks')).status).toBe(404)
  expect((await admin.get('/api/deliveries')).json).toEqual({ webhooks: null, mail: null })
  await app.stop()
})
