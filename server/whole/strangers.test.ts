import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpCeremonySchema } from '#shared/api/accounts.ts'
import { totpAt } from '../accounts/totp.ts'
import { enrolByPassword, inviteTo, nextCode, okay, problemOf } from '../testing/accounts.ts'
import { changed, enter, payoutWrite, sampleNamed } from '../testing/payouts.ts'
import { describeOnPostgres, someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const password = 'seven grey herons wade'
const email = 'paula@example.com'

/** Behind a proxy that says where each request comes from. */
const settings = {
  SIGN_IN: 'accounts',
  TRUSTED_PROXIES: '127.0.0.1',
  SIGN_INS_PER_MINUTE: '2',
  WRITES_PER_MINUTE: '200',
  NUMBER_SEARCHES_PER_MINUTE: '4',
}

const from = (network: number) => ({ 'x-forwarded-for': `2001:db8:${network.toString(16)}::1` })

describe('What strangers do shuts no one out', () => {
  let app: TestApp
  let paula: Visitor
  let clara: Visitor
  let secret: string

  beforeAll(async () => {
    app = await startTestApp(settings)
    paula = app.asNewBrowser()
    const token = await inviteTo(app, { name: 'Paula Reis', email, roles: ['reviewer'] })
    const enrolled = await enrolByPassword(paula, { token, name: 'Paula Reis', password })
    secret = enrolled.secret
    clara = await app.asMember({ name: 'Clara Dias', roles: ['clerk'] })
  })
  afterAll(() => app.stop())

  const signIn = (browser: Visitor, network: number, given = {}) =>
    browser.post('/api/sign-in/password', { email, password, code: nextCode(secret), ...given }, from(network))
  const guess = (network: number, at = email) =>
    signIn(app.asNobody(), network, { email: at, password: 'wrong but long enough', code: '000000' })

  it('Guesses from many networks pause a new browser, for a minute at most, and no other', async () => {
    const answers = []
    for (let network = 1; network <= 30; network += 1)
      answers.push(await guess(network, `nobody-${network}@example.com`))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    const unknown = await signIn(app.asNewBrowser(), 100)
    expect([unknown.status, problemOf(unknown)]).toEqual([429, 'TOO_MANY_SIGN_INS'])
    expect(Number(unknown.headers['retry-after'])).toBeLessThanOrEqual(60)
    // Her code of now is used up by then.
    expect((await paula.delete('/api/session')).status).toBe(200)
    expect((await signIn(paula, 101)).status).toBe(200)
  })

  it('What strangers send without a session stops neither what others save nor their passkeys', async () => {
    const flood = Array.from({ length: 300 }, (_, turn) =>
      app.asNobody().post('/api/enrolment', { token: 'x'.repeat(43) }, from(1 + (turn % 6))),
    )
    const answers = await Promise.all(flood)
    expect(answers.some(({ status }) => status === 429)).toBe(true)
    expect((await clara.post('/api/payouts', payoutWrite(sampleNamed('Ghana')), from(1))).status).toBe(201)
    expect((await app.asNobody().post('/api/sign-in/passkey-options', {}, from(50))).status).toBe(200)
    // Her browser is known, at their own address too.
    expect((await app.asNobody().post('/api/sign-in/passkey-options', {}, from(1))).status).toBe(429)
    expect((await paula.post('/api/sign-in/passkey-options', {}, from(1))).status).toBe(200)
  })

  it('An open link, however often it is used at once, hashes two passwords a minute and keeps no colleague from a proof', async () => {
    // Without an app, and where all is right but the name, which is known after the hash alone.
    for (const [place, wrong] of [{ ceremonyId: 'nothing' }, {}].entries()) {
      const token = await inviteTo(app, {
        name: `New Bie ${'AB'[place]}`,
        email: `new-${place}@example.com`,
        roles: ['viewer'],
      })
      const begun = okay(await app.asNobody().post('/api/enrolment/totp', { token }, from(200 + place)))
      const { ceremonyId, secret: paired } = totpCeremonySchema.parse(begun)
      const enrolment = { token, name: 'Paula Reis', ceremonyId, password: 'nine brown bears doze', ...wrong }
      const flood = Array.from({ length: 30 }, (_, turn) => {
        const code = totpAt(paired, new Date())
        return app.asNobody().post('/api/enrolment/password', { ...enrolment, code }, from(300 + turn))
      })
      const proof = paula.post('/api/session/proof/password', { password: 'x'.repeat(20), code: '000000' }, from(101))
      const codes = (await Promise.all(flood)).map(problemOf)
      expect(problemOf(await proof)).toBe('SIGN_IN_FAILED')
      expect(codes).not.toContain('SIGN_IN_PAUSED')
      expect(codes.filter((code) => code === 'TOO_MANY_SIGN_INS').length).toBeGreaterThan(20)
      expect(codes).toContain(place === 0 ? 'CEREMONY_EXPIRED' : 'FIELDS_INVALID')
    }
  })
})

it('Misses of strangers pause neither a browser that the person has signed in with, nor their recovery codes', async () => {
  const app = await startTestApp({ ...settings, SIGN_INS_PER_MINUTE: '1000' })
  const own = app.asNewBrowser()
  const token = await inviteTo(app, { name: 'Paula Reis', email, roles: ['clerk'] })
  const { secret, recoveryCodes } = await enrolByPassword(own, { token, name: 'Paula Reis', password })
  const signIn = (browser: Visitor, network: number, given = {}) =>
    browser.post('/api/sign-in/password', { email, password, code: nextCode(secret), ...given }, from(network))
  for (let network = 1; network <= 5; network += 1) await signIn(app.asNobody(), network, { password: 'x'.repeat(20) })
  expect(problemOf(await signIn(app.asNewBrowser(), 10))).toBe('SIGN_IN_PAUSED')
  await own.delete('/api/session')
  expect((await signIn(own, 11)).status).toBe(200)
  const [recoveryCode] = recoveryCodes
  const recovered = await app.asNewBrowser().post('/api/sign-in/recovery', { email, recoveryCode }, from(12))
  await app.stop()
  expect(recovered.status).toBe(200)
})

describe('An office that saves payouts all day', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(settings)
  })
  afterAll(() => app.stop())

  const office = from(1)
  const ghana = (turn: number) =>
    changed(payoutWrite(sampleNamed('Ghana')), { accountNumber: `10020030${turn}`, beneficiaryLastName: 'Mensah' })
  const ask = (clerk: Visitor, entry: object) => clerk.post('/api/payout-warnings', { entry }, office)
  const statusOfAsking = async (clerk: Visitor, turn: number) => (await ask(clerk, ghana(turn).entry)).status

  it('is never refused, as a question about what is then saved was no search', async () => {
    const clerk = await app.asMember({ name: 'Clara Dias', roles: ['clerk'] })
    for (let turn = 0; turn < 20; turn += 1) {
      expect(await statusOfAsking(clerk, turn)).toBe(200)
      expect((await enter(clerk, ghana(turn))).id).toMatch(/./)
    }
  })

  it('counts for each of its people alone', async () => {
    const clerks = [
      await app.asMember({ name: 'Dora Lima', roles: ['clerk'] }),
      await app.asMember({ name: 'Elsa Rey', roles: ['clerk'] }),
    ]
    for (const clerk of clerks)
      for (let turn = 0; turn < 4; turn += 1) expect(await statusOfAsking(clerk, 100 + turn)).toBe(200)
    for (const clerk of clerks) expect(await statusOfAsking(clerk, 200)).toBe(429)
  })

  it('counts a question whose payout is left, and one whose draft is deleted within a day', async () => {
    const clerk = await app.asMember({ name: 'Fabio Paz', roles: ['clerk'] })
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await statusOfAsking(clerk, 300 + turn)).toBe(200)
      const { id, version } = await enter(clerk, ghana(300 + turn))
      const headers = { ...office, 'if-match': `"${version}"` }
      expect((await clerk.delete(`/api/payouts/${id}`, headers)).status).toBe(204)
    }
    expect(await statusOfAsking(clerk, 310)).toBe(429)
  })
})

for (const { makePlace } of someStores) testOddAddress(makePlace)
describeOnPostgres('On PostgreSQL', ({ makePlace }) => testOddAddress(makePlace))

function testOddAddress(makePlace: (typeof someStores)[number]['makePlace']): void {
  it('An e-mail address with a NUL is refused as such', async () => {
    const place = await makePlace()
    const app = await startTestApp({ ...place.environment, SIGN_IN: 'accounts' })
    const sent = { email: 'a\0@example.com', password, code: '123456' }
    const answers = [
      await app.asNobody().post('/api/sign-in/password', sent),
      await app.asNobody().post('/api/sign-in/recovery', { email: sent.email, recoveryCode: 'x'.repeat(26) }),
    ]
    await app.stop()
    await place.remove()
    expect(answers.map(({ status }) => status)).toEqual([422, 422])
  })
}
