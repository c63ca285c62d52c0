import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  approvalSignatureSchema,
  creationCeremonySchema,
  requestCeremonySchema,
  totpCeremonySchema,
} from '#shared/api/accounts.ts'
import { accountSchema } from '#shared/api/own-account.ts'
import type { Payout } from '#shared/api/payout.ts'
import { credentialChanges } from '../accounts/credential-trail.ts'
import { totpAt } from '../accounts/totp.ts'
import { changePerson, findPerson } from '../people/people-rows.ts'
import {
  changeIn,
  confirmedByPasskey,
  confirmedByPassword,
  type EnrolledPerson,
  enrolByPasskey,
  enrolByPassword,
  inviteTo,
  nextCode,
  okay,
  originOf,
  passkeyProof,
  problemOf,
  sendAssertion,
} from '../testing/accounts.ts'
import { listedOne, signList } from '../testing/batch-review.ts'
import { confirmedWithReason, enter, payoutWrite, reveal, step } from '../testing/payouts.ts'
import { type SoftwareAuthenticator, softwareAuthenticator } from '../testing/software-authenticator.ts'
import { type Answer, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

/* What a thief of the cookie of a reviewer can do within five minutes of a proof. */

let app: TestApp
let clerk: Visitor

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN: 'accounts' }, { enrolledAt: '2026-01-01T00:00:00.000Z' })
  clerk = await app.asMember({ name: 'Clara Clerk', roles: ['clerk'] })
})

afterAll(() => app.stop())

let count = 0

function reviewer(): Promise<EnrolledPerson> {
  count += 1
  const name = `Remo ${'abcdefghijklmnopqrstuvwxyz'[count]}`
  return enrolByPasskey(app, { name, email: `remo-${count}@example.com`, roles: ['reviewer'] })
}

const entered = () => enter(clerk, payoutWrite(undefined, { submit: true }))

/** Approves what is shown, signed by an authenticator; without one, unsigned. */
async function approveBy(visitor: Visitor, { id }: Payout, authenticator?: SoftwareAuthenticator) {
  const shown = await reveal(visitor, id)
  const { version, requestHash, warningsHash } = shown
  const confirmed = confirmedWithReason(shown.warnings)
  const signed = authenticator && okay(await signList({ visitor, authenticator }, [listedOne(id, shown)]))
  const signature = signed === undefined ? {} : approvalSignatureSchema.parse(signed)
  return step(visitor, { id, version }, 'approve', { requestHash, warningsHash, confirmed, ...signature })
}

const heldAnswer = { status: 403, json: { code: 'NOT_PERMITTED', params: { why: 'held' } } }

type Change = () => Promise<Answer>

/** Another passkey, made with this authenticator, as it is added. */
async function newKey(visitor: Visitor, own = softwareAuthenticator(originOf(app))): Promise<Change> {
  const begun = creationCeremonySchema.parse(okay(await visitor.post('/api/account/passkey-options', {})))
  const { ceremonyId, options } = begun
  const key = { ceremonyId, response: own.create(options), name: 'Key' }
  return () => visitor.post('/api/account/passkeys', key)
}

/** A password with its authenticator app, as they are set. */
async function newPassword(visitor: Visitor, password = 'seven grey herons wade'): Promise<Change> {
  const { ceremonyId, secret } = totpCeremonySchema.parse(okay(await visitor.post('/api/account/totp', {})))
  return () => visitor.put('/api/account/password', { ceremonyId, password, code: totpAt(secret, new Date()) })
}

const newCodes = (visitor: Visitor) => () => visitor.post('/api/account/recovery-codes', undefined)

async function removalOf(visitor: Visitor): Promise<Change> {
  const { passkeys } = accountSchema.parse(okay(await visitor.get('/api/account')))
  return () => visitor.delete(`/api/account/passkeys/${passkeys[0]?.id}`)
}

const dropPassword = (visitor: Visitor) => () => visitor.delete('/api/account/password')

async function problemsOf(changes: readonly Change[]) {
  const problems: (string | undefined)[] = []
  for (const change of changes) problems.push(problemOf(await change()))
  return problems
}

it('the cookie of a session proven just now neither adds, sets nor drops a way to sign in, nor makes recovery codes', async () => {
  const { visitor, authenticator } = await reviewer()
  // Has the cookie, and no more.
  const thief = visitor
  const before = okay(await visitor.get('/api/account'))
  const made = [await newKey(thief), await newPassword(thief), newCodes(thief)]
  expect(await problemsOf(made)).toEqual(made.map(() => 'STEP_UP_REQUIRED'))
  expect(okay(await visitor.get('/api/account'))).toEqual(before)
  const person = { visitor, authenticator }
  okay(await confirmedByPasskey(person, await newPassword(visitor)))
  const withBoth = okay(await visitor.get('/api/account'))
  const dropped = [dropPassword(thief), await removalOf(thief)]
  expect(await problemsOf(dropped)).toEqual(dropped.map(() => 'STEP_UP_REQUIRED'))
  expect(okay(await visitor.get('/api/account'))).toEqual(withBoth)
})

it('a passkey that confirms one change confirms no other, and confirms it once, at the session that asked', async () => {
  const { visitor, authenticator } = await reviewer()
  const person = { visitor, authenticator }
  const own = await newKey(visitor)
  const change = changeIn(await own())
  const thiefs = await newKey(visitor)
  okay(await sendAssertion(visitor, authenticator, { ...passkeyProof, body: { change } }))
  const elsewhere = app.asNewBrowser()
  okay(await sendAssertion(elsewhere, authenticator))
  expect(problemOf(await newCodes(visitor)())).toBe('STEP_UP_REQUIRED')
  expect(problemOf(await thiefs())).toBe('STEP_UP_REQUIRED')
  expect(problemOf(await newCodes(elsewhere)())).toBe('STEP_UP_REQUIRED')
  okay(await own())
  okay(await confirmedByPasskey(person, newCodes(visitor)))
  expect(problemOf(await newCodes(visitor)())).toBe('STEP_UP_REQUIRED')
  // A proof that names no change, and one that was begun for another.
  okay(await sendAssertion(visitor, authenticator, passkeyProof))
  expect(problemOf(await newCodes(visitor)())).toBe('STEP_UP_REQUIRED')
})

it('password and code confirm a change of a person without passkeys, and none of a person who has one', async () => {
  const email = 'rita@example.com'
  const password = 'five brown bears doze'
  const token = await inviteTo(app, { name: 'Rita Reyes', email, roles: ['reviewer'] })
  const visitor = app.asNewBrowser()
  const { secret } = await enrolByPassword(visitor, { token, name: 'Rita Reyes', password })
  const [own, key] = [softwareAuthenticator(originOf(app)), await newKey(visitor)]
  const wrong = await visitor.post('/api/session/proof/password', {
    password: 'not this one at all',
    code: nextCode(secret),
    change: changeIn(await key()),
  })
  expect([problemOf(wrong), problemOf(await key())]).toEqual(['SIGN_IN_FAILED', 'STEP_UP_REQUIRED'])
  okay(await confirmedByPassword(visitor, { password, code: nextCode(secret) }, await newKey(visitor, own)))
  const change = changeIn(await newCodes(visitor)())
  const typed = { password, code: nextCode(secret), change }
  expect(problemOf(await visitor.post('/api/session/proof/password', typed))).toBe('STEP_UP_REQUIRED')
  okay(await confirmedByPasskey({ visitor, authenticator: own }, newCodes(visitor)))
})

it('a change of how a person signs in is shown to them at each sign-in for a week, and what they enrolled with is none', async () => {
  const { visitor, authenticator } = await reviewer()
  const changesFor = async (browser: Visitor) =>
    accountSchema.parse(okay(await browser.get('/api/account'))).recentChanges
  expect(await changesFor(visitor)).toEqual([])
  const own = softwareAuthenticator(originOf(app))
  okay(await confirmedByPasskey({ visitor, authenticator }, await newKey(visitor, own)))
  okay(await confirmedByPasskey({ visitor, authenticator: own }, await removalOf(visitor)))
  const elsewhere = app.asNewBrowser()
  okay(await sendAssertion(elsewhere, own))
  const shown = await changesFor(elsewhere)
  expect(shown).toMatchObject([{ action: 'passkey.removed' }, { action: 'passkey.added', passkey: 'Key' }])
  const store = await app.openStore()
  const id = `remo-${count}@example.com`
  const [newest, oldest] = shown.map(({ at }) => new Date(Date.parse(at) + 1))
  expect(await credentialChanges(store, id, oldest ?? new Date())).toHaveLength(1)
  expect(await credentialChanges(store, id, newest ?? new Date())).toEqual([])
  await store.write(({ db }) => db.updateTable('audit').set({ at: '2026' }).where('thing_id', '=', id).execute())
  expect(problemOf(await elsewhere.get('/api/account'))).toBe('TAMPERED')
})

const firefox = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`

it.each([
  ['a program', 'curl/8.5.0', '/api/payouts/none'],
  ['another browser, which only looks who has signed in', 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0', '/api/session'],
  ['the same browser on another system', firefox(132).replace('Windows NT 10.0', 'X11; Linux'), '/api/account'],
])('the cookie of a session ends it in the hands of %s, and its browser signs in again', async (_, thief, path) => {
  const { authenticator } = await reviewer()
  const visitor = app.asNewBrowser()
  const begun = requestCeremonySchema.parse(okay(await visitor.post('/api/sign-in/passkey-options', undefined)))
  const { ceremonyId, options } = begun
  const body = { ceremonyId, response: authenticator.get(options) }
  okay(await visitor.post('/api/sign-in/passkey', body, { 'user-agent': firefox(132) }))
  // An update asks for nothing.
  const own = { 'user-agent': firefox(133) }
  okay(await visitor.get('/api/account', own))
  const stolen = await visitor.get(path, { 'user-agent': thief })
  if (path === '/api/session') expect(stolen.json).toMatchObject({ person: null })
  else expect(stolen).toMatchObject({ status: 401, json: { params: { why: 'other_browser' } } })
  const asked = await visitor.get('/api/account', own)
  expect(asked).toMatchObject({ status: 401, json: { params: { why: 'other_browser' } } })
})

it('a passkey that was just added approves nothing for a day', async () => {
  const { visitor, authenticator } = await reviewer()
  const payout = await entered()
  const own = softwareAuthenticator(originOf(app))
  okay(await confirmedByPasskey({ visitor, authenticator }, await newKey(visitor, own)))
  expect(await approveBy(visitor, payout, own)).toMatchObject(heldAnswer)
})

it('new recovery codes approve nothing for a day either', async () => {
  const { visitor, authenticator } = await reviewer()
  okay(await confirmedByPasskey({ visitor, authenticator }, newCodes(visitor)))
  expect(await approveBy(visitor, await entered(), authenticator)).toMatchObject(heldAnswer)
})

it('a person whose passkeys are all dropped for a password approves by passkey alone for a day, also once released', async () => {
  const { visitor, authenticator } = await reviewer()
  const email = `remo-${count}@example.com`
  okay(await confirmedByPasskey({ visitor, authenticator }, await newPassword(visitor)))
  okay(await confirmedByPasskey({ visitor, authenticator }, await removalOf(visitor)))
  const store = await app.openStore()
  await store.write(async (tx) => {
    const row = await findPerson(tx.db, email)
    if (row === undefined) throw new Error(`There is no ${email}.`)
    await changePerson(tx, row, { held_until: null })
    await tx.audit({
      personId: null,
      action: 'person.released',
      thing: { type: 'person', id: email },
      facts: { heldUntil: null },
    })
  })
  expect(await approveBy(visitor, await entered())).toMatchObject(heldAnswer)
})
