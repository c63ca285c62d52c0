import { describe, expect, it } from 'vitest'
import { readOidcSettings } from './oidc-settings.ts'

const good = {
  OIDC_ISSUER: 'https://login.example.com/realms/team',
  OIDC_CLIENT_ID: 'payout-desk',
  OIDC_CLIENT_SECRET: 'geheim',
  OIDC_ROLES: '{"payouts-clerks":["clerk"],"payouts-leads":["viewer","reviewer"]}',
}

const noFile = () => {
  throw new Error('no such file')
}

function errorsOf(given: Record<string, string | undefined>): string {
  return readOidcSettings(given, noFile).errors.join('; ')
}

it('The settings of an identity provider are read, with groups as the claim and no means demanded unless they say so', () => {
  expect(readOidcSettings(good, noFile).settings).toEqual({
    issuer: new URL('https://login.example.com/realms/team'),
    clientId: 'payout-desk',
    clientSecret: 'geheim',
    rolesClaim: 'groups',
    roles: new Map([
      ['payouts-clerks', ['clerk']],
      ['payouts-leads', ['viewer', 'reviewer']],
    ]),
    acr: [],
    amr: [],
  })
})

it('The secret of the client may be in a file, and the demanded means are separated by spaces', () => {
  const { OIDC_CLIENT_SECRET: _, ...rest } = good
  const given = { ...rest, OIDC_CLIENT_SECRET_FILE: '/run/secret', OIDC_ACR: ' urn:mfa  urn:hw ', OIDC_AMR: 'otp' }
  const { settings } = readOidcSettings(given, (path) => `of ${path}\n`)
  expect(settings).toMatchObject({ clientSecret: 'of /run/secret', acr: ['urn:mfa', 'urn:hw'], amr: ['otp'] })
})

it('An identity provider on this machine may do without https', () => {
  for (const OIDC_ISSUER of ['http://127.0.0.1:9000', 'http://localhost:9000/']) {
    expect(errorsOf({ ...good, OIDC_ISSUER })).toBe('')
  }
})

describe('Wrong settings of an identity provider', () => {
  it('Wrong settings of an identity provider are all named at once', () => {
    const errors = errorsOf({})
    for (const name of [
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET (or OIDC_CLIENT_SECRET_FILE)',
      'OIDC_ROLES',
    ]) {
      expect(errors).toContain(`${name} is missing: SIGN_IN=oidc needs it`)
    }
  })

  it.each([
    ['no address', { OIDC_ISSUER: 'login' }, 'OIDC_ISSUER must be an address such as'],
    ['in the clear', { OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER must begin with https://'],
    ['with a password', { OIDC_ISSUER: 'https://a:b@login.example.com' }, 'OIDC_ISSUER must not hold credentials'],
    ['with a query', { OIDC_ISSUER: 'https://login.example.com/?tenant=1' }, 'OIDC_ISSUER must not hold credentials'],
    [
      'of its configuration',
      { OIDC_ISSUER: 'https://login.example.com/.well-known/openid-configuration' },
      'OIDC_ISSUER must end before /.well-known/',
    ],
    [
      'two secrets',
      { OIDC_CLIENT_SECRET_FILE: '/run/secret' },
      'OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE are both',
    ],
    [
      'a file that is not there',
      { OIDC_CLIENT_SECRET: undefined, OIDC_CLIENT_SECRET_FILE: '/run/secret' },
      'OIDC_CLIENT_SECRET_FILE cannot be read',
    ],
    ['roles that are no JSON', { OIDC_ROLES: 'payouts-clerks=clerk' }, 'OIDC_ROLES must be JSON such as'],
    ['roles for nobody', { OIDC_ROLES: '{}' }, 'OIDC_ROLES must be JSON such as'],
    ['a role that there is not', { OIDC_ROLES: '{"payouts-clerks":["boss"]}' }, 'with the roles viewer, clerk'],
    ['a group without a role', { OIDC_ROLES: '{"payouts-clerks":[]}' }, 'OIDC_ROLES must be JSON such as'],
  ])('An identity provider of %s is refused with what to do', (_what, changes, says) => {
    expect(errorsOf({ ...good, ...changes })).toContain(says)
  })

  it('Wrong settings of an identity provider never quote the secret or the groups', () => {
    const errors = errorsOf({
      ...good,
      OIDC_ISSUER: 'x',
      OIDC_CLIENT_SECRET_FILE: '/run/secret',
      OIDC_ROLES: 'geheim-group',
    })
    expect(errors).not.toMatch(/geheim/)
  })
})
