import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Failure } from '../kernel/failure.ts'
import { readNetworkSettings } from '../settings/network-settings.ts'
import { createClientAddress } from './client-address.ts'

const publicUrl = 'https://payouts.example.com'

/** What the server makes of a request from this peer: an address to count, or why it refuses. */
function addressOf(peer: string, headers: Record<string, string>, settings: Record<string, string> = {}): string {
  const given = { HOST: '127.0.0.1', SIGN_IN: 'accounts', PUBLIC_URL: publicUrl, ...settings }
  const { settings: network, errors } = readNetworkSettings(given)
  expect(errors).toEqual([])
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  Object.assign(request.headers, headers)
  try {
    return createClientAddress(network)(request)
  } catch (error) {
    if (error instanceof Failure) return `${error.code} ${error.particulars.params?.why}`
    throw error
  }
}

const proxied = { TRUSTED_PROXIES: '10.0.0.7, 10.1.0.0/16, ::1 fd00::/16' }
const forwarded = (text: string) => ({ 'x-forwarded-for': text })

it.each([
  ['one behind a proxy of ours', '10.0.0.7', '203.0.113.9', '203.0.113.9'],
  ['one behind two proxies of ours', '10.0.0.7', '203.0.113.9, 10.1.2.3', '203.0.113.9'],
  ['one who has made up who stood before', '10.0.0.7', '10.0.0.7, 127.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['one who has sent nonsense', '10.0.0.7', 'unknown, <script>, 203.0.113.9', '203.0.113.9'],
  ['one behind a proxy that writes ports', '10.0.0.7', '203.0.113.9:4711', '203.0.113.9'],
  ['a proxy of ours that asks for itself', '10.0.0.7', '', '10.0.0.7'],
  ['one whose proxy speaks IPv6 with us', '::ffff:10.0.0.7', '203.0.113.9', '203.0.113.9'],
  ['one of IPv6, with the whole network of a subscriber', 'fd00::7', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['the same, written shorter', 'fd00::7', '[2001:DB8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['one of a network with zeros', '::1', '2001:db8::9', '2001:db8:0:0::/64'],
  ['a program of the same machine', '::1', '127.0.0.1', 'loopback'],
])('The address that limits count is that of %s', (_who, peer, header, counted) => {
  expect(addressOf(peer, forwarded(header), proxied)).toBe(counted)
})

it('The address that limits count is the peer’s own where no proxy is named, and this machine is one', () => {
  expect(addressOf('203.0.113.9', {})).toBe('203.0.113.9')
  expect(['127.0.0.1', '::ffff:127.0.0.9', '::1'].map((peer) => addressOf(peer, {}))).toEqual(Array(3).fill('loopback'))
})

it('No client can choose the address that limits count, whatever it sends ahead', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (sent) => {
      expect(addressOf('10.0.0.7', forwarded(`${sent}, 203.0.113.9`), proxied)).toBe('203.0.113.9')
    }),
  )
})

it.each(['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port', 'forwarded'])(
  'A request with %s is refused unless it comes from a proxy that TRUSTED_PROXIES names',
  (name) => {
    expect(addressOf('203.0.113.9', { [name]: '127.0.0.1' })).toBe('PROXY_REFUSED untrusted')
    expect(addressOf('127.0.0.1', { [name]: '127.0.0.1' })).toBe('PROXY_REFUSED untrusted')
    expect(addressOf('10.0.0.8', { [name]: '127.0.0.1' }, proxied)).toBe('PROXY_REFUSED untrusted')
  },
)

it.each<[string, Record<string, string>, string]>([
  ['came over plain http', { 'x-forwarded-proto': 'http' }, 'plain'],
  ['was first plain http, in a proxy before it', { 'x-forwarded-proto': 'http, https' }, 'plain'],
  ['was for another host', { 'x-forwarded-host': 'evil.example' }, 'host'],
  ['came from what is no address', forwarded('203.0.113.9, unknown'), 'address'],
  ['is described in a header that nobody here reads', { forwarded: 'for=203.0.113.9' }, 'forwarded'],
])('A request of which our proxy says that it %s is refused', (_what, headers, why) => {
  expect(addressOf('10.0.0.7', headers, proxied)).toBe(`PROXY_REFUSED ${why}`)
})

it('A request that goes round the proxy is refused: it goes round the encryption', () => {
  expect(addressOf('203.0.113.9', {}, proxied)).toBe('PROXY_REFUSED direct')
})

it('What a proxy says of scheme and host may be what PUBLIC_URL says', () => {
  const headers = {
    ...forwarded('203.0.113.9'),
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'PAYOUTS.example.com',
  }
  expect(addressOf('10.0.0.7', headers, proxied)).toBe('203.0.113.9')
})
