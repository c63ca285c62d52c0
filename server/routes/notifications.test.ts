import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { failedMailsSchema } from '#shared/api/mail.ts'
import { notificationsSchema } from '#shared/api/notifications.ts'
import { overviewSchema } from '#shared/api/overview.ts'
import { deliverySummariesSchema } from '#shared/api/webhooks.ts'
import { type MailServer, startMailServer } from '../testing/mail-server.ts'
import { enter, payoutWrite } from '../testing/payouts.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'
import { promptClock } from '../testing/virtual-clock.ts'

describe.each(someStores)('notifications on $name', ({ makePlace }) => {
  let place: Place
  let mailServer: MailServer
  let app: TestApp
  let reviewer: Visitor
  let admin: Visitor
  /** Whose mails the mail server does not take, and how it says so. */
  const refusals = new Map<string, number>()
  beforeAll(async () => {
    place = await makePlace()
    mailServer = await startMailServer({
      ...{ secure: true, authOptional: false },
      onRcptTo: ({ address }, _session, done) => {
        const responseCode = refusals.get(address)
        done(responseCode === undefined ? null : Object.assign(new Error('Not now.'), { responseCode }))
      },
    })
    const { ca, port } = mailServer
    const signedIn = { SMTP_URL: `smtps://payouts@localhost:${port}`, SMTP_PASSWORD: 'geheim' }
    const settings = { SIGN_IN: 'accounts', METRICS_PORT: '0', MAIL_FROM: 'p@shop.example', ...signedIn }
    app = await startTestApp(
      { ...place.environment, ...settings },
      { network: { resolve: async () => [], ca }, clock: promptClock },
    )
    reviewer = await app.asMember({ name: 'Bruno Lima', roles: ['reviewer'], email: 'bruno@shop.example' })
    admin = await app.asMember({ name: 'Ada Rocha', roles: ['admin'], email: 'ada@shop.example' })
    // What happened before is no news.
    await vi.waitFor(async () => expect(await reading()).toBeDefined(), 30_000)
  })
  afterAll(async () => {
    await app.stop()
    await mailServer.stop()
    await place.remove()
  })

  const reading = async () =>
    (await app.openStore()).db.selectFrom('notification_reading').select('entered_seq').executeTakeFirst()
  const told = async (visitor: Visitor) => notificationsSchema.parse((await visitor.get('/api/notifications')).json)
  const unread = async (visitor: Visitor) => overviewSchema.parse((await visitor.get('/api/overview')).json).unread
  /** Lets the mails that wait be due. */
  const hurry = async () => {
    const store = await app.openStore()
    await store.write(({ db }) =>
      db.updateTable('deliveries').set({ due_at: '' }).where('state', '=', 'waiting').execute(),
    )
  }

  it('A reviewer sees once what waits, in the app and in a mail, reads it, and chooses when mails come', async () => {
    expect((await told(reviewer)).settings).toMatchObject({ language: 'en', review: 'daily' })
    const chosen = { language: 'es', timeZone: 'America/Bogota', review: 'hourly', returned: 'off', admin: 'off' }
    const { json } = await reviewer.put('/api/notifications/settings', chosen)
    expect(notificationsSchema.parse(json)).toMatchObject({ settings: chosen, mailedTo: 'bruno@shop.example' })
    const wrong = await reviewer.put('/api/notifications/settings', { ...chosen, timeZone: 'Nowhere/At_all' })
    expect(wrong.status).toBe(422)
    const clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
    const payout = await enter(clerk, payoutWrite(undefined, { submit: true }))
    await vi.waitFor(async () => expect(await unread(reviewer)).toBe(1), 30_000)
    const [first] = (await told(reviewer)).items
    expect(first).toMatchObject({
      kind: 'toReview',
      thing: { type: 'payout', id: payout.id },
      payout: { reference: payout.externalReference, initials: 'A. S.', country: 'BR' },
      isRead: false,
    })
    expect(await unread(clerk)).toBe(0)
    await hurry()
    await vi.waitFor(() => expect(mailServer.mails).toHaveLength(1), 30_000)
    const [{ to, raw } = { to: '', raw: '' }] = mailServer.mails
    expect(to).toBe('bruno@shop.example')
    expect(raw).toMatch(/^Subject: 1 pago espera =\?|^Subject: .*1_pago|^Subject: 1 pago/m)
    const read = await reviewer.post('/api/notifications/read', { ids: [first?.id] })
    expect(notificationsSchema.parse(read.json).items).toMatchObject([{ isRead: true }])
    expect(await unread(reviewer)).toBe(0)
  })

  it('What is read in the app before its mail is due is neither mailed nor late, and admins see how mail is doing', async () => {
    const before = mailServer.mails.length
    const clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
    await enter(clerk, payoutWrite(undefined, { submit: true }))
    await vi.waitFor(async () => expect(await unread(reviewer)).toBe(1), 30_000)
    const state = async () => deliverySummariesSchema.parse((await admin.get('/api/deliveries')).json).mail
    const first = await state()
    expect(first).toMatchObject({ deliveredAt: expect.any(String), failedAt: null, waiting: 1, overdue: 0 })
    const metrics = await (await fetch(`${app.metricsUrl}/metrics`)).text()
    expect(metrics).toContain('payout_desk_deliveries_overdue{way="mail"} 0')
    expect(metrics).toContain('payout_desk_deliveries_set_aside{way="mail"} 0')
    await reviewer.post('/api/notifications/read', { ids: [] })
    await hurry()
    await vi.waitFor(async () => expect(await state()).toMatchObject({ waiting: 0, setAside: 0 }), 30_000)
    expect(mailServer.mails).toHaveLength(before)
    // Nothing was sent, so nothing arrived.
    expect((await state())?.deliveredAt).toBe(first?.deliveredAt)
  })

  it('Admins see which mails were not taken and why, those that are tried again are late, and what was set aside is sent again', async () => {
    const before = mailServer.mails.length
    refusals.set('ana@shop.example', 550).set('carla@shop.example', 450)
    for (const name of ['Ana', 'Carla'])
      await app.asMember({ name: `${name} Costa`, roles: ['clerk'], email: `${name.toLowerCase()}@shop.example` })
    const people = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) })
    const { items } = people.parse((await admin.get('/api/people')).json)
    for (const { id, name } of items)
      if (name.endsWith('Costa')) await admin.post(`/api/people/${id}/suspend`, { distrust: false })
    const failed = async () => failedMailsSchema.parse((await admin.get('/api/mail/failed')).json).items
    await vi.waitFor(async () => expect(await failed()).toHaveLength(2), 30_000)
    expect(new Map((await failed()).map((mail) => [mail.person.name, mail]))).toMatchObject(
      new Map([
        ['Ana Costa', { topic: 'account', state: 'set_aside', status: 550, why: 'refused', attempts: 1, nextAt: null }],
        ['Carla Costa', { topic: 'account', state: 'waiting', status: 450, why: 'later', attempts: 1 }],
      ]),
    )
    const { mail } = deliverySummariesSchema.parse((await admin.get('/api/deliveries')).json)
    expect(mail).toMatchObject({ overdue: 1, setAside: 1, failedAt: expect.any(String) })
    refusals.clear()
    await admin.post('/api/mail/retry', undefined)
    await hurry()
    // The admin is mailed of what was set aside.
    const arrived = () => mailServer.mails.slice(before).flatMap(({ to }) => (to === 'ada@shop.example' ? [] : [to]))
    await vi.waitFor(() => expect(arrived().toSorted()).toEqual(['ana@shop.example', 'carla@shop.example']), 30_000)
    await vi.waitFor(async () => expect(await failed()).toEqual([]), 30_000)
  })
})

it('Without a mail server there are no notifications', async () => {
  const app = await startTestApp({ SIGN_IN: 'accounts' })
  const clerk = await app.asMember({ name: 'Ana Souza', roles: ['clerk'] })
  expect((await clerk.get('/api/notifications')).status).toBe(404)
  expect((await clerk.get('/api/deliveries')).json).toEqual({ webhooks: null, mail: null })
  expect(overviewSchema.parse((await clerk.get('/api/overview')).json).unread).toBeNull()
  await app.stop()
})
