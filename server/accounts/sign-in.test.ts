import { afterAll, beforeAll, expect, it } from 'vitest'
import { Failure } from '../kernel/failure.ts'
import { createLog } from '../kernel/log.ts'
import { addPerson, changePerson, findPerson } from '../people/people-rows.ts'
import { createSessions } from '../people/sessions.ts'
import { createSignInLimits } from '../people/sign-in-limits.ts'
import type { Store } from '../store/store.ts'
import { softwareAuthenticator } from '../testing/software-authenticator.ts'
import { type Place, stores } from '../testing/stores.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import type { AccountDeps } from './credentials.ts'
import { beginEnrolmentPasskey, beginEnrolmentTotp, enrolByPasskey, enrolByPassword } from './enrolment.ts'
import { invite } from './invitations.ts'
import { passkeySite } from './passkeys.ts'
import { createPasswordHashes } from './password-hash.ts'
import {
  beginPasskeyProof,
  beginPasskeySignIn,
  proveByPasskey,
  proveByPassword,
  signInByPasskey,
  signInByPassword,
} from './sign-in.ts'
import { totpAt } from './totp.ts'

const origin = 'https://pay.example.com'
const minuteMs = 60_000
const browser = { address: '10.0.0.1', device: 'a test', former: undefined, known: undefined }
const password = 'seven grey herons wade'
const email = 'ana@example.com'

let now = Date.parse('2026-11-22T12:00:00.000Z')
let place: Place
let store: Store
let deps: AccountDeps
let secret: string
const authenticator = softwareAuthenticator(origin)

/** A session that ends long after all that is tried here. */
const life = { idleMs: 10_000 * minuteMs, longestMs: 10_000 * minuteMs }

beforeAll(async () => {
  const [kind] = stores
  if (kind === undefined) throw new Error('There is no database.')
  place = await kind.makePlace()
  store = await place.open(() => new Date(now))
  const passwords = createPasswordHashes({ logN: 10, r: 8, p: 1 })
  const sessions = createSessions(store, 'accounts', life, createLog('silent'))
  const signInLimits = createSignInLimits(1_000, { clock: virtualClock(), refuse: () => {} })
  deps = { store, sessions, passwords, signInLimits, site: () => passkeySite(origin) }
  const totp = await beginEnrolmentTotp(deps, await invited('ana', email))
  secret = totp.secret
  const given = { token: await invited('ana', email), name: 'Ana Souza', ceremonyId: totp.ceremonyId, password }
  await enrolByPassword(deps, { ...given, code: codeOf(-30) }, browser)
  const token = await invited('bruno', 'bruno@example.com')
  const { ceremonyId, options } = await beginEnrolmentPasskey(deps, token)
  const response = authenticator.create(options)
  await enrolByPasskey(deps, { token, name: 'Bruno Lima', ceremonyId, response }, browser)
})

afterAll(async () => {
  await deps.sessions.settled()
  await store.close()
  await place.remove()
})

async function invited(id: string, to: string): Promise<string> {
  const created_at = new Date(now).toISOString()
  const known = await store.db.selectFrom('people').select('id').where('id', '=', id).executeTakeFirst()
  return store.write(async (tx) => {
    if (known === undefined)
      await addPerson(tx, { id, name: id, name_key: id, created_at, email: to, status: 'invited', roles: '["clerk"]' })
    return (await invite(tx, { personId: id, kind: 'invitation', email: to, lifeMs: minuteMs })).token
  })
}

/** The code that Ana's app shows the given number of seconds from now. */
function codeOf(seconds = 0): string {
  return totpAt(secret, new Date(now + seconds * 1000))
}

/** The code of a failure; or the result. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return (await work) === undefined ? undefined : 'done'
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

const signIn = (code: string, given = password, to = email) =>
  outcomeOf(signInByPassword(deps, { email: to, password: given, code }, browser))

const signed = async () => {
  const { ceremonyId, options } = await beginPasskeySignIn(deps)
  return { ceremonyId, response: authenticator.get(options) }
}

it('Sign-in: a code is good once, half a minute early or late, and with the right password alone', async () => {
  const code = codeOf()
  expect(await signIn(code, 'another password')).toBe('SIGN_IN_FAILED')
  expect(await signIn(code)).toBe('done')
  expect(await signIn(code)).toBe('SIGN_IN_FAILED')
  now += minuteMs
  expect(await signIn(codeOf(-60))).toBe('SIGN_IN_FAILED')
  expect(await signIn(codeOf(30))).toBe('done')
  expect(await signIn(codeOf())).toBe('SIGN_IN_FAILED')
  now += 2 * minuteMs
  expect(await signIn(codeOf(60))).toBe('SIGN_IN_FAILED')
  expect(await signIn(codeOf())).toBe('done')
})

it('Sign-in: a password that was guessed at pauses for known and unknown people alike, and passkeys do not', async () => {
  now += 25 * 60 * minuteMs
  const outcomes = async (to: string) =>
    (await Promise.all(Array.from({ length: 7 }, () => signIn('000000', 'wrong', to)))).toSorted()
  const known = await outcomes(email)
  now += 25 * 60 * minuteMs
  expect(await outcomes('nobody@example.com')).toEqual(known)
  expect(known).toEqual([...Array(5).fill('SIGN_IN_FAILED'), 'SIGN_IN_PAUSED', 'SIGN_IN_PAUSED'])
  expect(await outcomeOf(signInByPasskey(deps, await signed(), browser))).toBe('done')
})

it('Sign-in: a challenge is good for five minutes and for what it was asked for', async () => {
  const [soon, late] = [await signed(), await signed()]
  now += 5 * minuteMs - 1
  expect(await outcomeOf(signInByPasskey(deps, late, browser))).toBe('done')
  now += 1
  expect(await outcomeOf(signInByPasskey(deps, soon, browser))).toBe('CEREMONY_EXPIRED')
  const asker = { person: { id: 'bruno' }, sessionToken: 'none' }
  expect(await outcomeOf(proveByPasskey(deps, await signed(), asker))).toBe('CEREMONY_EXPIRED')
})

it('Sign-in: a proof counts for five minutes, and the token of before it for nothing', async () => {
  const first = await signInByPasskey(deps, await signed(), browser)
  now += 5 * minuteMs
  const isProven = async (token: string) => {
    const checked = await deps.sessions.peek(token)
    return 'person' in checked ? checked.session.provenUntil > store.now().toISOString() : checked.ended
  }
  expect(await isProven(first)).toBe(false)
  const { ceremonyId, options } = await beginPasskeyProof(deps, 'bruno')
  const given = { ceremonyId, response: authenticator.get(options) }
  const second = await proveByPasskey(deps, given, { person: { id: 'bruno' }, sessionToken: first })
  expect([await isProven(first), await isProven(second)]).toEqual(['replaced', true])
  now += 5 * minuteMs - 1
  expect(await isProven(second)).toBe(true)
  now += 1
  expect(await isProven(second)).toBe(false)
  const again = { person: { id: 'bruno' }, sessionToken: first }
  expect(await outcomeOf(proveByPasskey(deps, given, again))).toBe('CEREMONY_EXPIRED')
})

it('Sign-in: a proof by password takes a code that was not used, and another person’s password proves nothing', async () => {
  now += 25 * 60 * minuteMs
  const token = await signInByPassword(deps, { email, password, code: codeOf() }, browser)
  for (let guess = 0; guess < 7; guess += 1) await signIn('000000', 'wrong')
  // A signed-in person can prove themselves however often others guess.
  const prove = (id: string, code: string) =>
    outcomeOf(proveByPassword(deps, { password, code }, { person: { id }, sessionToken: token }))
  expect(await prove('ana', codeOf())).toBe('SIGN_IN_FAILED')
  expect(await prove('bruno', codeOf(30))).toBe('SIGN_IN_FAILED')
  expect(await prove('ana', codeOf(30))).toBe('done')
})

it('Sign-in: a suspended person gets the same answer as an unknown one', async () => {
  now += 25 * 60 * minuteMs

  await store.write(async (tx) => {
    for (const id of ['ana', 'bruno']) {
      const row = await findPerson(tx.db, id)
      if (row !== undefined) await changePerson(tx, row, { status: 'suspended' })
    }
  })
  expect(await signIn(codeOf())).toBe('SIGN_IN_FAILED')
  expect(await outcomeOf(signInByPasskey(deps, await signed(), browser))).toBe('SIGN_IN_FAILED')
})
