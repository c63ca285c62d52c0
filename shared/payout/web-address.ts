import * as z from 'zod/mini'

/** What is wrong with an address that the provider is to call: its form, or one of the rules for where a payout may be reported. */
export type AddressFault = 'form' | 'http' | 'credentials' | 'private'

/** The scheme of the web and no gap, as the URL parser alone would also take spaces and line ends; the host is the parser's to read. */
const form = /^[Hh][Tt][Tt][Pp][Ss]?:[/][/]\S+$/u

/** What JSON Schema can say of an address: which hosts are refused is left out. */
export const webAddressPattern = /^[Hh][Tt][Tt][Pp][Ss]:[/][/]\S+$/u

/** As the parser writes it: lower case, IPv4 in decimals however it was spelt, IPv6 in its shortest form, no default port. */
const normalized = z.url({ protocol: /^https?$/, hostname: /./, normalize: true })

const parts = /^(https?):\/\/(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/:?#]*)/

/** Undefined for an https address on the public internet. */
export function addressFault(text: string): AddressFault | undefined {
  const [, scheme, credentials, host] = partsOf(text)
  if (host === undefined) return 'form'
  if (scheme === 'http') return 'http'
  if (credentials !== undefined) return 'credentials'
  return isPublicHost(host) ? undefined : 'private'
}

/** The host of an address in lower-case ASCII, so that another alphabet is seen: `xn--pple-43d.com`. Undefined for what is no address. */
export function hostOf(text: string): string | undefined {
  return partsOf(text)[3]
}

function partsOf(text: string): readonly string[] {
  const parsed = form.test(text) ? normalized.safeParse(text) : undefined
  return parts.exec(parsed?.success ? parsed.data : '') ?? []
}

function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) return isPublicIpv6(host)
  const bytes = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)
  if (bytes !== null) return isPublicIpv4(Number(bytes[1]), Number(bytes[2]), Number(bytes[3]))
  // RFC 6761, 6762, 8375, 9476, and what routers and companies use: no public name ends so, and none is a single word.
  return (
    /[^.]\.[^.]/.test(host) &&
    !/\.(?:localhost|local|internal|intranet|private|corp|home|lan|home\.arpa)\.?$/.test(host)
  )
}

/** RFC 6890: this network, private, carrier, loopback, link-local, protocols, benchmarks; and from 224 on multicast and reserved. */
function isPublicIpv4(first: number, second: number, third: number): boolean {
  if (first === 0 || first === 10 || first === 127 || first >= 224) return false
  if (first === 100) return second < 64 || second > 127
  if (first === 169) return second !== 254
  if (first === 172) return second < 16 || second > 31
  if (first === 192) return second !== 168 && !(second === 0 && third === 0)
  return first !== 198 || (second !== 18 && second !== 19)
}

/** RFC 4291: all that is public lies in 2000::/3. 2002::/16 and 2001::/32 hold an IPv4 address of any kind. */
function isPublicIpv6(host: string): boolean {
  return /^\[[23][0-9a-f]{3}:/.test(host) && !/^\[200(?:2:|1:(?:0:|:))/.test(host)
}
