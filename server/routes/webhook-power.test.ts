import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { webhookSecretSchema, webhooksSchema } from '#shared/api/webhooks.ts'
import { personByKey } from '../people/people-rows.ts'
import type { Store } from '../store/store.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { enter, payoutWrite } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { promptClock } from '../testing/virtual-clock.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'

/* Who is told what happens takes two admins who are trusted, whatever one of them, or a writer to the database without the key, does. */

describe.each(stores)('Webhooks on $name', ({ makePlace }) => {
  let place: Place
  let receiver: WebhookReceiver
  let app: TestApp
  let store: Store
  let admin: Visitor
  beforeAll(async () => {
    place = await makePlace()
    receiver = await startWebhookReceiver()
    const settings = { SIGN_IN: 'accounts', WEBHOOKS: 'on', WEBHOOK_PRIVATE_HOSTS: 'localhost', METRICS_PORT: '0' }
    app = await startTestApp({ ...place.environment, ...settings }, { network: receiver.network, clock: promptClock })
    store = await app.openStore()
    admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'] })
  })
  afterAll(async () => {
    await app.stop()
    await receiver.stop()
    await place.remove()
  })
  beforeEach(async () => {
    for (const { id, state } of (await list()).items) if (state !== 'off') await admin.delete(`/api/webhooks/${id}`)
    receiver.calls.length = 0
  })

  const metrics = async () => (await fetch(`${app.metricsUrl}/metrics`)).text()
  const list = async () => webhooksSchema.parse((await admin.get('/api/webhooks')).json)
  const propose = async (name: string, headers: Record<string, string> = {}, types = ['payout.submitted']) => {
    const url = `https://localhost:${receiver.port}/${name}`
    return webhookSecretSchema.parse((await admin.post('/api/webhooks', { url, types }, headers)).json)
  }
  const confirmed = async (name: string, types?: string[]) => {
    const { secret, details } = await propose(name, {}, types)
    await confirmAll(app)
    return { secret, id: details.id }
  }
  const clerk = () => app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
  const submit = async () => (await enter(await clerk(), payoutWrite(undefined, { submit: true }))).id
  const rowOf = (id: string) =>
    store.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  type Row = Awaited<ReturnType<typeof rowOf>>
  const putBack = (row: Partial<Row>, id: string) =>
    store.write(({ db }) => db.updateTable('webhooks').set(row).where('id', '=', id).execute())
  /** Another endpoint that is called last: what comes by then has come. */
  const calledBy = async (path: string) => {
    await submit()
    await vi.waitFor(() => expect(receiver.calls.map((call) => call.path)).toContain(path), 30_000)
    return receiver.calls.map((call) => call.path)
  }

  it('The same proposal sent twice under one Idempotency-Key is one endpoint, with the same secret', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const before = (await list()).items.length
    const [one, other] = [await propose('twice', key), await propose('twice', key)]
    expect(other).toEqual(one)
    expect((await list()).items).toHaveLength(before + 1)
  })

  it('An endpoint whose row was changed past the app is not called, is shown, and can be switched off, and the others are called', async () => {
    const [bad] = [await confirmed('bad'), await confirmed('good')]
    await putBack({ content_encrypted: 'another' }, bad.id)
    expect(await calledBy('/good')).not.toContain('/bad')
    expect((await list()).changed).toEqual([bad.id])
    expect(await metrics()).toContain('payout_desk_deliveries_tampered{way="webhook"} 1')
    expect((await admin.delete(`/api/webhooks/${bad.id}`)).status).toBe(200)
    expect((await list()).changed).toEqual([])
    expect(await metrics()).toContain('payout_desk_deliveries_tampered{way="webhook"} 0')
  })

  it('Where an entry of the audit log about an endpoint was changed past the app, it gets nothing, the metrics say so, and the others are called', async () => {
    const { id } = await confirmed('forged')
    await confirmed('sound')
    const about = (thing_id: string, to: string) =>
      store.write(({ db }) => db.updateTable('audit').set({ thing_id: to }).where('thing_id', '=', thing_id).execute())
    await about(id, 'another')
    const text = await metrics()
    expect(await calledBy('/sound')).not.toContain('/forged')
    expect((await list()).changed).toEqual([id])
    await about('another', id)
    expect(text).toContain('payout_desk_deliveries_tampered{way="webhook"} 1')
    expect(text).toContain('payout_desk_faults_total')
  })

  it('A row of before an endpoint was switched off, or got another secret, is believed no more', async () => {
    const [off, renewed] = [await confirmed('off'), await confirmed('renewed')]
    const [on, first] = [await rowOf(off.id), await rowOf(renewed.id)]
    await admin.delete(`/api/webhooks/${off.id}`)
    await admin.post(`/api/webhooks/${renewed.id}/secret`, undefined)
    await confirmed('good')
    await putBack(on, off.id)
    await putBack(first, renewed.id)
    const called = await calledBy('/good')
    expect(called).not.toContain('/off')
    expect(called).not.toContain('/renewed')
    const { items, changed } = await list()
    expect(items.find(({ id }) => id === off.id)).toMatchObject({ state: 'off' })
    expect(changed).toEqual([renewed.id])
    await admin.delete(`/api/webhooks/${renewed.id}`)
  })

  it('An endpoint is sent neither what happened before it was confirmed nor what another one was to get', async () => {
    await submit()
    const [few] = [await confirmed('few', ['policy.changed']), await confirmed('good')]
    const all = (await list()).items.find(({ url }) => url.endsWith('/good'))
    await putBack({ entered_seq: 0 }, all?.id ?? '')
    await calledBy('/good')
    expect(receiver.calls).toHaveLength(1)
    await store.write(({ db }) =>
      db
        .updateTable('deliveries')
        .set({ recipient_id: few.id, state: 'waiting', due_at: '' })
        .where('recipient_id', '=', all?.id ?? '')
        .execute(),
    )
    await calledBy('/good')
    expect(receiver.calls.map((call) => call.path)).not.toContain('/few')
  })

  it('The secret that one admin proposes alone signs nothing', async () => {
    const { id, secret } = await confirmed('signed')
    const next = webhookSecretSchema.parse((await admin.post(`/api/webhooks/${id}/secret`, undefined)).json).secret
    await calledBy('/signed')
    const [call] = receiver.calls
    const headers = Object.fromEntries(Object.entries(call?.headers ?? {}).map(([name, value]) => [name, `${value}`]))
    const by = (key: string) => () => new Webhook(key).verify(call?.body ?? '', headers)
    expect(by(secret)).not.toThrow()
    expect(by(next)).toThrow()
  })

  it('An endpoint that answered 410 is called again once two admins agree, without what came meanwhile; what was set aside is sent again on demand', async () => {
    const { id } = await confirmed('back')
    const own = async () => (await list()).items.find((one) => one.id === id)
    const revive = () => admin.post(`/api/webhooks/${id}/revive`, undefined)
    expect((await revive()).json).toMatchObject({ code: 'STATE_CONFLICT' })
    receiver.answer((response, { path }) => response.writeHead(path === '/back' ? 410 : 204).end())
    await submit()
    await vi.waitFor(async () => expect(await own()).toMatchObject({ state: 'off', why: 'gone', setAside: 1 }), 30_000)
    receiver.answer((response) => response.writeHead(204).end())
    await submit()
    expect((await revive()).status).toBe(200)
    expect(await own()).toMatchObject({ state: 'off' })
    expect(proposalsSchema.parse((await admin.get('/api/proposals')).json).items).toMatchObject([
      { webhook: { change: 'call_again', types: ['payout.submitted'] }, canConfirm: false },
    ])
    await confirmAll(app)
    expect(await own()).toMatchObject({ state: 'on', why: null, waiting: 0, setAside: 1, formerSecretUntil: null })
    const idsOf = (path: string) =>
      receiver.calls.filter((call) => call.path === path).map(({ headers }) => headers['webhook-id'])
    const [first] = idsOf('/back')
    await submit()
    await vi.waitFor(() => expect(idsOf('/back')).toHaveLength(2), 30_000)
    await admin.post(`/api/webhooks/${id}/retry`, undefined)
    await vi.waitFor(() => expect(idsOf('/back')).toHaveLength(3), 30_000)
    expect(idsOf('/back').at(-1)).toBe(first)
  })

  it('An endpoint that answered 410 is not called again once an admin who agreed on it was suspended with distrust', async () => {
    const cleo = await app.asMember({ name: 'Cleo Dias', roles: ['admin'] })
    const url = `https://localhost:${receiver.port}/hers`
    const made = await cleo.post('/api/webhooks', { url, types: ['payout.submitted'] })
    const { id } = webhookSecretSchema.parse(made.json).details
    await confirmAll(app)
    const own = async () => (await list()).items.find((one) => one.id === id)
    receiver.answer((response) => response.writeHead(410).end())
    await submit()
    await vi.waitFor(async () => expect(await own()).toMatchObject({ why: 'gone' }), 30_000)
    receiver.answer((response) => response.writeHead(204).end())
    const person = await personByKey(store.db, 'cleodias')
    await admin.post(`/api/people/${person?.id}/suspend`, { distrust: true })
    expect(await own()).toMatchObject({ state: 'off', why: 'distrust' })
    expect((await admin.post(`/api/webhooks/${id}/revive`, undefined)).json).toMatchObject({ code: 'STATE_CONFLICT' })
  })

  it('An endpoint goes on without the admins who agreed on it, which is shown, but not once one was suspended with distrust', async () => {
    const bia = await app.asMember({ name: 'Bia Melo', roles: ['admin'] })
    const url = `https://localhost:${receiver.port}/theirs`
    const made = await bia.post('/api/webhooks', { url, types: ['payout.submitted'] })
    const { id } = webhookSecretSchema.parse(made.json).details
    await confirmAll(app)
    const person = await personByKey(store.db, 'biamelo')
    const suspend = (distrust: boolean) => admin.post(`/api/people/${person?.id}/suspend`, { distrust })
    const own = async () => (await list()).items.find((one) => one.id === id)
    expect(await own()).toMatchObject({ agreedBy: [{ id: person?.id, isAdmin: true }] })
    expect((await suspend(false)).status).toBe(200)
    expect(await own()).toMatchObject({ state: 'on', agreedBy: [{ id: person?.id, isAdmin: false }] })
    expect(await calledBy('/theirs')).toContain('/theirs')
    expect((await suspend(true)).status).toBe(200)
    expect(await own()).toMatchObject({ state: 'off', why: 'distrust' })
    receiver.calls.length = 0
    await confirmed('good')
    expect(await calledBy('/good')).not.toContain('/theirs')
  })
})
