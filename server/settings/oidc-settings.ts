import * as z from 'zod/mini'
import { type Role, roles } from '#shared/api/permissions.ts'
import type { Environment } from '../kernel/environment.ts'
import { isLoopback } from '../kernel/loopback.ts'

/** The company's identity provider, and what we ask of it. The secret leaves this value in the client of the provider only. */
export interface OidcSettings {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: string
  /** The claim of the ID token that names groups: its name, or the path to it, such as /realm_access/roles. */
  readonly rolesClaim: string
  /** The roles that each value of that claim gives. */
  readonly roles: ReadonlyMap<string, readonly Role[]>
  /** Ways of signing in of which the ID token must name one; none: any will do. */
  readonly acr: readonly string[]
  /** Means of proof that the ID token must all name. */
  readonly amr: readonly string[]
}

interface OidcSettingsResult {
  readonly settings: OidcSettings | undefined
  readonly errors: readonly string[]
}

const usedRoles = z.array(z.enum(roles)).check(z.minLength(1))
const rolesSchema = z.record(z.string().check(z.minLength(1)), usedRoles)

/** Reads the variables of SIGN_IN=oidc, with all that is wrong with them. `given` holds no blanks. */
export function readOidcSettings(given: Environment, readFile: (path: string) => string): OidcSettingsResult {
  const { OIDC_ISSUER: address = '', OIDC_CLIENT_ID: clientId, OIDC_ROLES: mapping } = given
  const secret = readSecret(given, readFile)
  const map = readRoles(mapping)
  const { OIDC_ROLES_CLAIM: rolesClaim = 'groups' } = given
  const errors = [
    ...missing('OIDC_ISSUER', given.OIDC_ISSUER),
    ...issuerErrors(address.trim()),
    ...missing('OIDC_CLIENT_ID', clientId),
    ...secret.errors,
    ...missing('OIDC_ROLES', mapping),
    ...(map === undefined && mapping !== undefined ? [`OIDC_ROLES ${howRolesLook}`] : []),
  ]
  if (errors.length > 0 || clientId === undefined || map === undefined) return { settings: undefined, errors }
  const settings = {
    issuer: new URL(address.trim()),
    clientId: clientId.trim(),
    clientSecret: secret.text,
    rolesClaim: rolesClaim.trim(),
    roles: map,
    acr: wordsOf(given.OIDC_ACR),
    amr: wordsOf(given.OIDC_AMR),
  }
  return { settings, errors }
}

const howRolesLook = `must be JSON such as {"payouts-clerks":["clerk"],"payouts-leads":["viewer","reviewer"]}, with the roles ${roles.join(', ')}`

function missing(name: string, value: string | undefined): string[] {
  return value === undefined ? [`${name} is missing: SIGN_IN=oidc needs it`] : []
}

function issuerErrors(address: string): string[] {
  if (address === '') return []
  if (!URL.canParse(address)) return ['OIDC_ISSUER must be an address such as https://login.example.com']
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return ['OIDC_ISSUER must begin with https:// (http:// only on this machine): anybody between could sign in']
  }
  if (url.username || url.password || url.search || url.hash) {
    return ['OIDC_ISSUER must not hold credentials, a query or a fragment']
  }
  return url.pathname.includes('/.well-known/') ? ['OIDC_ISSUER must end before /.well-known/'] : []
}

function readRoles(text: string | undefined): ReadonlyMap<string, readonly Role[]> | undefined {
  if (text === undefined) return undefined
  try {
    const map = new Map(Object.entries(rolesSchema.parse(JSON.parse(text))))
    return map.size > 0 ? map : undefined
  } catch {
    return undefined
  }
}

function readSecret(
  given: Environment,
  readFile: (path: string) => string,
): { text: string; errors: readonly string[] } {
  const { OIDC_CLIENT_SECRET: secret, OIDC_CLIENT_SECRET_FILE: path } = given
  if (secret !== undefined && path !== undefined) {
    return { text: '', errors: ['OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE are both set: keep one'] }
  }
  if (path === undefined) {
    return { text: secret?.trim() ?? '', errors: missing('OIDC_CLIENT_SECRET (or OIDC_CLIENT_SECRET_FILE)', secret) }
  }
  try {
    const text = readFile(path).trim()
    return { text, errors: text === '' ? ['OIDC_CLIENT_SECRET_FILE is an empty file'] : [] }
  } catch {
    return { text: '', errors: ['OIDC_CLIENT_SECRET_FILE cannot be read: check the path and its permissions'] }
  }
}

function wordsOf(text = ''): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
