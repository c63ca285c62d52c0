import { createHash } from 'node:crypto'
import { type Role, roles } from '#shared/api/permissions.ts'
import { issuerInOneSpelling } from '../people/member.ts'
import type { OidcSettings } from '../settings/oidc-settings.ts'
import { OidcFailure } from './oidc-failure.ts'

/** What the provider says about a person. Its tokens went with the answer that they came in: nothing here can be used anywhere. */
export interface Identity {
  /** Only issuer and subject identify a person: names and e-mail addresses are given to others one day. */
  readonly issuer: string
  readonly subject: string
  /** What they can be called, the best first. */
  readonly names: readonly string[]
  /** An address that the provider has verified; anyone can type another one in some. */
  readonly email: string | undefined
  /** In the order of the list of roles. At least one is needed to be let in. */
  readonly roles: readonly Role[]
  /** The provider's own session, by which it ends ours. */
  readonly providerSession: string | undefined
  /** When they last proved to the provider who they are, where it says so. */
  readonly provenAt: Date | undefined
}

/** A session that the provider has ended; or all of a person, where it names none. */
export interface ProviderLogout {
  /** Names the message: each counts once. */
  readonly id: string
  /** From then on the message is refused for its age. */
  readonly expiresAt: Date
  readonly issuer: string
  readonly subject: string | undefined
  readonly providerSession: string | undefined
}

/** The claims of a token whose signature was verified, and whose content was not yet. */
type Claims = Readonly<Record<string, unknown>>

/** Two clocks never agree, and times in tokens are whole seconds. */
export const skewS = 60

/** A logout token is sent as it is made: who shows an old one has found it somewhere. */
export const logoutLifeS = 300

const longestId = 1_000

/**
 * Who an ID token is about.
 * @param provenSince when a new proof was asked for, if it was
 * @throws OidcFailure too_old or too_weak for another proof than was asked for
 */
export function identityIn(claims: Claims, provenSince: Date | undefined, settings: OidcSettings): Identity {
  const [issuer, subject] = [issuerIn(claims), textIn(claims, 'sub')]
  if (issuer === undefined || subject === undefined) throw new OidcFailure('not_trusted', 'ID token without a person')
  const provenAt = timeIn(claims.auth_time)
  const email = claims.email_verified === true ? textIn(claims, 'email') : undefined
  if (provenSince !== undefined) demandNewProof(provenAt, provenSince)
  demandMeans(claims, settings)
  return {
    issuer,
    subject,
    names: [textIn(claims, 'name'), textIn(claims, 'preferred_username'), email, subject].flatMap((name) => name ?? []),
    email,
    roles: rolesIn(claims, settings),
    providerSession: textIn(claims, 'sid'),
    provenAt,
  }
}

/**
 * What a logout token ends. OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6.
 * @throws OidcFailure not_trusted for a token of another purpose, such as an ID token
 */
export function providerLogoutIn(claims: Claims): ProviderLogout {
  const { iat, events, nonce } = claims
  const [issuer, jti] = [issuerIn(claims), textIn(claims, 'jti')]
  const [subject, providerSession] = [textIn(claims, 'sub'), textIn(claims, 'sid')]
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent)
  if (!isLogout || nonce !== undefined) throw new OidcFailure('not_trusted', 'no logout token')
  if (issuer === undefined || jti === undefined || typeof iat !== 'number') {
    throw new OidcFailure('not_trusted', 'logout token without a name')
  }
  if (subject === undefined && providerSession === undefined) {
    throw new OidcFailure('not_trusted', 'logout token of nobody')
  }
  return {
    id: createHash('sha256').update(`${issuer} ${jti}`).digest('base64url'),
    expiresAt: new Date((iat + logoutLifeS + skewS) * 1000),
    issuer,
    subject,
    providerSession,
  }
}

function issuerIn(claims: Claims): string | undefined {
  const issuer = textIn(claims, 'iss')
  return issuer === undefined ? undefined : issuerInOneSpelling(issuer)
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** @throws OidcFailure not_trusted for a number that no clock can show */
function timeIn(value: unknown): Date | undefined {
  if (typeof value !== 'number') return undefined
  const time = new Date(value * 1000)
  if (Number.isNaN(time.getTime())) throw new OidcFailure('not_trusted', 'auth_time is no time')
  return time
}

function demandNewProof(provenAt: Date | undefined, since: Date): void {
  if (provenAt === undefined) throw new OidcFailure('too_old', 'no auth_time')
  if (provenAt.getTime() < since.getTime() - skewS * 1000)
    throw new OidcFailure('too_old', 'auth_time before the request')
}

function demandMeans(claims: Claims, { acr, amr }: OidcSettings): void {
  if (acr.length > 0 && !acr.includes(textIn(claims, 'acr') ?? '')) throw new OidcFailure('too_weak', 'another acr')
  const given = textsIn(claims.amr)
  if (!amr.every((means) => given.includes(means))) throw new OidcFailure('too_weak', 'another amr')
}

/** What the groups of a person come to, groups that mean nothing here left out. */
function rolesIn(claims: Claims, { rolesClaim, roles: meanings }: OidcSettings): readonly Role[] {
  const given = textsIn(valueAt(claims, rolesClaim)).flatMap((value) => meanings.get(value) ?? [])
  return roles.filter((role) => given.includes(role))
}

/** A claim by its name; or within another by a path as JSON Pointer (RFC 6901) has it, such as /realm_access/roles. */
function valueAt(claims: Claims, place: string): unknown {
  if (!place.startsWith('/')) return ownValue(claims, place)
  const steps = place.slice(1).split('/')
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).reduce<unknown>(ownValue, claims)
}

function ownValue(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function textIn(claims: Claims, name: string): string | undefined {
  const value = ownValue(claims, name)
  return typeof value === 'string' && value !== '' && value.length <= longestId ? value : undefined
}

function textsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
}
