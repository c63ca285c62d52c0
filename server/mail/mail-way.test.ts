import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NotificationSettings } from '#shared/api/notifications.ts'
import type { Role } from '#shared/api/permissions.ts'
import { type DeliveryAnswer, deliver, type RunningDeliveries } from '../deliveries/deliver.ts'
import { findPayout } from '../entry/payout-rows.ts'
import {
  addNotifications,
  countUnread,
  lastNotifications,
  markRead,
  saveSettings,
} from '../notifications/notification-rows.ts'
import { addPerson, changePerson, findPerson } from '../people/people-rows.ts'
import type { Event, Store } from '../store/store.ts'
import { souza } from '../testing/beneficiaries.ts'
import { memberOf } from '../testing/people.ts'
import { staffOf } from '../testing/staff.ts'
import { type Place, stores } from '../testing/stores.ts'
import { type VirtualClock, virtualClock } from '../testing/virtual-clock.ts'
import { mailWay } from './mail-way.ts'
import type { MailMessage, SendMail } from './send-mail.ts'

const [minuteMs, hourMs] = [60_000, 60 * 60_000]
const taken: DeliveryAnswer = { status: 250, why: null, tookMs: 3 }

describe.each(stores)('mail on $name', ({ makePlace }) => {
  let place: Place
  let clock: VirtualClock
  let store: Store
  let sent: MailMessage[]
  /** When each was, by the time of day. */
  let sentAt: number[]
  let answers: DeliveryAnswer[]
  const running: RunningDeliveries[] = []
  const log = { info: () => {}, error: () => {}, trouble: () => {} }
  const clerk = memberOf({ id: 'clerk', name: 'Ana Souza', roles: ['clerk'] })
  const reviewer = memberOf({ id: 'reviewer', name: 'Bruno Lima', roles: ['reviewer'] })
  const admin = memberOf({ id: 'admin', name: 'Ada Rocha', roles: ['admin'] })

  beforeEach(async () => {
    place = await makePlace()
    clock = virtualClock()
    store = await place.open(() => new Date(Date.parse('2026-03-01T12:00:30.000Z') + clock.now()))
    sent = []
    sentAt = []
    answers = []
    for (const { id, name, roles } of [clerk, reviewer, admin]) await addMember(id, name, roles)
    begin()
    await pass(async () => expect(await head()).toBeDefined())
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()))
    await store.close()
    await place.remove()
  })

  const addMember = (id: string, name: string, roles: readonly Role[]) =>
    store.write((tx) =>
      addPerson(tx, {
        ...{ id, name, name_key: name, created_at: '2026-01-01T00:00:00.000Z' },
        ...{ roles: JSON.stringify(roles), email: `${id}@shop.example` },
      }),
    )
  const head = () => store.db.selectFrom('notification_reading').select('entered_seq').executeTakeFirst()
  const send: SendMail = async (message) => {
    sent.push(message)
    sentAt.push(store.now().getTime())
    return answers.shift() ?? taken
  }
  const begin = (from = store, sending = send) => {
    const ways = [
      mailWay({ store: from, signIn: 'accounts', publicOrigin: () => 'https://pay.example', send: sending }),
    ]
    const one = deliver({ store: from, clock, log, ways })
    running.push(one)
    return one
  }
  const audit = (...events: readonly Event[]) => store.write((tx) => tx.audit(...events))
  const choose = (personId: string, given: Partial<NotificationSettings>) => {
    const usual = { language: 'en', timeZone: 'UTC', review: 'off', returned: 'off', admin: 'off' } as const
    return store.write((tx) => saveSettings(tx.db, personId, { ...usual, ...given }))
  }
  const ofAccount = (id: string, action: Event['action'], facts = {}): Event => ({
    personId: id,
    action,
    thing: { type: 'person', id },
    facts,
  })
  const states = async () =>
    (await store.db.selectFrom('deliveries').select('state').execute()).map(({ state }) => state)
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
  /** A payout that was sent to review, to someone of a name that no mail may have. */
  const submitted = async (externalReference?: string) => {
    const entry = souza({ beneficiaryFirstName: 'Quetzala', beneficiaryLastName: 'Wurzelbrunn' })
    const staff = staffOf(store)
    const { id } = await staff.pay(clerk, await staff.save(clerk, entry), { externalReference })
    const row = await findPayout(store.db, id)
    if (row === undefined) throw new Error('It is not there.')
    return row
  }

  it('What changes how a person signs in is mailed to them at once, in their language, whatever they chose; what they did not do is', async () => {
    await choose('clerk', { language: 'pt-BR', timeZone: 'America/Sao_Paulo' })
    await audit(
      ofAccount('clerk', 'session.began', { isNewBrowser: true }),
      ofAccount('clerk', 'session.began'),
      ofAccount('reviewer', 'passkey.added'),
    )
    await pass(() => expect(sent).toHaveLength(2))
    const [toClerk, toReviewer] = sent.toSorted((one, other) => one.to.localeCompare(other.to))
    expect(toClerk).toMatchObject({
      to: 'clerk@shop.example',
      subject: 'Alguém entrou na sua conta por um navegador novo',
    })
    expect(toClerk?.text).toMatch(/09:00\n/)
    expect(toClerk?.text.match(/Fuso horário: Horário Padrão de Brasília/g)).toHaveLength(1)
    expect(toReviewer?.subject).toBe('A passkey was added to your account')
    expect(toReviewer?.text).toContain('https://pay.example/account')
  })

  it('What a person is given as they set up or recover their account is one mail, and who was suspended is told', async () => {
    await audit(
      ofAccount('clerk', 'person.recovered'),
      ofAccount('clerk', 'passkey.added'),
      ofAccount('clerk', 'recoveryCodes.made'),
    )
    await pass(() => expect(sent.map(({ subject }) => subject)).toEqual(['Your account was recovered']))
    const row = await findPerson(store.db, 'clerk')
    await store.write(async (tx) => {
      if (row !== undefined) await changePerson(tx, row, { status: 'suspended' })
      await tx.audit({ ...ofAccount('clerk', 'person.suspended'), personId: 'admin' })
    })
    await pass(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.subject).toBe('Your account was suspended')
  })

  it('A mail that is not taken is sent again under the same Message-ID, one that is refused for good is set aside, and no one else waits', async () => {
    answers = [{ status: 450, why: 'later', tookMs: 1 }]
    await audit(ofAccount('clerk', 'passkey.added'))
    await pass(() => expect(sent).toHaveLength(1))
    await audit(ofAccount('reviewer', 'passkey.added'))
    await pass(() => expect(sent).toHaveLength(3))
    const toClerk = sent.filter(({ to }) => to.startsWith('clerk'))
    expect(new Set(toClerk.map(({ id }) => id)).size).toBe(1)
    expect(toClerk).toHaveLength(2)
    answers = [{ status: 550, why: 'refused', tookMs: 1 }]
    await audit(ofAccount('clerk', 'password.removed'))
    await pass(async () => expect(await states()).toContain('set_aside'))
    await clock.advance(hourMs)
    expect(sent.filter(({ to }) => to.startsWith('clerk'))).toHaveLength(3)
    await pass(async () =>
      expect(await lastNotifications(store.db, 'admin', 10)).toMatchObject([
        { kind: 'deliveriesSetAside', thing_id: 'clerk' },
      ]),
    )
    await store.write(({ db }) =>
      db.updateTable('deliveries').set({ due_at: '' }).where('type', '=', 'admin').execute(),
    )
    answers = [{ status: 550, why: 'refused', tookMs: 1 }]
    await pass(() => expect(sent.at(-1)?.to).toBe('admin@shop.example'))
    await clock.advance(hourMs)
    expect(await lastNotifications(store.db, 'admin', 10)).toHaveLength(1)
  })

  it('A server that was killed as it sent leaves the mail to another one, which sends it under the same Message-ID', async () => {
    await running.splice(0)[0]?.stop()
    const other = await place.open(() => new Date(Date.parse('2026-03-01T12:00:30.000Z') + clock.now()))
    const first = deliver({
      ...{ store, clock, log },
      ways: [
        mailWay({
          ...{ store, signIn: 'accounts', publicOrigin: () => 'https://pay.example' },
          send: (message) => {
            sent.push(message)
            return new Promise(() => {})
          },
        }),
      ],
    })
    await audit(ofAccount('clerk', 'passkey.added'))
    await pass(() => expect(sent).toHaveLength(1))
    void first.stop()
    await store.write(({ db }) => db.updateTable('delivery_turn').set({ lease_until: '' }).execute())
    begin(other)
    await pass(async () => expect(await states()).toEqual(['delivered']))
    expect(sent.map(({ id }) => id)).toEqual([sent[0]?.id, sent[0]?.id])
    await running.splice(0)[0]?.stop()
    await other.close()
  })

  it('Mails to many people are handed over three at a time, as mail servers take few connections of one sender', async () => {
    await running.splice(0)[0]?.stop()
    const ids = Array.from({ length: 8 }, (_, n) => `member ${n}`)
    for (const id of ids) await addMember(id, id, ['clerk'])
    const held: (() => void)[] = []
    let [open, most] = [0, 0]
    begin(store, async (message, ending) => {
      open += 1
      most = Math.max(most, open)
      await new Promise<void>((resolve) => held.push(resolve))
      open -= 1
      return send(message, ending)
    })
    for (const action of ['passkey.added', 'passkey.removed'] as const) {
      await audit(...ids.map((id) => ofAccount(id, action)))
      await pass(async () => expect(await states()).toHaveLength(action === 'passkey.added' ? 8 : 16))
    }
    await vi.waitFor(() => {
      for (const go of held.splice(0)) go()
      expect(sent).toHaveLength(16)
    }, 30_000)
    expect(most).toBe(3)
  })

  it('Reviewers are mailed what waits, gathered as they chose, with initials and country of the payee alone, whatever the reference repeats of them; who entered it is not', async () => {
    await choose('reviewer', { review: 'hourly' })
    const [one, two] = [await submitted(), await submitted()]
    for (const personal of ['Salary 111.444.777-35', 'LOAN11144477735', 'wurzelbrunn/11', '987654'])
      await submitted(personal)
    await pass(async () => expect(await lastNotifications(store.db, 'reviewer', 10)).toHaveLength(6))
    await pass(() => expect(sent).toHaveLength(1), minuteMs)
    const [{ to, subject, text, html } = { to: '', subject: '', text: '', html: '' }] = sent
    expect({ to, subject }).toEqual({ to: 'reviewer@shop.example', subject: '6 payouts are waiting for review' })
    for (const body of [text, html ?? '']) {
      expect(body).toContain(`${one.external_reference} · Q. W. · Brazil`)
      expect(body).toContain(two.external_reference)
      expect(body.match(/(?:[- ]|>)Q\. W\. · Brazil/g)).toHaveLength(6)
      expect(body).not.toContain('1 payout is waiting')
      expect(body).not.toMatch(/quetzala|wurzelbrunn|111\.?444\.?777|987654/i)
      const links = [...body.matchAll(/https?:[/][/][^\s"<]+/g)].map(([link]) => link)
      expect(links.length).toBeGreaterThan(3)
      expect(links.every((link) => link.startsWith('https://pay.example/'))).toBe(true)
    }
  })

  it('At once is within a minute, and not again for a quarter of an hour; each morning is at eight where the person is; off is never', async () => {
    await choose('reviewer', { review: 'at_once' })
    await submitted()
    await pass(() => expect(sent).toHaveLength(1))
    await submitted()
    await pass(() => expect(sent).toHaveLength(2), 30_000)
    const [first = 0, second = 0] = sentAt
    expect(second - first).toBeGreaterThanOrEqual(15 * minuteMs)
    await choose('reviewer', { review: 'daily', timeZone: 'America/Bogota' })
    await submitted()
    await pass(async () => expect(await states()).toContain('waiting'))
    const waiting = store.db.selectFrom('deliveries').select('due_at').where('state', '=', 'waiting')
    expect(await waiting.execute()).toEqual([{ due_at: '2026-03-01T13:00:00.000Z' }])
    await pass(() => expect(sent).toHaveLength(3), 10 * minuteMs)
    await choose('reviewer', {})
    await submitted()
    await pass(async () => expect(await lastNotifications(store.db, 'reviewer', 10)).toHaveLength(4))
    await clock.advance(26 * hourMs)
    expect(sent).toHaveLength(3)
  })

  it('What was read in the app, was reviewed, or is no more for this person is not mailed', async () => {
    await choose('reviewer', { review: 'hourly' })
    const [read, reviewed] = [await submitted(), await submitted()]
    await pass(async () => expect(await lastNotifications(store.db, 'reviewer', 10)).toHaveLength(2))
    const rows = await lastNotifications(store.db, 'reviewer', 10)
    const ids = rows.filter(({ thing_id }) => thing_id === read.id).map(({ id }) => id)
    await store.write((tx) => markRead(tx.db, 'reviewer', ids, tx.now().toISOString()))
    await staffOf(store).move(clerk, 'withdraw', reviewed.id)
    await pass(async () => expect(await states()).toEqual(['delivered']), 10 * minuteMs)
    await submitted()
    await pass(async () => expect(await lastNotifications(store.db, 'reviewer', 10)).toHaveLength(3))
    const row = await findPerson(store.db, 'reviewer')
    await store.write(async (tx) => row && changePerson(tx, row, { roles: '["viewer"]' }))
    await pass(async () => expect(await states()).toEqual(['delivered', 'delivered']), 10 * minuteMs)
    expect(sent).toEqual([])
  })

  it('What waits for review no more is news no more, though no one has read it; what is sent to review again is', async () => {
    const { id } = await submitted()
    const unread = () => countUnread(store.db, 'reviewer')
    await pass(async () => expect(await unread()).toBe(1))
    await staffOf(store).move(clerk, 'withdraw', id)
    await pass(async () => expect(await unread()).toBe(0))
    await staffOf(store).move(clerk, 'submit', id)
    await pass(async () => expect(await unread()).toBe(1))
    const [first] = await lastNotifications(store.db, 'reviewer', 1)
    const batch = { thing_type: 'batch', thing_id: 'batch' }
    await store.write(({ db }) => addNotifications(db, first ? [{ ...first, id: 'of-batch', ...batch }] : []))
    expect(await unread()).toBe(2)
    await audit({ personId: 'admin', action: 'batch.reviewed', thing: { type: 'batch', id: 'batch' } })
    await pass(async () => expect(await unread()).toBe(1))
  })

  it('A clerk is mailed what was returned of theirs, and admins what another one proposed', async () => {
    await choose('clerk', { returned: 'at_once', language: 'fr' })
    const { id } = await submitted()
    await staffOf(store).move(reviewer, 'return', id)
    await audit({ personId: 'reviewer', action: 'proposal.made', thing: { type: 'policy', id: 'approvals' } })
    await pass(() => expect(sent).toHaveLength(2), 20_000)
    expect(sent.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
      'admin@shop.example 1 proposal is waiting to be confirmed',
      'clerk@shop.example 1 de vos paiements a été renvoyé',
    ])
  })

  it('Nothing is mailed of an entry that was changed past the app, nor to an address that was', async () => {
    await store.write(({ db }) =>
      db.updateTable('people').set({ email: 'x@evil.example' }).where('id', '=', 'clerk').execute(),
    )
    await audit(ofAccount('clerk', 'passkey.added'))
    await pass(async () => expect(await states()).toEqual(['delivered']))
    expect(sent).toEqual([])
  })
})
