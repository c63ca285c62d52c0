import { BlockList, isIP } from 'node:net'
import { type SignInMode, signInModes } from '#shared/api/session.ts'
import type { Environment } from '../kernel/environment.ts'
import { isLoopback } from '../kernel/loopback.ts'

/** Where the server listens, under which address browsers know it, and which proxies may be in between. */
export interface NetworkSettings {
  readonly host: string
  readonly signIn: SignInMode
  /** Where browsers find the app, as an origin such as https://pay.example.com; undefined: at this machine, under its own port. */
  readonly publicUrl: string | undefined
  /** Whose word counts on where a request came from. */
  readonly trustedProxies: readonly AddressRange[]
  /** For monitoring. 0 takes any free port; undefined: none. */
  readonly monitoring: { readonly host: string; readonly port: number } | undefined
}

/** An address, or all that share the given number of its first bits. */
interface AddressRange {
  readonly family: 'ipv4' | 'ipv6'
  readonly address: string
  readonly bits: number
}

/**
 * Reads the settings of the network, with all that is wrong with them. `given` holds no blanks.
 *
 * Other machines are let in only where people prove who they are and what they send is encrypted.
 */
export function readNetworkSettings(given: Environment): {
  readonly settings: NetworkSettings
  readonly errors: readonly string[]
} {
  const {
    HOST: host = '',
    SIGN_IN: mode = '',
    PUBLIC_URL: address,
    TRUSTED_PROXIES: proxies,
    METRICS_HOST: metricsHost = '127.0.0.1',
    METRICS_PORT: port,
  } = given
  const signIn = signInModes.find((one) => one === mode)
  const publicUrl = address === undefined ? undefined : readOrigin(address)
  const trusted = readProxies(proxies ?? '')
  const metricsPort = port === undefined ? undefined : readPort(port)
  return {
    settings: {
      host,
      signIn: signIn ?? 'local',
      publicUrl: publicUrl?.origin,
      trustedProxies: trusted.proxies,
      monitoring: metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort },
    },
    errors: [
      ...(signIn === undefined ? [`SIGN_IN must be one of ${signInModes.join(', ')}`] : []),
      ...hostErrors(host, signIn, publicUrl),
      ...(address === undefined ? [] : publicUrlErrors(publicUrl, signIn)),
      ...trusted.wrong.map((what) => `TRUSTED_PROXIES has ${what}`),
      ...(proxies !== undefined && signIn === 'local'
        ? ['TRUSTED_PROXIES needs SIGN_IN=accounts or oidc: in local a name is taken on trust, from this machine alone']
        : []),
      ...(Number.isNaN(metricsPort) ? ['METRICS_PORT must be a whole number from 0 to 65535'] : []),
      ...(metricsPort !== undefined && metricsPort > 0 && metricsPort === Number(given.PORT)
        ? ['METRICS_PORT must be another than PORT']
        : []),
      ...(isLoopback(metricsHost) || isIP(metricsHost) > 0
        ? []
        : ['METRICS_HOST must be an address of this machine, such as 10.0.0.7 or 0.0.0.0']),
      ...(given.METRICS_HOST !== undefined && port === undefined
        ? ['METRICS_HOST has no effect without METRICS_PORT']
        : []),
    ],
  }
}

/** An origin and nothing else; undefined for anything more or less. */
export function readOrigin(text: string): URL | undefined {
  if (!/^https?:\/\/[^/?#@]+\/?$/i.test(text.trim()) || !URL.canParse(text)) return undefined
  return new URL(text)
}

function publicUrlErrors(url: URL | undefined, signIn: SignInMode | undefined): readonly string[] {
  if (url === undefined) {
    return ['PUBLIC_URL must be what stands in the browser’s address bar, without a path: https://pay.example.com']
  }
  if (isLoopback(url.hostname)) return []
  return [
    ...(url.protocol === 'https:' ? [] : ['PUBLIC_URL must begin with https://; http is for this machine alone']),
    ...(signIn === 'local' ? ['PUBLIC_URL must name this machine while SIGN_IN is local: set accounts or oidc'] : []),
    ...(signIn === 'accounts' && isAddress(url.hostname)
      ? ['PUBLIC_URL must have a name, as passkeys belong to names: https://pay.example.com']
      : []),
  ]
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || isIP(hostname) > 0
}

function hostErrors(host: string, signIn: SignInMode | undefined, publicUrl: URL | undefined): readonly string[] {
  if (isLoopback(host)) return []
  const here = 'HOST must be 127.0.0.1, ::1 or localhost'
  return [
    ...(isIP(host) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)
      ? [`${here}, or an address of this machine, such as 0.0.0.0`]
      : []),
    ...(signIn === 'local'
      ? [`${here} while SIGN_IN is local: people sign in by name alone`]
      : publicUrl?.protocol === 'https:'
        ? []
        : [`${here} without a PUBLIC_URL of https: passwords would travel in clear`]),
  ]
}

function readPort(text: string): number {
  const port = /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : Number.NaN
  return port <= 65_535 ? port : Number.NaN
}

function readProxies(text: string): { readonly proxies: readonly AddressRange[]; readonly wrong: readonly string[] } {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '')
  const ranges = parts.map((part) => ({ part, range: readRange(part) }))
  const wrong = ranges.flatMap(({ part, range }) => (range === undefined ? [part] : []))
  const proxies = ranges.flatMap(({ range }) => (range === undefined ? [] : [range]))
  return {
    proxies,
    wrong: [
      ...wrong.map((part) =>
        rangeIn(part) !== undefined
          ? `${part}, which trusts too many: name the proxies`
          : `${part}, which is no address: write 10.0.0.7, 10.0.0.0/24 or ::1`,
      ),
      ...(areTooMany(proxies) ? ['ranges that trust too many together: name the proxies'] : []),
    ],
  }
}

/** Whether ranges have more addresses than two of the widest: all private networks, and those of a content delivery network, have fewer. */
export function areTooMany(ranges: readonly AddressRange[]): boolean {
  const widest = { ipv4: 0, ipv6: 0 }
  for (const range of ranges) {
    const isMapped = range.family === 'ipv6' && has(ipv4Within, range.address)
    const family = isMapped ? 'ipv4' : range.family
    const bits = isMapped ? range.bits - ipv4Within.bits : range.bits
    widest[family] += 2 ** (fewestBits[family] - bits)
  }
  return Math.max(widest.ipv4, widest.ipv6) > 2
}

/** The widest range that names anyone; two of half of all addresses each would be all there are. */
const fewestBits = { ipv4: 8, ipv6: 16 } as const

/** Reads an address of IPv4 or IPv6, or a range of them; undefined for anything else, and for a range that is wider than any network's. */
export function readRange(text: string): AddressRange | undefined {
  const range = rangeIn(text)
  return range === undefined || range.bits < fewestBits[range.family] || isOfIpv4(range) ? undefined : range
}

function rangeIn(text: string): AddressRange | undefined {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return undefined
  const longest = version === 6 ? 128 : 32
  const bits = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  return bits <= longest ? { family: version === 6 ? 'ipv6' : 'ipv4', address, bits } : undefined
}

/** In this range IPv6 has the addresses of IPv4. */
const ipv4Within = { address: '::ffff:0.0.0.0', bits: 96, family: 'ipv6' } as const

/** Whether a range of IPv6 has more addresses of IPv4 than a range of these can have. */
function isOfIpv4(range: AddressRange): boolean {
  if (range.family === 'ipv4' || range.bits >= ipv4Within.bits + fewestBits.ipv4) return false
  return has(range, ipv4Within.address) || has(ipv4Within, range.address)
}

function has({ address, bits, family }: AddressRange, other: string): boolean {
  const list = new BlockList()
  list.addSubnet(address, bits, family)
  return list.check(other, family)
}
