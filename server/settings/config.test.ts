import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Environment } from '../kernel/environment.ts'
import { programVersion } from '../kernel/version.ts'
import { readConfig } from './config.ts'

const realProvider = {
  PROVIDER_BASE_URL: 'https://provider.example/api/',
  PROVIDER_SHOP_ID: '4711',
  PROVIDER_API_TOKEN: 'secret-token',
}

function errorOf(environment: Environment): string {
  try {
    readConfig(environment, () => {
      throw new Error('no such file')
    })
    return 'no error'
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  }
}

describe('the configuration, when nothing is set', () => {
  const config = readConfig({})

  it('the configuration, when nothing is set listens on 127.0.0.1:3000', () => {
    expect([config.host, config.port]).toEqual(['127.0.0.1', 3000])
  })

  it('the configuration, when nothing is set runs the sandbox', () => {
    expect(config.providerAccount).toBeUndefined()
  })

  it('the configuration, when nothing is set gives an attempt ten seconds, makes three, and waits from half a second', () => {
    expect(config.providerCalls).toMatchObject({ timeoutMs: 10_000, maxAttempts: 3, backoffBaseMs: 500 })
  })

  it('the configuration, when nothing is set lets a person begin 120 validations and 30 searches by a number a minute, and plays the premium plan', () => {
    expect(config).toMatchObject({
      validationsPerMinute: 120,
      signInsPerMinute: 30,
      numberSearchesPerMinute: 30,
      sessionLife: { idleMs: 30 * 60_000, longestMs: 12 * 60 * 60_000 },
      sandbox: { plan: 'premium', requestsPerSecond: 1_000 },
    })
    expect(errorOf({ VALIDATIONS_PER_MINUTE: '0' })).toContain('VALIDATIONS_PER_MINUTE must be a whole number')
    expect(errorOf({ SANDBOX_PLAN: 'gold' })).toContain('SANDBOX_PLAN must be basic or premium')
  })

  it('the configuration, when nothing is set makes no backups by itself; with a folder for them one a day, and keeps 14', () => {
    expect(config.backups).toBeUndefined()
    const { backups } = readConfig({ BACKUP_DIR: '/backups' })
    expect(backups).toEqual({ directory: '/backups', everyMs: 24 * 3_600_000, keep: 14 })
    const every = (text: string) => readConfig({ BACKUP_DIR: '/b', BACKUP_EVERY: text }).backups?.everyMs
    expect(['30m', '2h', '7d'].map(every)).toEqual([1_800_000, 7_200_000, 604_800_000])
    for (const wrong of ['0h', '24', 'h', '1w', '-1h', '1.5h']) {
      expect(errorOf({ BACKUP_EVERY: wrong }), wrong).toContain(
        'BACKUP_EVERY must be a number of minutes, hours or days',
      )
    }
    expect(errorOf({ BACKUP_KEEP: '0' })).toContain('BACKUP_KEEP must be a whole number')
  })

  it('the configuration, when nothing is set takes a blank variable for one that is not set', () => {
    expect(readConfig({ PORT: ' ', PROVIDER_BASE_URL: '' })).toEqual(config)
  })
})

describe('the configuration of the store', () => {
  const key = 'a'.repeat(64)

  it('the configuration of the store is embedded in ./data, with a key of its own', () => {
    const { data } = readConfig({})
    expect(data).toMatchObject({ databaseUrl: undefined, keyRing: undefined, keyFile: undefined })
    expect(data.dataDirectory).toMatch(/[\\/]data$/)
  })

  it('the configuration of the store may be a PostgreSQL, with a key that all its servers share', () => {
    const { data } = readConfig({ DATABASE_URL: 'postgresql://desk@127.0.0.1/desk', DATA_KEY: key })
    expect(data.databaseUrl).toBe('postgresql://desk@127.0.0.1/desk')
    expect(data.keyRing?.keys).toHaveLength(1)
  })

  it('the configuration of the store may take the key from a file', () => {
    const { data } = readConfig({ DATA_KEY_FILE: '/run/key' }, () => `${key}\n`)
    expect(data.keyRing?.keys).toHaveLength(1)
    expect(data.keyFile).toBe('/run/key')
  })

  it('the configuration of the store may take the passwords of the database from files', () => {
    const files: Readonly<Record<string, string>> = { '/run/one': 'p@ss/word?\n', '/run/two': 'other', '/run/key': key }
    const environment = {
      DATABASE_URL: 'postgres://app@database/payout_desk',
      DATABASE_PASSWORD_FILE: '/run/one',
      DATABASE_ADMIN_URL: 'postgres://admin@database/payout_desk?sslmode=verify-full',
      DATABASE_ADMIN_PASSWORD_FILE: '/run/two',
      DATA_KEY_FILE: '/run/key',
    }
    const { data } = readConfig(environment, (path) => files[path] ?? '')
    expect(data.databaseUrl).toBe('postgres://app:p%40ss%2Fword%3F@database/payout_desk')
    expect(data.databaseAdminUrl).toBe('postgres://admin:other@database/payout_desk?sslmode=verify-full')
  })

  it.each([
    ['without an address', {}, 'has no effect without DATABASE_URL'],
    ['beside another', { DATABASE_URL: 'postgres://a:geheim@b/c' }, 'needs a DATABASE_URL such as postgres://'],
    ['of nobody', { DATABASE_URL: 'postgres://b/c' }, 'needs a DATABASE_URL such as postgres://user@'],
    ['that is not there', { DATABASE_URL: 'postgres://a@b/c' }, 'cannot be read'],
  ])('the configuration of the store refuses a password file %s', (_case, environment, says) => {
    const text = errorOf({ DATA_KEY: key, DATABASE_PASSWORD_FILE: '/dev/null', ...environment })
    expect(text).toContain(`DATABASE_PASSWORD_FILE ${says}`)
    expect(text).not.toContain('geheim')
  })

  it.each([
    [
      'another database',
      { DATABASE_URL: 'mysql://127.0.0.1/x', DATA_KEY: key },
      'DATABASE_URL must begin with postgres://',
    ],
    [
      'a PostgreSQL without a key',
      { DATABASE_URL: 'postgres://127.0.0.1/x' },
      'DATA_KEY (or DATA_KEY_FILE) is missing',
    ],
    ['two keys', { DATA_KEY: key, DATA_KEY_FILE: '/run/key' }, 'DATA_KEY and DATA_KEY_FILE are both set: keep one'],
    ['a key that is too short', { DATA_KEY: 'abc' }, 'DATA_KEY must be 32 random bytes in base64 or hexadecimal'],
    ['a key file that is not there', { DATA_KEY_FILE: '/run/key' }, 'DATA_KEY_FILE cannot be read'],
  ])('the configuration of the store refuses %s', (_case, environment, says) => {
    expect(errorOf(environment)).toContain(says)
  })

  it('the configuration of the store never quotes a key or a password', () => {
    const error = errorOf({ DATABASE_URL: 'mysql://desk:geheim@127.0.0.1/x', DATA_KEY: 'not-a-key-at-all' })
    expect(error).not.toMatch(/geheim|not-a-key/)
  })
})

it('the configuration that deploy/ shows for a server of its own is a good one', () => {
  const settings = readFileSync('deploy/payout-desk.env', 'utf8').matchAll(/^([A-Z_]+)='(.*)'$/gm)
  const environment = Object.fromEntries([...settings].map(([, name, value]) => [name, value]))
  const config = readConfig({ ...environment, PORT: '3001', METRICS_PORT: '9101' }, () => 'a'.repeat(64))
  expect(config).toMatchObject({ host: '127.0.0.1', signIn: 'accounts', publicUrl: 'https://payouts.example.com' })
  expect(config.trustedProxies.map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
})

it('the configuration in compose.yaml is a good one, and names Caddy alone as a proxy', () => {
  const compose = readFileSync('compose.yaml', 'utf8')
  const block = /environment: &settings\n((?: {6}.*\n)+)/.exec(compose)?.[1] ?? ''
  const settings = [...block.matchAll(/^ {6}([A-Z_]+): '?(.*?)'?$/gm)].map(([, name, value]) => [name, value])
  const environment = { ...Object.fromEntries(settings), PUBLIC_URL: 'https://pay.example.com', SIGN_IN: 'accounts' }
  const config = readConfig({ ...environment, METRICS_PORT: '9101' }, () => 'a'.repeat(64))
  expect(config).toMatchObject({ host: '0.0.0.0', monitoring: { host: '0.0.0.0' } })
  expect(config.data.databaseUrl).toBe(`postgres://payout-desk:${'a'.repeat(64)}@database/payout_desk`)
  const [proxy = ''] = config.trustedProxies.map(({ address }) => address)
  expect(compose).toContain(`ipv4_address: ${proxy}`)
})

it('the configuration of a real provider is its address without a trailing slash, the shop and the token', () => {
  expect(readConfig(realProvider).providerAccount).toEqual({
    baseUrl: 'https://provider.example/api',
    shopId: '4711',
    apiToken: 'secret-token',
  })
})

it('the configuration of a real provider may take the token from a file, without the line end', () => {
  const { PROVIDER_API_TOKEN: _, ...rest } = realProvider
  const config = readConfig({ ...rest, PROVIDER_API_TOKEN_FILE: '/run/token' }, (path) => `token of ${path}\n`)
  expect(config.providerAccount?.apiToken).toBe('token of /run/token')
})

it.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])(
  'the configuration of a real provider may be plain HTTP on this machine: %s',
  (address) => {
    expect(readConfig({ ...realProvider, PROVIDER_BASE_URL: address }).providerAccount?.baseUrl).toBe(address)
  },
)

it('the configuration of a real provider may rename the assumed wire names', () => {
  const config = readConfig({ PROVIDER_NAMES: '{"firstName":"givenName","MOBILE_WALLET":"WALLET_X"}' })
  expect(config.providerCalls.names).toMatchObject({
    firstName: 'givenName',
    lastName: 'lastName',
    MOBILE_WALLET: 'WALLET_X',
    currencyCode: 'currencyCode',
  })
})

it('the configuration of a real provider may send the currency under the other spelling that the interface shows', () => {
  const { names } = readConfig({ PROVIDER_NAMES: '{"currencyCode":"CurrencyCode"}' }).providerCalls
  expect(names.currencyCode).toBe('CurrencyCode')
})

describe('a wrong configuration stops the start and says what to do', () => {
  const { PROVIDER_API_TOKEN: _, ...withoutToken } = realProvider

  it.each([
    ['a host that others reach', { HOST: '0.0.0.0' }, 'HOST must be 127.0.0.1, ::1 or localhost'],
    ['a port that is no number', { PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
    ['a port too high', { PORT: '70000' }, 'PORT must be a whole number from 0 to 65535'],
    ['a limit of nothing', { PROVIDER_TIMEOUT_MS: '0' }, 'PROVIDER_TIMEOUT_MS must be a whole number from 1 to 600000'],
    ['a fraction of a second', { PROVIDER_TIMEOUT_MS: '1.5' }, 'PROVIDER_TIMEOUT_MS must be a whole number'],
    ['no attempt', { PROVIDER_MAX_ATTEMPTS: '0' }, 'PROVIDER_MAX_ATTEMPTS must be a whole number from 1 to 10'],
    ['a negative pause', { PROVIDER_BACKOFF_BASE_MS: '-1' }, 'PROVIDER_BACKOFF_BASE_MS must be a whole number'],
    ['a log level that does not exist', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn'],
    [
      'an address for a host',
      { NOTIFICATION_HOSTS: 'https://a.example' },
      'NOTIFICATION_HOSTS must be public host names',
    ],
    [
      'a host that is not public',
      { NOTIFICATION_HOSTS: 'a.example, intranet' },
      'NOTIFICATION_HOSTS must be public host',
    ],
    ['webhooks that are neither on nor off', { WEBHOOKS: 'yes' }, 'WEBHOOKS must be on or off'],
    ['webhooks where there are no admins', { WEBHOOKS: 'on' }, 'WEBHOOKS needs SIGN_IN=accounts or oidc'],
    [
      'a private host with a path',
      { SIGN_IN: 'accounts', WEBHOOKS: 'on', WEBHOOK_PRIVATE_HOSTS: 'erp.internal/in' },
      'WEBHOOK_PRIVATE_HOSTS must be names or addresses of hosts',
    ],
    [
      'a private host without webhooks',
      { WEBHOOK_PRIVATE_HOSTS: 'erp.internal' },
      'WEBHOOK_PRIVATE_HOSTS has no effect without WEBHOOKS=on',
    ],
    ['an address alone', { PROVIDER_BASE_URL: 'https://provider.example' }, 'PROVIDER_SHOP_ID is missing'],
    ['a shop alone', { PROVIDER_SHOP_ID: '1' }, 'PROVIDER_BASE_URL is missing'],
    ['no token', withoutToken, 'PROVIDER_API_TOKEN (or PROVIDER_API_TOKEN_FILE) is missing'],
    [
      'plain HTTP to another machine',
      { ...realProvider, PROVIDER_BASE_URL: 'http://provider.example' },
      'PROVIDER_BASE_URL must begin with https://',
    ],
    [
      'another protocol',
      { ...realProvider, PROVIDER_BASE_URL: 'ftp://127.0.0.1' },
      'PROVIDER_BASE_URL must begin with https://',
    ],
    ['no address at all', { ...realProvider, PROVIDER_BASE_URL: 'provider' }, 'PROVIDER_BASE_URL must be an address'],
    [
      'credentials in the address',
      { ...realProvider, PROVIDER_BASE_URL: 'https://a:b@provider.example' },
      'must not hold credentials',
    ],
    [
      'a shop that is not numeric',
      { ...realProvider, PROVIDER_SHOP_ID: 'shop' },
      'PROVIDER_SHOP_ID must be digits only',
    ],
    ['two tokens', { ...realProvider, PROVIDER_API_TOKEN_FILE: '/run/token' }, 'are both set: keep one'],
    [
      'a token file that is not there',
      { ...withoutToken, PROVIDER_API_TOKEN_FILE: '/run/token' },
      'PROVIDER_API_TOKEN_FILE cannot be read',
    ],
    ['a witness in DATA_DIR', { AUDIT_WITNESS: resolve('data/witness') }, 'AUDIT_WITNESS must be outside of DATA_DIR'],
    ['a witness named from here', { AUDIT_WITNESS: '../witness' }, 'AUDIT_WITNESS must be a file, named from /, or'],
    ['a witness in clear', { AUDIT_WITNESS: 'http://witness.example/' }, 'AUDIT_WITNESS must begin with https://'],
    ['a password of a witness', { AUDIT_WITNESS: 'https://a:b@w.example/' }, 'AUDIT_WITNESS must not hold credentials'],
    ['names that are not JSON', { PROVIDER_NAMES: '{' }, 'PROVIDER_NAMES is wrong: it is not JSON'],
    ['names that are a list', { PROVIDER_NAMES: '[]' }, 'PROVIDER_NAMES is wrong: it must be a JSON object'],
    ['a name that is not assumed', { PROVIDER_NAMES: '{"surname":"x"}' }, 'surname is not one of firstName, lastName'],
    ['a name with a space', { PROVIDER_NAMES: '{"firstName":"a b"}' }, 'firstName: a name is 1 to 64 letters'],
    [
      'a spelling of the currency that the interface does not show',
      { PROVIDER_NAMES: '{"currencyCode":"currency"}' },
      'currencyCode: it is written currencyCode or CurrencyCode',
    ],
    [
      'one name for two fields',
      { PROVIDER_NAMES: '{"firstName":"lastName"}' },
      'two fields of the customer are named lastName',
    ],
  ])('a wrong configuration stops the start and says what to do: %s', (_case, environment, says) => {
    expect(errorOf(environment)).toContain(says)
  })

  it('a wrong configuration stops the start and says what to do names every faulty variable in one line', () => {
    const error = errorOf({ HOST: '0.0.0.0', PORT: 'x', PROVIDER_SHOP_ID: 'shop', PROVIDER_NAMES: '1', LOG_LEVEL: '?' })
    for (const name of [
      'HOST',
      'PORT',
      'PROVIDER_SHOP_ID',
      'PROVIDER_BASE_URL',
      'PROVIDER_API_TOKEN',
      'PROVIDER_NAMES',
      'LOG_LEVEL',
    ]) {
      expect(error).toContain(name)
    }
    expect(error).not.toContain('\n')
  })

  it('a wrong configuration stops the start and says what to do never quotes the token', () => {
    expect(errorOf({ PROVIDER_API_TOKEN: 'secret-token', PROVIDER_SHOP_ID: 'shop' })).not.toContain('secret-token')
  })
})

it('the configuration of an identity provider is read only where people sign in there, and then missing settings are named', () => {
  const settings = {
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'payout-desk',
    OIDC_CLIENT_SECRET_FILE: '/run/secret',
    OIDC_ROLES: '{"payouts-clerks":["clerk"]}',
  }
  const { oidc } = readConfig({ ...settings, SIGN_IN: 'oidc' }, () => 'geheim\n')
  expect(oidc).toMatchObject({ clientId: 'payout-desk', clientSecret: 'geheim', rolesClaim: 'groups' })
  expect(readConfig(settings).oidc).toBeUndefined()
  expect(errorOf({ ...settings, OIDC_ISSUER: '', SIGN_IN: 'oidc' })).toBe(
    `Payout Desk ${programVersion} cannot start: OIDC_ISSUER is missing: SIGN_IN=oidc needs it; OIDC_CLIENT_SECRET_FILE cannot be read: check the path and its permissions.`,
  )
})

describe('a name that is not a setting', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URLS', 'DATABASE_URL'],
    ['PROVIDER_API_TOKNE', 'PROVIDER_API_TOKEN'],
    ['BACKUP_DIRS', 'BACKUP_DIR'],
    ['SIGNIN', 'SIGN_IN'],
    ['SIGN_INN', 'SIGN_IN'],
    ['DATADIR', 'DATA_DIR'],
  ])('%s stops the start and names %s', (name, meant) => {
    expect(errorOf({ [name]: 'postgres://secret' })).toBe(
      `Payout Desk ${programVersion} cannot start: ${name} is not a setting. Did you mean ${meant}? Rename it or remove it.`,
    )
  })

  it('A name like no setting, a blank one, and a short one are let be', () => {
    const others = {
      XDG_DATA_DIRS: '/usr/share',
      NODE_ENV: 'production',
      DATABSE_URL: ' ',
      HOSTS: 'a',
      POSTGRES_URL: 'b',
    }
    expect(errorOf(others)).toBe('no error')
  })
})
