import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { moveDeliveries } from '../deliveries/delivery-rows.ts'
import { saveSettings } from '../notifications/notification-rows.ts'
import { readName } from '../people/people.ts'
import { personByKey } from '../people/people-rows.ts'
import { readConfig } from '../settings/config.ts'
import type { Store } from '../store/store.ts'
import { type MailServer, mailIn, startMailServer } from '../testing/mail-server.ts'
import { memberSession } from '../testing/members.ts'
import { enter, payoutWrite } from '../testing/payouts.ts'
import { goThrough, isSoak, type ServersAmongFaults, startAmongFaults } from '../testing/servers-among-faults.ts'
import { type Place, someStores } from '../testing/stores.ts'
import type { Visitor } from '../testing/test-app.ts'

/** What a mail server does to its clients. The last is last: it takes all that is left. */
const modes = [
  'is down',
  'takes what it does not acknowledge',
  'never greets',
  'has too many guests',
  'refuses for now',
  'is slow',
  'breaks off in the middle',
  'refuses for good',
  'lists what it does not know as grey',
  'is full',
  'takes them',
] as const

type Mode = (typeof modes)[number]

/** A few of them; in `npm run soak` all. */
const tried: readonly Mode[] = isSoak
  ? modes
  : ['is down', 'takes what it does not acknowledge', 'refuses for good', 'takes them']

const session = { signIn: 'accounts', sessionLife: readConfig({}).sessionLife } as const

describe.each(someStores)('mail among faults on $name', ({ name, makePlace }) => {
  let place: Place
  let store: Store
  let mailServer: MailServer
  let cluster: ServersAmongFaults
  let mode: Mode = 'takes them'
  let calls = 0
  const count = name === 'PostgreSQL' ? 2 : 1
  let newcomers = 0
  const idOf = async (person: string) => (await personByKey(store.db, readName(person).key))?.id ?? ''

  beforeAll(async () => {
    place = await makePlace()
    store = await place.open()
    mailServer = await startMailServer(faulty())
    const mail = { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, MAIL_FROM: 'payouts@shop.example' }
    cluster = await startAmongFaults(place, store, count, mail)
    await memberSession(store, session, { name: 'Bea Lima', roles: ['reviewer'], email: 'bea@shop.example' })
    const chosen = { language: 'en', timeZone: 'UTC', review: 'at_once', returned: 'off', admin: 'off' } as const
    const id = await idOf('Bea Lima')
    await store.write((tx) => saveSettings(tx.db, id, chosen))
    // What happened before is no news.
    await vi.waitFor(
      async () => expect(await store.db.selectFrom('notification_reading').selectAll().execute()).toHaveLength(1),
      60_000,
    )
  })
  afterAll(async () => {
    await cluster.stop()
    await mailServer.stop()
    await store.close()
    await place.remove()
  })

  /** A mail server that behaves as the mode says. */
  function faulty(): SMTPServerOptions {
    const known = new Set<string>()
    const refusal = (responseCode: number) => Object.assign(new Error('Not now.'), { responseCode })
    return {
      onConnect: (_session, done) => {
        calls += 1
        if (mode === 'is down') return mailServer.hangUp()
        if (mode !== 'never greets') done(mode === 'has too many guests' ? refusal(421) : null)
      },
      onRcptTo: ({ address }, _session, done) => {
        const isGrey = mode === 'lists what it does not know as grey' && !known.has(address)
        known.add(address)
        if (mode === 'refuses for good') return done(refusal(550))
        done(mode === 'refuses for now' || isGrey ? refusal(450) : null)
      },
      onData: async (stream, session, done) => {
        if (mode === 'breaks off in the middle') mailServer.hangUp()
        const raw = await mailIn(stream)
        if (raw === undefined) return
        if (mode === 'is full') return done(refusal(452))
        if (mode === 'is slow') await new Promise((resolve) => setTimeout(resolve, 700))
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        mailServer.mails.push({ to, isSecure: session.secure, raw })
        if (mode === 'takes what it does not acknowledge') return mailServer.hangUp()
        done()
      },
    }
  }

  /** An admin suspends a newcomer, and a clerk sends payouts to review; some of it is cut off by the end of a server. */
  async function work(admin: Visitor, clerk: Visitor): Promise<void> {
    newcomers += 1
    const person = `Eva ${[...String(newcomers)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
    await memberSession(store, session, { name: person, roles: ['viewer'], email: `eva${newcomers}@shop.example` })
    await enter(clerk, payoutWrite(undefined, { submit: true }))
    await admin.post(`/api/people/${await idOf(person)}/suspend`, { distrust: false })
    await enter(clerk, payoutWrite(undefined, { submit: true }))
  }

  /** So much passes that all that waits is due, and what was given up is sent again. */
  const letTimePass = () =>
    store.write(async ({ db }) => {
      await moveDeliveries(db, { way: 'mail' }, 'set_aside', 'waiting')
      await db.updateTable('deliveries').set({ due_at: '' }).where('state', '=', 'waiting').execute()
    })

  async function round(next: Mode, turn: number): Promise<void> {
    mode = next
    const before = calls
    cluster.jump(turn)
    const admins = await cluster.asMember({ name: 'Ada Rocha', roles: ['admin'] })
    const clerks = await cluster.asMember({ name: 'Carla Lopes', roles: ['clerk'] })
    const working = Promise.allSettled(
      admins.map(async (admin, at) => {
        const clerk = clerks[at]
        if (clerk !== undefined) await work(admin, clerk)
      }),
    )
    await vi.waitFor(
      async () => {
        await letTimePass()
        expect(calls).toBeGreaterThan(before)
      },
      { timeout: 120_000, interval: 1_000 },
    )
    await cluster.restart(turn, working)
    await working
  }

  it(
    'Every mail arrives, however the mail server behaves and whichever server is killed: none is lost, and what comes twice has the same Message-ID',
    async () => {
      const turns = await goThrough(tried, round)
      cluster.jump()
      await vi.waitFor(
        async () => {
          await letTimePass()
          const open = store.db.selectFrom('deliveries').select('id').where('state', '!=', 'delivered')
          expect(await open.execute()).toEqual([])
          expect(await notEntered()).toEqual([])
          expect(await untold()).toEqual([])
        },
        { timeout: 240_000, interval: 1_000 },
      )
      expect(cluster.servers.map(({ process }) => process.exitCode)).toEqual(cluster.servers.map(() => null))
      const arrived = mailServer.mails.map(({ raw, to }) => `${/^Message-ID: (\S+)/im.exec(raw)?.[1]} ${to}`)
      const ids = new Set(arrived.map((one) => one.split(' ')[0]))
      expect(new Set(arrived).size).toBe(ids.size)
      expect(ids.size).toBeGreaterThan(turns / 2)
      if (isSoak)
        process.stdout.write(
          `${name}: ${turns} rounds, ${(await store.db.selectFrom('notifications').select('id').execute()).length} notifications, ${ids.size} mails, ${calls} connections, ${arrived.length - ids.size} repeats\n`,
        )
    },
    5 * 60 * 60_000,
  )

  /** What happened of which no one is told. */
  async function notEntered(): Promise<readonly object[]> {
    const actions = ['person.suspended', 'payout.submitted'] as const
    const entries = await store.db
      .selectFrom('audit')
      .select(['seq', 'action'])
      .where('action', 'in', actions)
      .execute()
    const told = new Set((await store.db.selectFrom('notifications').select('seq').execute()).map(({ seq }) => seq))
    return entries.filter(({ seq }) => !told.has(seq))
  }

  /** The notifications of which no mail speaks: a mail links to each that it has. */
  async function untold(): Promise<readonly object[]> {
    const text = mailServer.mails.map(({ raw }) => raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=')).join('')
    const kinds = ['suspended', 'toReview'] as const
    const rows = await store.db.selectFrom('notifications').select(['id', 'kind']).where('kind', 'in', kinds).execute()
    return rows.filter(({ id }) => !text.includes(`/notifications?open=${id}`))
  }
})
