import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  creationCeremonySchema,
  recoveryTokenSchema,
  requestCeremonySchema,
  totpCeremonySchema,
} from '#shared/api/accounts.ts'
import { accountSchema } from '#shared/api/own-account.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { proposalsSchema } from '#shared/api/proposals.ts'
import { sessionSchema } from '#shared/api/session.ts'
import { totpAt } from '../accounts/totp.ts'
import {
  confirmedByPasskey,
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
import { softwareAuthenticator } from '../testing/software-authenticator.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' })
})

afterAll(() => app.stop())

const sessionOf = async (visitor: Visitor) => sessionSchema.parse(okay(await visitor.get('/api/session')))
const accountOf = async (visitor: Visitor) => accountSchema.parse(okay(await visitor.get('/api/account')))

async function audited(action: string, personId: string) {
  const store = await app.openStore()
  const rows = await store.db
    .selectFrom('audit')
    .select(['facts', 'person_id'])
    .where('action', '=', action)
    .where('thing_id', '=', personId)
    .execute()
  return rows.map(({ facts, person_id }) => ({ by: person_id, ...JSON.parse(facts) }))
}

it('Accounts: a person who follows an invitation sets up a passkey, is signed in with their roles, and gets eight recovery codes once', async () => {
  const invitee = { name: 'Ana Souza', email: 'ana@example.com', roles: ['clerk'] as const }
  const token = await inviteTo(app, invitee)
  const browser = app.asNewBrowser()
  const shown = okay(await browser.post('/api/enrolment', { token }))
  expect(shown).toMatchObject({ name: 'Ana Souza', email: 'ana@example.com', roles: ['clerk'], kind: 'invitation' })
  const authenticator = softwareAuthenticator(originOf(app))
  const enrolled = okay(await sendEnrolment(browser, { token, name: 'Ana M. Souza', authenticator }))
  expect(enrolled).toMatchObject({
    session: { person: { name: 'Ana M. Souza' }, roles: ['clerk'], hasPasskey: true, session: { provenBy: 'passkey' } },
  })
  expect(await accountOf(browser)).toMatchObject({
    email: 'ana@example.com',
    passkeys: [{ isBackedUp: false }],
    hasPassword: false,
    recoveryCodesLeft: 8,
    sessions: [{ isThis: true, provenBy: 'passkey' }],
  })
  expect(problemOf(await browser.post('/api/enrolment', { token }))).toBe('LINK_EXPIRED')
  expect(problemOf(await sendEnrolmentTwice(token))).toBe('LINK_EXPIRED')
  expect(await audited('person.enrolled', 'ana@example.com')).toEqual([{ by: 'ana@example.com', name: 'Ana M. Souza' }])
})

async function sendEnrolmentTwice(token: string) {
  return app.asNewBrowser().post('/api/enrolment/passkey-options', { token })
}

it('Accounts: a passkey signs in anywhere, each time with another session, and a replayed answer does not', async () => {
  const { visitor, authenticator } = await enrolByPasskey(app, {
    name: 'Bruno Lima',
    email: 'bruno@example.com',
    roles: ['reviewer'],
  })
  const other = app.asNewBrowser()
  const sent: unknown[] = []
  const recording: Visitor = {
    ...other,
    post: (path, body, headers) => {
      sent.push(body)
      return other.post(path, body, headers)
    },
  }
  expect(okay(await sendAssertion(recording, authenticator))).toMatchObject({ person: { name: 'Bruno Lima' } })
  const [one, two] = [await sessionOf(visitor), await sessionOf(other)]
  expect(one.session?.id).not.toBe(two.session?.id)
  const replayed = await app.asNewBrowser().post('/api/sign-in/passkey', sent.at(-1))
  expect(problemOf(replayed)).toBe('CEREMONY_EXPIRED')
  expect(replayed.headers['set-cookie']).toBeUndefined()
})

it('Accounts: a passkey of another site, host or person, unverified, or with a counter that goes back signs no one in', async () => {
  const { authenticator } = await enrolByPasskey(app, { name: 'Carla', email: 'carla@example.com', roles: ['clerk'] })
  okay(await sendAssertion(app.asNewBrowser(), authenticator, { quirks: { counter: 50 } }))
  const wrong = [
    { origin: 'https://evil.test' },
    { rpId: 'evil.test' },
    { isVerified: false },
    { isCrossOrigin: true },
    { userHandle: Buffer.from('bruno@example.com').toString('base64url') },
    { counter: 50 },
    { counter: 7 },
  ]
  for (const quirks of wrong) {
    const browser = app.asNewBrowser()
    const answer = await sendAssertion(browser, authenticator, { quirks: { counter: 60, ...quirks } })
    expect([answer.status, problemOf(answer)], JSON.stringify(quirks)).toEqual([401, 'SIGN_IN_FAILED'])
    expect((await sessionOf(browser)).person).toBeNull()
  }
  expect(await audited('signIn.failed', 'carla@example.com')).toEqual([
    expect.objectContaining({ by: 'counter' }),
    expect.objectContaining({ by: 'counter' }),
  ])
  expect(problemOf(await sendAssertion(app.asNewBrowser(), authenticator, { quirks: { counter: 60 } }))).toBeUndefined()
})

it('Accounts: a removed passkey signs no one in, not even put back in the database; the only one cannot be removed, and other sessions end with it', async () => {
  const { visitor, authenticator } = await enrolByPasskey(app, {
    name: 'Dora',
    email: 'dora@example.com',
    roles: ['clerk'],
  })
  const elsewhere = app.asNewBrowser()
  okay(await sendAssertion(elsewhere, authenticator))
  const [first] = (await accountOf(visitor)).passkeys
  expect(problemOf(await visitor.delete(`/api/account/passkeys/${first?.id}`))).toBe('LAST_WAY_IN')
  const begun = okay(await visitor.post('/api/account/passkey-options', {}))
  const second = softwareAuthenticator(originOf(app))
  const { ceremonyId, options } = creationCeremonySchema.parse(begun)
  expect(options.excludeCredentials).toHaveLength(1)
  const key = { ceremonyId, response: second.create(options), name: 'Key' }
  const added = await confirmedByPasskey({ visitor, authenticator }, () => visitor.post('/api/account/passkeys', key))
  expect(accountSchema.parse(okay(added)).passkeys.map(({ name }) => name)).toContain('Key')
  expect(problemOf(await elsewhere.get('/api/account'))).toBe('SIGN_IN_REQUIRED')
  const store = await app.openStore()
  const kept = await store.db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', first?.id ?? '')
    .executeTakeFirstOrThrow()
  const removed = () => visitor.delete(`/api/account/passkeys/${first?.id}`)
  okay(await confirmedByPasskey({ visitor, authenticator: second }, removed))
  expect(problemOf(await sendAssertion(app.asNewBrowser(), authenticator))).toBe('SIGN_IN_FAILED')
  await store.write(({ db }) => db.updateTable('passkeys').set(kept).where('id', '=', kept.id).execute())
  expect(problemOf(await sendAssertion(app.asNewBrowser(), authenticator))).toBe('SIGN_IN_FAILED')
  expect(problemOf(await sendAssertion(app.asNewBrowser(), second))).toBeUndefined()
})

it('Accounts: a password signs in with a code that is good once, and an unknown address gets the same answer', async () => {
  const token = await inviteTo(app, { name: 'Elisa', email: 'elisa@example.com', roles: ['clerk'] })
  const weak = { token, name: 'Elisa', password: 'password12345678' }
  await expect(enrolByPassword(app.asNewBrowser(), weak)).rejects.toThrow(/common/)
  const password = 'seven grey herons wade'
  const { secret } = await enrolByPassword(app.asNewBrowser(), { token, name: 'Elisa', password })
  const browser = app.asNewBrowser()
  const given = { email: ' Elisa@Example.com', password, code: nextCode(secret) }
  expect(okay(await browser.post('/api/sign-in/password', given))).toMatchObject({
    person: { name: 'Elisa' },
    session: { provenBy: 'password' },
    hasPasskey: false,
  })
  const unknown = { ...given, email: 'nobody@example.com' }
  const answers = [
    await app.asNewBrowser().post('/api/sign-in/password', given),
    await app.asNewBrowser().post('/api/sign-in/password', unknown),
  ]
  const told = answers.map(({ status, json }) => ({ ...problemSchema.parse(json), status, requestId: '' }))
  expect(told[0]).toEqual(told[1])
  expect(told[0]).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED' })
})

it('Accounts: a new password takes the place of the former one, which signs no one in any more', async () => {
  const email = 'nora@example.com'
  const [former, fresh] = ['seven grey herons wade', 'nine red foxes listen quietly']
  const nora = await enrolByPasskey(app, { name: 'Nora', email, roles: ['clerk'] })
  const set = async (password: string) => {
    const { ceremonyId, secret } = totpCeremonySchema.parse(okay(await nora.visitor.post('/api/account/totp', {})))
    const change = { ceremonyId, password, code: totpAt(secret, new Date()) }
    okay(await confirmedByPasskey(nora, () => nora.visitor.put('/api/account/password', change)))
    return secret
  }
  await set(former)
  const secret = await set(fresh)
  const signIn = (password: string) =>
    app.asNewBrowser().post('/api/sign-in/password', { email, password, code: nextCode(secret) })
  expect(problemOf(await signIn(former))).toBe('SIGN_IN_FAILED')
  okay(await signIn(fresh))
})

it.each(['reviewer', 'admin'] as const)(
  'Accounts: the recovery code of a %s opens nothing until a second person has confirmed it',
  async (role) => {
    const email = `lost-${role}@example.com`
    const lost = await enrolByPasskey(app, { name: `Lost ${role}`, email, roles: [role] })
    const thief = app.asNewBrowser()
    const recoveryCode = lost.recoveryCodes[0]
    const { token } = recoveryTokenSchema.parse(
      okay(await thief.post('/api/sign-in/recovery', { email, recoveryCode })),
    )
    expect((await thief.post('/api/enrolment', { token })).json).toMatchObject({
      code: 'LINK_EXPIRED',
      params: { why: 'proposed' },
    })
    const sending = () =>
      sendEnrolment(thief, { token, name: `Lost ${role}`, authenticator: softwareAuthenticator(originOf(app)) })
    await expect(sending()).rejects.toThrow('LINK_EXPIRED')
    const admin = await app.asMember({ name: 'Second Person', roles: ['admin'] })
    const { items } = proposalsSchema.parse(okay(await admin.get('/api/proposals')))
    const proposal = items.find((one) => one.person?.id === email)
    expect(proposal).toMatchObject({ kind: 'reEnrolment', by: { id: email }, canConfirm: true })
    expect(okay(await admin.post(`/api/proposals/${proposal?.id}/confirm`, undefined))).toMatchObject({ link: null })
    okay(await sending())
  },
)

it('Accounts: a recovery code ends all sessions, leads to a new passkey in place of the lost one, and forbids approving for a day', async () => {
  const { visitor, authenticator, recoveryCodes } = await enrolByPasskey(app, {
    name: 'Fabio',
    email: 'fabio@example.com',
    roles: ['clerk'],
  })
  const browser = app.asNewBrowser()
  const recover = (email: string, recoveryCode = '') => browser.post('/api/sign-in/recovery', { email, recoveryCode })
  expect(problemOf(await recover('bruno@example.com', recoveryCodes[0]))).toBe('SIGN_IN_FAILED')
  const typed = recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ')
  const { token } = recoveryTokenSchema.parse(okay(await recover('fabio@example.com', typed)))
  expect(problemOf(await recover('fabio@example.com', typed))).toBe('SIGN_IN_FAILED')
  expect(problemOf(await visitor.get('/api/account'))).toBe('SIGN_IN_REQUIRED')
  const fresh = softwareAuthenticator(originOf(app))
  okay(await sendEnrolment(browser, { token, name: 'Fabio', authenticator: fresh }))
  const { heldUntil, passkeys, recoveryCodesLeft } = await accountOf(browser)
  expect(Date.parse(heldUntil ?? '') - Date.now()).toBeGreaterThan(23.9 * 60 * 60_000)
  expect([passkeys.length, recoveryCodesLeft]).toEqual([1, 8])
  expect(problemOf(await sendAssertion(app.asNewBrowser(), authenticator))).toBe('SIGN_IN_FAILED')
  expect(problemOf(await recover('fabio@example.com', recoveryCodes[1]))).toBe('SIGN_IN_FAILED')
  expect(await audited('person.recovered', 'fabio@example.com')).toHaveLength(1)
})

it('Accounts: a proof by passkey is by one of one’s own, and gives the session another token', async () => {
  const gina = await enrolByPasskey(app, { name: 'Gina', email: 'gina@example.com', roles: ['clerk'] })
  const hugo = await enrolByPasskey(app, { name: 'Hugo', email: 'hugo@example.com', roles: ['clerk'] })
  const before = await sessionOf(gina.visitor)
  okay(await sendAssertion(gina.visitor, gina.authenticator, passkeyProof))
  const after = await sessionOf(gina.visitor)
  expect(after.person?.name).toBe('Gina')
  expect(String(after.session?.provenUntil) > String(before.session?.provenUntil)).toBe(true)
  const { ceremonyId } = requestCeremonySchema.parse(okay(await gina.visitor.post(passkeyProof.begin, {})))
  const options = requestCeremonySchema.parse(okay(await hugo.visitor.post(passkeyProof.begin, {}))).options
  const byAnother = await gina.visitor.post(passkeyProof.end, { ceremonyId, response: hugo.authenticator.get(options) })
  expect(problemOf(byAnother)).toBe('SIGN_IN_FAILED')
})

it('Accounts: a person ends their own sessions and no others', async () => {
  const iris = await enrolByPasskey(app, { name: 'Iris', email: 'iris@example.com', roles: ['clerk'] })
  const joao = await enrolByPasskey(app, { name: 'João', email: 'joao@example.com', roles: ['clerk'] })
  const other = app.asNewBrowser()
  okay(await sendAssertion(other, iris.authenticator))
  const id = (await sessionOf(other)).session?.id
  expect(problemOf(await joao.visitor.delete(`/api/account/sessions/${id}`))).toBe('NOT_FOUND')
  const left = accountSchema.parse(okay(await iris.visitor.delete(`/api/account/sessions/${id}`)))
  expect(left.sessions.map(({ isThis }) => isThis)).toEqual([true])
  expect(problemOf(await other.get('/api/account'))).toBe('SIGN_IN_REQUIRED')
})

it('Accounts: no one enrols under the name of another person, and the link works for a free name', async () => {
  await enrolByPasskey(app, { name: 'Karla Dias', email: 'karla@example.com', roles: ['reviewer'] })
  const token = await inviteTo(app, { name: 'Karl', email: 'karl@example.com', roles: ['clerk'] })
  const browser = app.asNewBrowser()
  const authenticator = softwareAuthenticator(originOf(app))
  const taken = await sendEnrolment(browser, { token, name: 'karla  DIAS', authenticator })
  expect(taken.json).toMatchObject({ code: 'FIELDS_INVALID', errors: [{ pointer: '#/name', code: 'name_taken' }] })
  expect((await sessionOf(browser)).person).toBeNull()
  okay(await sendEnrolment(browser, { token, name: 'Karl Dias', authenticator }))
  expect((await sessionOf(browser)).person?.name).toBe('Karl Dias')
})
