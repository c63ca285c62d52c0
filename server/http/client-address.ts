import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { Failure } from '../kernel/failure.ts'
import { isLoopback } from '../kernel/loopback.ts'
import type { NetworkSettings } from '../settings/network-settings.ts'

/** Says where a request comes from, as limits count it: one address, one network of IPv6, or this machine. */
export type ClientAddress = (request: IncomingMessage) => string

/**
 * Believes what a proxy says of its client only where TRUSTED_PROXIES names the proxy: anyone can write such headers.
 * @throws Failure PROXY_REFUSED for headers of an untrusted sender, and for impossible ones of a trusted proxy
 */
export function createClientAddress(settings: Pick<NetworkSettings, 'trustedProxies' | 'publicUrl'>): ClientAddress {
  const exactAddress = createExactAddress(settings)
  return (request) => counted(exactAddress(request))
}

/** The same, as a single address: for access that is limited to certain addresses. */
export function createExactAddress({
  trustedProxies,
  publicUrl,
}: Pick<NetworkSettings, 'trustedProxies' | 'publicUrl'>): ClientAddress {
  const proxies = listOf(trustedProxies)
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host
  const isSecure = publicUrl?.startsWith('https:') ?? false
  return ({ headers, socket }) => {
    const peer = plainAddress(socket.remoteAddress ?? '')
    const isFromProxy = proxies(peer)
    if (!isFromProxy) {
      if (isForwarded(headers)) throw refused('untrusted')
      // A request that bypasses the proxy bypasses its encryption too.
      if (isSecure && trustedProxies.length > 0) throw refused('direct')
      return peer
    }
    if (headers.forwarded !== undefined) throw refused('forwarded')
    if (isSecure && !agrees(headers['x-forwarded-proto'], 'https')) throw refused('plain')
    if (!agrees(headers['x-forwarded-host'], publicHost)) throw refused('host')
    return lastUntrusted(peer, textOf(headers['x-forwarded-for']), proxies)
  }
}

type IsProxy = (address: string) => boolean

function listOf(trustedProxies: NetworkSettings['trustedProxies']): IsProxy {
  const list = new BlockList()
  for (const { address, bits, family } of trustedProxies) list.addSubnet(address, bits, family)
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function isForwarded(headers: IncomingMessage['headers']): boolean {
  for (const name in headers) if (name.startsWith('x-forwarded-') || name === 'forwarded') return true
  return false
}

/** A proxy that says nothing contradicts nothing. */
function agrees(said: string | readonly string[] | undefined, wanted: string | undefined): boolean {
  return said === undefined || wanted === undefined || textOf(said).toLowerCase() === wanted
}

function textOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' ? header : (header ?? []).join(',')
}

/** Each proxy appends the address it was called from; the last untrusted address may have forged all that precedes it. */
function lastUntrusted(peer: string, forwardedFor: string, isProxy: IsProxy): string {
  let address = peer
  for (const hop of forwardedFor.split(',').toReversed()) {
    if (hop.trim() === '') continue
    address = plainAddress(withoutPort(hop.trim()))
    if (isIP(address) === 0) throw refused('address')
    if (!isProxy(address)) return address
  }
  return address
}

function withoutPort(hop: string): string {
  const match = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/.exec(hop)
  return match?.[1] ?? match?.[2] ?? hop
}

/** IPv4 as such, also where a socket of IPv6 has it. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** All addresses of this machine are one, as a program here can take any of them; so are the 2^64 that one subscriber has. */
function counted(address: string): string {
  if (isLoopback(address)) return 'loopback'
  return isIP(address) === 6 ? `${firstHalf(address)}::/64` : address
}

/** The first four groups of an address of IPv6, each without leading zeros. */
function firstHalf(address: string): string {
  const [before = '', after] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const missing = after === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

type Why = 'untrusted' | 'forwarded' | 'plain' | 'host' | 'address' | 'direct'

function refused(why: Why): Failure {
  return new Failure('PROXY_REFUSED', { params: { why } })
}
