import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestCeremonySchema } from '#shared/api/accounts.ts'
import type { Role } from '#shared/api/permissions.ts'
import { newTokenSchema, tokensSchema } from '#shared/api/tokens.ts'
import { sessionCookieName } from '../http/cookies.ts'
import { beginCeremony, readCeremony } from '../people/ceremonies.ts'
import { openDatabase } from '../store/database.ts'
import type { Tables } from '../store/schema.ts'
import {
  changeIn,
  enrolByPasskey,
  enrolByPassword,
  inviteTo,
  nextCode,
  okay,
  originOf,
  passkeyProof,
  problemOf,
  sendAssertion,
  sendEnrolment,
} from '../testing/accounts.ts'
import { confirmAll } from '../testing/confirmed.ts'
import { memberSession } from '../testing/members.ts'
import { softwareAuthenticator } from '../testing/software-authenticator.ts'
import { type Place, someStores, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { tokenWrite } from '../testing/tokens.ts'
import { requiredSignature } from './approval-signatures.ts'
import { passkeysOf } from './credential-rows.ts'
import { notePasskeyUse, removePasskey } from './credentials.ts'
import { invite } from './invitations.ts'

/* Who writes to the database and has no data key puts rows back that the app wrote: what was used up or ended stays so. */

const hourMs = 60 * 60_000

describe.each(stores)('A row that was put back on $name', (kind) => {
  const { makePlace } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
  let place: Place
  let app: TestApp

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp({ ...place.environment, SIGN_IN: 'accounts' })
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  /** By a connection of its own. */
  async function forge<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    const database = await openDatabase(place, () => new Date())
    try {
      return await database.transact(work)
    } finally {
      await database.close()
    }
  }

  type Table =
    | 'sessions'
    | 'people'
    | 'invitations'
    | 'passwords'
    | 'passkeys'
    | 'tokens'
    | 'recovery_codes'
    | 'ceremonies'
  const rowsOf = (table: Table) => forge((db) => db.selectFrom(table).selectAll().execute())
  /** Every row of the table as it was. */
  const putBack = (table: Table, rows: readonly { readonly id: string }[]) =>
    forge(async (db) => {
      for (const row of rows) {
        const columns = Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
        await sql`update ${sql.table(table)} set ${sql.join(columns)} where id = ${row.id}`.execute(db)
      }
    })

  /** Rows that are gone. */
  const insertBack = (table: Table, rows: readonly object[]) =>
    forge(async (db) => {
      for (const row of rows) {
        const columns = Object.keys(row).map((name) => sql.ref(name))
        await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(
          db,
        )
      }
    })

  async function signedIn(name: string, roles: readonly Role[] = ['clerk']): Promise<{ cookie: string }> {
    const config = { signIn: 'accounts', sessionLife: { idleMs: hourMs, longestMs: hourMs } } as const
    const token = await memberSession(await app.openStore(), config, { name, roles })
    return cookieOf(app, token)
  }
  /** On loopback each server has a cookie of its own. */
  const cookieOf = ({ url }: TestApp, token: string) => ({ cookie: `${sessionCookieName(new URL(url).host)}=${token}` })
  const statusOf = async (session: { cookie: string }) => (await app.asNobody().get('/api/account', session)).status

  it('revives no session that was signed out', async () => {
    const session = await signedIn('Ana Souza')
    expect(await statusOf(session)).toBe(200)
    const before = await rowsOf('sessions')
    expect((await app.asNobody().delete('/api/session', session)).status).toBe(200)
    await putBack('sessions', before)
    expect(await statusOf(session)).toBe(401)
  })

  it('revives no session that was ended by an act on another server', async () => {
    const session = await signedIn('Bea Dias')
    const before = await rowsOf('sessions')
    const other = await startTestApp({ ...place.environment, SIGN_IN: 'accounts' })
    const there = cookieOf(other, session.cookie.slice(session.cookie.indexOf('=') + 1))
    expect((await other.asNobody().get('/api/account', there)).status).toBe(200)
    expect((await other.asNobody().delete('/api/session', there)).status).toBe(200)
    await other.stop()
    await putBack('sessions', before)
    expect(await statusOf(session)).toBe(401)
  })

  it('lets no session go on for longer than it is used', async () => {
    const session = await signedIn('Caio Reis')
    await forge((db) => db.updateTable('sessions').set({ idle_ends_at: '2999-01-01T00:00:00.000Z' }).execute())
    expect(await statusOf(session)).toBe(401)
  })

  it('opens no link twice', async () => {
    const invitee = { name: 'Dora Lins', email: 'dora@example.com', roles: ['reviewer'] } as const
    const token = await inviteTo(app, invitee)
    const [people, invitations] = [await rowsOf('people'), await rowsOf('invitations')]
    const enrol = () =>
      sendEnrolment(app.asNewBrowser(), {
        token,
        name: invitee.name,
        authenticator: softwareAuthenticator(app.url.replace('127.0.0.1', 'localhost')),
      })
    expect((await enrol()).status).toBe(200)
    await putBack('people', people)
    await putBack('invitations', invitations)
    expect(problemOf(await app.asNewBrowser().post('/api/enrolment', { token }))).toBe('LINK_EXPIRED')
  })

  it('takes no code of an authenticator app, and no password, twice', async () => {
    const invitee = { name: 'Edu Melo', email: 'edu@example.com', roles: ['clerk'] } as const
    const password = 'plausible-Harbor-49-lantern'
    const { secret } = await enrolByPassword(app.asNewBrowser(), {
      token: await inviteTo(app, invitee),
      name: invitee.name,
      password,
    })
    const before = await rowsOf('passwords')
    const signIn = () => app.asNewBrowser().post('/api/sign-in/password', { email: invitee.email, password, code })
    const code = nextCode(secret)
    expect(problemOf(await signIn())).toBeUndefined()
    await putBack('passwords', before)
    expect(problemOf(await signIn())).toBe('SIGN_IN_FAILED')
  })

  it('takes no challenge of a passkey, and no confirmation of a change, twice', async () => {
    const { visitor, authenticator } = await enrolByPasskey(app, {
      name: 'Gil Nunes',
      email: 'gil@example.com',
      roles: ['reviewer'],
    })
    const signIn = async (answer: unknown) => problemOf(await app.asNewBrowser().post('/api/sign-in/passkey', answer))
    const asked = okay(await app.asNewBrowser().post('/api/sign-in/passkey-options', {}))
    const { ceremonyId, options } = requestCeremonySchema.parse(asked)
    // Of an authenticator that does not count, as most of today.
    const answer = { ceremonyId, response: authenticator.get(options, { counter: 0 }) }
    const begun = await rowsOf('ceremonies')
    expect(await signIn(answer)).toBeUndefined()
    await insertBack('ceremonies', begun)
    expect(await signIn(answer)).toBe('CEREMONY_EXPIRED')

    const newCodes = () => visitor.post('/api/account/recovery-codes', undefined)
    const body = { change: changeIn(await newCodes()) }
    okay(await sendAssertion(visitor, authenticator, { ...passkeyProof, body }))
    const confirmed = (await rowsOf('ceremonies')).filter(({ id }) => !begun.some((row) => row.id === id))
    expect(confirmed).toHaveLength(1)
    okay(await newCodes())
    await insertBack(
      'ceremonies',
      confirmed.map((row) => ({ ...row, expires_at: '2999-01-01T00:00:00.000Z' })),
    )
    expect(problemOf(await newCodes())).toBe('STEP_UP_REQUIRED')
  })

  it('lets no challenge last for longer than it was begun for', async () => {
    const clock = () => new Date(Date.now() + hourMs)
    const store = await app.openStore()
    const id = await store.write((tx) => beginCeremony(tx, 'proof', { is: 'mine' }, { personId: 'edu' }))
    await forge((db) => db.updateTable('ceremonies').set({ expires_at: '2999-01-01T00:00:00.000Z' }).execute())
    expect(await readCeremony(store, 'proof', id, 'edu')).toEqual({ is: 'mine' })
    expect(await readCeremony({ ...store, now: clock }, 'proof', id, 'edu')).toBeUndefined()
  })

  it('revives no session, passkey or token whose row was hidden while it was ended', async () => {
    const remove = (table: Table, id: string) =>
      forge((db) => sql`delete from ${sql.table(table)} where id = ${id}`.execute(db))
    const newest = async (table: 'sessions' | 'passkeys', personId: string) => {
      const order = sql`select * from ${sql.table(table)} where person_id = ${personId} order by created_at desc limit 1`
      const { rows } = await forge((db) => sql<{ id: string }>`${order}`.execute(db))
      return rows[0] ?? { id: '' }
    }
    const lia = { name: 'Lia Prado', email: 'lia@example.com', roles: ['reviewer'] } as const
    const { authenticator } = await enrolByPasskey(app, lia)
    const browser = app.asNewBrowser()
    okay(await sendAssertion(browser, authenticator))
    const [session, passkey] = [await newest('sessions', lia.email), await newest('passkeys', lia.email)]
    const store = await app.openStore()
    const link = { personId: lia.email, kind: 'recovery', email: lia.email, lifeMs: hourMs } as const
    const { token } = await store.write((tx) => invite(tx, link))
    await remove('sessions', session.id)
    await remove('passkeys', passkey.id)
    const other = softwareAuthenticator(originOf(app))
    okay(await sendEnrolment(app.asNewBrowser(), { token, name: lia.name, authenticator: other }))
    await insertBack('sessions', [session])
    await insertBack('passkeys', [passkey])
    expect((await browser.get('/api/account')).status).toBe(401)
    expect(problemOf(await sendAssertion(app.asNewBrowser(), authenticator))).toBe('SIGN_IN_FAILED')
    okay(await sendAssertion(app.asNewBrowser(), other))

    const admin = await app.asMember({ name: 'Rosa Alves', roles: ['admin'] })
    const maker = await app.asMember({ name: 'Vera Alves', roles: ['admin'] })
    const made = newTokenSchema.parse(okay(await maker.post('/api/tokens', tokenWrite())))
    await confirmAll(app)
    const ask = async () =>
      (await app.asNobody().post('/api/payout-searches', {}, { authorization: `Bearer ${made.token}` })).status
    expect(await ask()).toBe(200)
    const rows = await rowsOf('tokens')
    for (const { id } of rows) await remove('tokens', id)
    okay(await admin.post(`/api/people/${made.details.maker.id}/suspend`, { distrust: false }))
    await insertBack('tokens', rows)
    expect(await ask()).toBe(401)
  })

  itOnSome(
    'revives no session and no token that alone was ended while its row was hidden, and lists no token as good that is not',
    async () => {
      const session = await signedIn('Ivo Prado')
      const sessions = await rowsOf('sessions')
      const remove = (table: Table, id: string) =>
        forge((db) => sql`delete from ${sql.table(table)} where id = ${id}`.execute(db))
      for (const { id } of sessions) await remove('sessions', id)
      expect((await app.asNobody().delete('/api/session', session)).status).toBe(200)
      await insertBack('sessions', sessions)
      expect(await statusOf(session)).toBe(401)

      const maker = await app.asMember({ name: 'Nara Alves', roles: ['admin'] })
      const made = newTokenSchema.parse(okay(await maker.post('/api/tokens', tokenWrite())))
      await confirmAll(app)
      const { id } = made.details
      const row = (await rowsOf('tokens')).filter((one) => one.id === id)
      await remove('tokens', id)
      okay(await maker.delete(`/api/tokens/${id}`))
      await insertBack('tokens', row)
      const bearer = { authorization: `Bearer ${made.token}` }
      expect((await app.asNobody().post('/api/payout-searches', {}, bearer)).status).toBe(401)
      const listed = tokensSchema.parse((await maker.get('/api/tokens')).json).items.find((one) => one.id === id)
      expect(listed?.state).toBe('revoked')
    },
  )

  itOnSome(
    'a person whose passkeys are hidden approves nothing without them, and one that was removed meanwhile is no more',
    async () => {
      const { visitor, authenticator } = await enrolByPasskey(app, {
        name: 'Otto Reis',
        email: 'otto@example.com',
        roles: ['reviewer'],
      })
      const person = { id: 'otto@example.com' }
      const store = await app.openStore()
      const list = { root: 'r', count: 1, signatureId: undefined }
      const approving = () => store.write((tx) => requiredSignature(tx, 'accounts', person, list))
      const rows = (await rowsOf('passkeys')).filter((row) => 'person_id' in row && row.person_id === person.id)
      const hide = () => forge((db) => sql`delete from passkeys where person_id = ${person.id}`.execute(db))
      await hide()
      await expect(approving()).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
      const password = { password: 'plausible-Harbor-49-lantern', code: '000000', change: crypto.randomUUID() }
      expect(problemOf(await visitor.post('/api/session/proof/password', password))).toBe('STEP_UP_REQUIRED')
      await insertBack('passkeys', rows)

      const [row] = await passkeysOf(store, person.id)
      await store.write((tx) => removePasskey(tx, row!))
      await hide()
      // Nor is there one that was removed within a day.
      await expect(approving()).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
      await insertBack('passkeys', rows)
      const used = { row: row!, counter: 9, isBackedUp: false }
      expect(await store.write((tx) => notePasskeyUse(tx, used))).toBe(false)
      expect(problemOf(await sendAssertion(app.asNewBrowser(), authenticator))).toBe('SIGN_IN_FAILED')
    },
  )

  it('takes no recovery code twice, and shortens no time in which nothing is approved', async () => {
    const invitee = { name: 'Fabio Luz', email: 'fabio@example.com', roles: ['reviewer'] } as const
    const { recoveryCodes } = await enrolByPasskey(app, invitee)
    const [codes, people] = [await rowsOf('recovery_codes'), await rowsOf('people')]
    const recover = () =>
      app.asNewBrowser().post('/api/sign-in/recovery', { email: invitee.email, recoveryCode: recoveryCodes[0] })
    expect(problemOf(await recover())).toBeUndefined()
    const session = await signedIn('Fabio Luz', ['reviewer'])
    await putBack('recovery_codes', codes)
    expect(problemOf(await recover())).toBe('SIGN_IN_FAILED')
    await putBack('people', people)
    const exporting = { payoutIds: ['3dfecc34-40d2-4e59-a377-21377ee42ba3'], format: 'json', again: false }
    expect(problemOf(await app.asNobody().post('/api/exports', exporting, session))).toBe('TAMPERED')
  })
})
