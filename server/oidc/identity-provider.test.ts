import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readOidcSettings } from '../settings/oidc-settings.ts'
import { clientSecret, startIdentityProvider, type TestIdentityProvider } from '../testing/identity-provider.ts'
import { newAttempt } from './attempt.ts'
import { createIdentityProvider, type IdentityProvider } from './identity-provider.ts'
import { OidcFailure } from './oidc-failure.ts'

const redirectUri = 'http://localhost:3000/api/sign-in/oidc/callback'
const bruno = {
  subject: 'bruno-4711',
  claims: {
    name: 'Bruno Lima',
    email: 'bruno@example.com',
    email_verified: true,
    groups: ['payouts-leads', 'football'],
  },
}

let there: TestIdentityProvider
let ours: IdentityProvider

beforeAll(async () => {
  there = await startIdentityProvider()
  there.serve(redirectUri)
})

afterAll(() => there.stop())

beforeEach(() => {
  Object.assign(there, { person: bruno, signedInAt: undefined, alter: undefined, sign: undefined, isBroken: false })
  ours = provider()
})

function provider(settings: Record<string, string> = {}): IdentityProvider {
  const { settings: read, errors } = readOidcSettings({ ...there.environment, ...settings }, () => '')
  if (read === undefined) throw new Error(errors.join())
  return createIdentityProvider(read)
}

async function signIn({ provenSince }: { provenSince?: Date } = {}) {
  const attempt = newAttempt(redirectUri, provenSince)
  const answer = await there.visit((await ours.begin(attempt, 'a-state')).href)
  return { attempt, answer, identity: () => ours.identify(answer, attempt, 'a-state') }
}

async function identified() {
  const { identity } = await signIn()
  return identity()
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'no failure',
    (thrown: unknown) => thrown,
  )
  return error instanceof OidcFailure ? error.code : String(error)
}

const nowS = () => Math.floor(Date.now() / 1000)

it('A person who signs in at the identity provider is known by issuer and subject, with the roles of their groups', async () => {
  expect(await identified()).toMatchObject({
    // In one spelling, with a slash behind the host.
    issuer: new URL(there.issuer).href,
    subject: 'bruno-4711',
    names: ['Bruno Lima', 'bruno@example.com', 'bruno-4711'],
    email: 'bruno@example.com',
    roles: ['viewer', 'reviewer'],
  })
})

it('Of the identity provider no more is asked than who a person is, and no refresh token', async () => {
  const { searchParams } = await ours.begin(newAttempt(redirectUri, undefined), 'a-state')
  expect([searchParams.get('scope'), searchParams.get('response_type')]).toEqual(['openid profile email', 'code'])
})

it('Who has no name at the identity provider goes by their user name, their address or their subject', async () => {
  there.alter = ({ name: _, ...rest }) => ({ ...rest, preferred_username: 'blima', email: '' })
  expect((await identified()).names).toEqual(['blima', 'bruno-4711'])
})

it('An e-mail address that the identity provider did not verify is neither an address nor a name here', async () => {
  for (const verified of [false, undefined, 'true', 1]) {
    there.alter = ({ name: _, ...rest }) => ({ ...rest, email_verified: verified })
    expect(await identified()).toMatchObject({ email: undefined, names: ['bruno-4711'] })
  }
})

it('A time of sign-in that is no time is refused', async () => {
  there.alter = (claims) => ({ ...claims, auth_time: 1e20 })
  expect(await codeOf(identified())).toBe('not_trusted')
})

describe('What comes back from the identity provider and does not belong to the attempt', () => {
  it('An answer with another state is refused', async () => {
    const { answer, attempt } = await signIn()
    answer.searchParams.set('state', 'of-another-browser')
    expect(await codeOf(ours.identify(answer, attempt, 'a-state'))).toBe('not_trusted')
  })

  it('An answer that names another issuer is refused before its code is used', async () => {
    const { answer, attempt, identity } = await signIn()
    const other = new URL(answer)
    other.searchParams.set('iss', 'https://login.example.org')
    expect(await codeOf(ours.identify(other, attempt, 'a-state'))).toBe('not_trusted')
    expect((await identity()).subject).toBe('bruno-4711')
  })

  it('A code is refused without the verifier that began the attempt', async () => {
    const { answer, attempt } = await signIn()
    const { verifier } = newAttempt(redirectUri, undefined)
    expect(await codeOf(ours.identify(answer, { ...attempt, verifier }, 'a-state'))).toBe('expired')
  })

  it('A code that was used is refused', async () => {
    const { identity } = await signIn()
    await identity()
    expect(await codeOf(identity())).toBe('expired')
  })

  it('Who declines at the identity provider is told that it refused', async () => {
    there.person = undefined
    const { identity } = await signIn({ provenSince: new Date() })
    expect(await codeOf(identity())).toBe('refused')
  })
})

describe('An ID token', () => {
  it.each([
    ['another nonce', { nonce: 'of another attempt' }],
    ['another issuer', { iss: 'https://login.example.org' }],
    ['another client', { aud: 'another-client' }],
    ['two clients and no word for which', { aud: ['payout-desk', 'another-client'], azp: 'another-client' }],
    ['a time that is over', { exp: nowS() - 120 }],
    ['no subject', { sub: undefined }],
    ['no time of making', { iat: undefined }],
  ])('An ID token of %s is refused', async (_what, changes) => {
    there.alter = (claims) => ({ ...claims, ...changes })
    const { identity } = await signIn()
    expect(await codeOf(identity())).toBe('not_trusted')
  })

  it('An ID token without a signature is refused, and one with another signer’s', async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    there.sign = async (claims) => `${part({ alg: 'none' })}.${part(claims)}.`
    expect(await codeOf((await signIn()).identity())).toBe('not_trusted')
    there.sign = async (claims) =>
      `${(await there.signed(claims)).split('.').slice(0, 2).join('.')}.${Buffer.alloc(64, 7).toString('base64url')}`
    expect(await codeOf((await signIn()).identity())).toBe('not_trusted')
    there.sign = (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(clientSecret))
    expect(await codeOf((await signIn()).identity())).toBe('not_trusted')
  })
})

describe('A new proof of who one is', () => {
  it('A new proof asks the identity provider to have the person sign in again, and takes a time of now', async () => {
    there.forgetBrowser()
    there.signedInAt = nowS() - 600
    await identified()
    there.signedInAt = undefined
    const before = nowS()
    const { answer, identity } = await signIn({ provenSince: new Date() })
    expect(answer.searchParams.get('error')).toBeNull()
    const { provenAt } = await identity()
    const provenS = (provenAt?.getTime() ?? 0) / 1000
    expect(provenS).toBeGreaterThanOrEqual(before)
    expect(provenS).toBeLessThanOrEqual(nowS())
  })

  it('A new proof is refused where the identity provider did not ask again, or does not say when it did', async () => {
    there.alter = (claims) => ({ ...claims, auth_time: nowS() - 600 })
    expect(await codeOf((await signIn({ provenSince: new Date() })).identity())).toBe('too_old')
    there.alter = ({ auth_time: _, ...claims }) => claims
    expect(await codeOf((await signIn({ provenSince: new Date() })).identity())).toBe('too_old')
  })
})

describe('Groups', () => {
  it.each([
    ['is missing', {}, []],
    ['is empty', { groups: [] }, []],
    ['names none that we know', { groups: ['football', '__proto__'] }, []],
    ['is a text', { groups: 'payouts-admins' }, ['admin']],
    ['is no text', { groups: { 'payouts-admins': true } }, []],
    [
      'names several',
      { groups: ['payouts-leads', 'payouts-clerks', 'payouts-leads'] },
      ['viewer', 'clerk', 'reviewer'],
    ],
  ])('A claim of groups that %s gives the roles of its known values alone', async (_what, claims, roles) => {
    there.alter = ({ groups: _, ...rest }) => ({ ...rest, ...claims })
    expect((await identified()).roles).toEqual(roles)
  })

  it('The claim of groups may be within another, or have a name with slashes in it', async () => {
    const claims = { realm_access: { roles: ['payouts-clerks'] }, 'https://example.com/roles': ['payouts-admins'] }
    there.alter = (rest) => ({ ...rest, ...claims })
    ours = provider({ OIDC_ROLES_CLAIM: '/realm_access/roles' })
    expect((await identified()).roles).toEqual(['clerk'])
    ours = provider({ OIDC_ROLES_CLAIM: 'https://example.com/roles' })
    expect((await identified()).roles).toEqual(['admin'])
  })
})

it('A sign-in by weaker means than the settings demand is refused', async () => {
  ours = provider({ OIDC_ACR: 'urn:mfa urn:hardware', OIDC_AMR: 'pwd otp' })
  const outcome = async (claims: object) => {
    there.alter = (rest) => ({ ...rest, acr: undefined, amr: undefined, ...claims })
    return codeOf((await signIn()).identity())
  }
  expect(await outcome({})).toBe('too_weak')
  expect(await outcome({ acr: 'urn:password', amr: ['pwd', 'otp'] })).toBe('too_weak')
  expect(await outcome({ acr: 'urn:mfa', amr: ['pwd'] })).toBe('too_weak')
  expect(await outcome({ acr: 'urn:hardware', amr: ['otp', 'pwd', 'face'] })).toBe('no failure')
})

describe('An identity provider that is down', () => {
  it('An identity provider that is down lets no one in, and everyone again once it is back', async () => {
    there.isBroken = true
    expect(await codeOf(ours.begin(newAttempt(redirectUri, undefined), 'a-state'))).toBe('provider_down')
    there.isBroken = false
    const { identity } = await signIn()
    there.isBroken = true
    expect(await codeOf(identity())).toBe('provider_down')
    there.isBroken = false
    expect((await identity()).subject).toBe('bruno-4711')
  })

  it('An address where nothing listens is an identity provider that is down', async () => {
    ours = provider({ OIDC_ISSUER: 'http://127.0.0.1:9' })
    expect(await codeOf(ours.begin(newAttempt(redirectUri, undefined), 'a-state'))).toBe('provider_down')
  })
})

it('An identity provider that answers for another issuer is not believed, nor a client with another secret', async () => {
  ours = provider({ OIDC_ISSUER: there.issuer.replace('127.0.0.1', 'localhost') })
  expect(await codeOf(ours.begin(newAttempt(redirectUri, undefined), 'a-state'))).toBe('not_trusted')
  ours = provider({ OIDC_CLIENT_SECRET: 'another' })
  expect(await codeOf((await signIn()).identity())).toBe('not_trusted')
})

describe('A message that the identity provider has ended a session', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const message = () => ({
    iss: there.issuer,
    aud: 'payout-desk',
    iat: nowS(),
    exp: nowS() + 120,
    jti: crypto.randomUUID(),
    sub: 'bruno-4711',
    sid: 'a-session',
    events,
  })

  it('A logout token names the session, or all those of a person', async () => {
    const bySession = await ours.readLogout(await there.signed(message(), 'logout+jwt'))
    expect(bySession).toMatchObject({
      issuer: new URL(there.issuer).href,
      subject: 'bruno-4711',
      providerSession: 'a-session',
    })
    const { sid: _, ...byPerson } = message()
    expect(await ours.readLogout(await there.signed(byPerson))).toMatchObject({ providerSession: undefined })
  })

  it.each([
    ['of another issuer', { iss: 'https://login.example.org' }],
    ['for another client', { aud: 'another-client' }],
    ['of ten minutes ago', { iat: nowS() - 600, exp: nowS() + 600 }],
    ['that is over', { exp: nowS() - 120 }],
    ['of tomorrow', { iat: nowS() + 86_400, exp: nowS() + 86_500 }],
    ['without a name', { jti: undefined }],
    ['without a time', { iat: undefined }],
    ['that ends nothing', { events: {} }],
    ['about nobody', { sub: undefined, sid: undefined }],
    ['with a nonce, as an ID token has', { nonce: 'of an ID token' }],
  ])('A logout token %s is refused', async (_what, changes) => {
    const token = await there.signed({ ...message(), ...changes }, 'logout+jwt')
    expect(await codeOf(ours.readLogout(token))).toBe('not_trusted')
  })

  it('A logout token of another type is refused, and one that the identity provider did not sign', async () => {
    expect(await codeOf(ours.readLogout(await there.signed(message(), 'at+jwt')))).toBe('not_trusted')
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [`${part({ alg: 'none' })}.${part(message())}.`, 'no token', '', 'a.b.c']
    for (const token of forged) expect(await codeOf(ours.readLogout(token)), token).toBe('not_trusted')
    const bySecret = new SignJWT(message()).setProtectedHeader({ alg: 'HS256' })
    const token = await bySecret.sign(new TextEncoder().encode(clientSecret))
    expect(await codeOf(ours.readLogout(token))).toBe('not_trusted')
  })

  it('A logout token that cannot be verified while the identity provider is down is not taken for a forged one', async () => {
    const token = await there.signed(message(), 'logout+jwt')
    there.isBroken = true
    expect(await codeOf(ours.readLogout(token))).toBe('provider_down')
  })
})

it('A failure says what it was in words that hold no code, claim or name', async () => {
  const reasonOf = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown)
    return error instanceof OidcFailure ? error.reason : String(error)
  }
  there.alter = (claims) => ({ ...claims, nonce: 'of another attempt' })
  expect(await reasonOf((await signIn()).identity())).toBe('OAUTH_JWT_CLAIM_COMPARISON_FAILED')
  there.person = undefined
  const { answer, identity } = await signIn({ provenSince: new Date() })
  answer.searchParams.set('error', 'Bruno <b>')
  expect(await reasonOf(identity())).toBe('another error')
})
