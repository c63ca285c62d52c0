import { describe, expect, it } from 'vitest'
import { readNetworkSettings } from './network-settings.ts'

type Given = Readonly<Record<string, string>>

const read = (given: Given) => readNetworkSettings({ HOST: '127.0.0.1', SIGN_IN: 'local', PORT: '3000', ...given })
const open = { HOST: '0.0.0.0', SIGN_IN: 'accounts', PUBLIC_URL: 'https://payouts.example.com' }

it.each<[string, Given]>([
  ['this machine alone, with names on trust', {}],
  ['this machine alone, with accounts', { SIGN_IN: 'accounts' }],
  ['this machine alone, under a name with a port', { SIGN_IN: 'oidc', PUBLIC_URL: 'http://localhost:3000' }],
  ['a proxy of this machine', { ...open, HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' }],
  [
    'all private networks as proxies',
    { ...open, TRUSTED_PROXIES: '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fd00::/16' },
  ],
  ['every address, with accounts', open],
  ['one address, with an OpenID provider', { ...open, HOST: '10.0.0.5', SIGN_IN: 'oidc' }],
  ['an address of IPv6', { ...open, HOST: '::' }],
  ['a port for whoever watches', { METRICS_PORT: '9100' }],
  ['a port for whoever watches from elsewhere', { METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' }],
])('The network may be %s', (_what, given) => {
  expect(read(given).errors).toEqual([])
})

it.each([
  ['https://payouts.example.com/', 'https://payouts.example.com'],
  ['HTTPS://Payouts.Example.com:443', 'https://payouts.example.com'],
  ['https://payouts.example.com:8443', 'https://payouts.example.com:8443'],
  ['https://zahlungen.münchen.example', 'https://zahlungen.xn--mnchen-3ya.example'],
])('PUBLIC_URL %s is the origin that browsers send', (text, origin) => {
  expect(read({ ...open, PUBLIC_URL: text }).settings.publicUrl).toBe(origin)
})

it('A start is refused for HOST in one sentence', () => {
  expect(read({ HOST: '0.0.0.0' }).errors).toEqual([
    'HOST must be 127.0.0.1, ::1 or localhost while SIGN_IN is local: people sign in by name alone',
  ])
})

describe('A start is refused', () => {
  it.each<[string, Given, string]>([
    [
      'other machines where names are taken on trust',
      { ...open, SIGN_IN: 'local' },
      'HOST must be 127.0.0.1, ::1 or localhost while SIGN_IN is local',
    ],
    [
      'other machines without a public address',
      { HOST: '0.0.0.0', SIGN_IN: 'accounts' },
      'HOST must be 127.0.0.1, ::1 or localhost without a PUBLIC_URL of https',
    ],
    [
      'other machines in clear',
      { ...open, PUBLIC_URL: 'http://payouts.example.com' },
      'HOST must be 127.0.0.1, ::1 or localhost without a PUBLIC_URL of https',
    ],
    [
      'a public address in clear',
      { ...open, PUBLIC_URL: 'http://payouts.example.com' },
      'PUBLIC_URL must begin with https://',
    ],
    [
      'a public address where names are taken on trust',
      { ...open, HOST: '127.0.0.1', SIGN_IN: 'local' },
      'PUBLIC_URL must name this machine while SIGN_IN is local',
    ],
    [
      'a public address of numbers for passkeys',
      { ...open, PUBLIC_URL: 'https://192.0.2.7' },
      'PUBLIC_URL must have a name',
    ],
    ['a host that is none', { ...open, HOST: 'a b' }, 'HOST must be'],
    ['another way to sign in', { SIGN_IN: 'ldap' }, 'SIGN_IN must be one of local, accounts, oidc'],
    [
      'proxies where names are taken on trust',
      { TRUSTED_PROXIES: '127.0.0.1' },
      'TRUSTED_PROXIES needs SIGN_IN=accounts or oidc',
    ],
    [
      'proxies by name',
      { ...open, TRUSTED_PROXIES: '10.0.0.1, proxy.internal' },
      'TRUSTED_PROXIES has proxy.internal, which is no address',
    ],
    [
      'a network that ends nowhere',
      { ...open, TRUSTED_PROXIES: '10.0.0.0/33' },
      'TRUSTED_PROXIES has 10.0.0.0/33, which is no address',
    ],
    ['everybody as a proxy', { ...open, TRUSTED_PROXIES: '::/0' }, 'TRUSTED_PROXIES has ::/0, which trusts too many'],
    [
      'everybody as a proxy, by halves',
      { ...open, TRUSTED_PROXIES: '0.0.0.0/1' },
      'TRUSTED_PROXIES has 0.0.0.0/1, which trusts too many',
    ],
    [
      'nearly everybody as a proxy, by fifty ranges',
      { ...open, TRUSTED_PROXIES: Array.from({ length: 50 }, (_, nth) => `${nth + 11}.0.0.0/8`).join(' ') },
      'TRUSTED_PROXIES has ranges that trust too many together: name the proxies',
    ],
    [
      'nearly everybody as a proxy, as IPv6 has them',
      { ...open, TRUSTED_PROXIES: '::ffff:11.0.0.0/104 ::ffff:12.0.0.0/104 13.0.0.0/8' },
      'TRUSTED_PROXIES has ranges that trust too many together',
    ],
    [
      'three of the widest networks of IPv6 as proxies',
      { ...open, TRUSTED_PROXIES: '2001::/16 2002::/16 2003::/16' },
      'TRUSTED_PROXIES has ranges that trust too many together',
    ],
    [
      'a port for the metrics that is none',
      { METRICS_PORT: '70000' },
      'METRICS_PORT must be a whole number from 0 to 65535',
    ],
    [
      'a host for the metrics that is none',
      { METRICS_PORT: '9100', METRICS_HOST: 'prometheus.internal' },
      'METRICS_HOST must be an address of this machine',
    ],
    [
      'a host for the metrics without a port',
      { METRICS_HOST: '0.0.0.0' },
      'METRICS_HOST has no effect without METRICS_PORT',
    ],
    ['one port for both', { METRICS_PORT: '3000' }, 'METRICS_PORT must be another than PORT'],
  ])('A start is refused with %s', (_what, given, says) => {
    expect(read(given).errors.join('; ')).toContain(says)
  })

  it.each([
    'payouts.example.com',
    'https://payouts.example.com/desk',
    'https://payouts.example.com?x',
    'https://payouts.example.com#x',
    'https://ana:geheim@payouts.example.com',
    'ftp://payouts.example.com',
    'https://',
  ])('A start is refused with PUBLIC_URL %s, which is quoted nowhere', (text) => {
    const errors = read({ ...open, PUBLIC_URL: text }).errors.join('; ')
    expect(errors).toContain('PUBLIC_URL must be what stands in the browser’s address bar')
    expect(errors).not.toContain('geheim')
  })
})
