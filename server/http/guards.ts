import type { RequestHandler } from 'express'
import { Failure } from '../kernel/failure.ts'
import { isLoopback } from '../kernel/loopback.ts'
import type { NetworkSettings } from '../settings/network-settings.ts'
import type { ClientAddress } from './client-address.ts'

/** Refuses messages that two servers could read differently: Node and Express let both pass. */
export const unambiguousMessage: RequestHandler = (request, _response, next) => {
  // A target that names a server of its own goes before the Host header (RFC 9112, 3.2.2).
  const isOfServer = request.method === 'OPTIONS' && request.url === '*'
  if (!request.url.startsWith('/') && !isOfServer) throw new Failure('MALFORMED_REQUEST')
  if (hostHeaders(request.rawHeaders) !== 1) {
    throw ambiguous('hosts')
  }
  const coding = request.headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw ambiguous('encoding')
  }
  next()
}

/** Whose end is in doubt is the last on its connection: what follows may be a part of it. */
function ambiguous(why: 'hosts' | 'encoding'): Failure {
  return new Failure('MALFORMED_REQUEST', { params: { why }, headers: { connection: 'close' } })
}

/** Refuses expectations that the server cannot meet; Node handles 100-continue. */
export const knownExpectation: RequestHandler = (request, _response, next) => {
  const { expect } = request.headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') throw new Failure('EXPECTATION_FAILED')
  next()
}

/** `rawHeaders` holds names and values in turns. */
function hostHeaders(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1
  }
  return count
}

/** Under which names the server answers: that of its PUBLIC_URL; without one, those of this machine. */
type OwnName = Pick<NetworkSettings, 'host' | 'publicUrl'>

/** Refuses a Host that is not ours: a page of another site whose name was pointed at this machine (DNS rebinding). */
export function ownHost({ host: configured, publicUrl }: OwnName): RequestHandler {
  const url = publicUrl === undefined ? undefined : new URL(publicUrl)
  const isOurs = ({ name, port }: HostHeader) =>
    url === undefined
      ? isLoopback(name) || name === configured
      : name === url.hostname && (port ?? defaultPorts[url.protocol]) === (url.port || defaultPorts[url.protocol])
  return (request, _response, next) => {
    const host = readHost(request.headers.host ?? '')
    if (host === undefined || !isOurs(host)) throw new Failure('MALFORMED_REQUEST', { params: { why: 'otherHost' } })
    next()
  }
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

interface HostHeader {
  readonly name: string
  readonly port: string | undefined
}

function readHost(host: string): HostHeader | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/i.exec(host)
  return match?.[1] === undefined ? undefined : { name: match[1].toLowerCase(), port: match[2] }
}

/**
 * Refuses what another site's page sends with our user's browser: every write that names another origin, or that the browser does not call our own;
 * and where browsers know us by one address, whatever names another. Tools that say nothing of an origin pass.
 */
export function sameSite({ publicUrl }: Pick<OwnName, 'publicUrl'>): RequestHandler {
  return ({ method, headers }, _response, next) => {
    const { origin, host, 'sec-fetch-site': site = 'none' } = headers
    const own = publicUrl === undefined ? [`http://${host}`, `https://${host}`] : [publicUrl]
    const isForeign = origin !== undefined && !own.includes(origin)
    const isWrite = method !== 'GET' && method !== 'HEAD'
    const isRefused = isWrite
      ? isForeign || (site !== 'same-origin' && site !== 'none')
      : isForeign && publicUrl !== undefined
    if (isRefused) throw new Failure('CROSS_SITE_REQUEST')
    next()
  }
}

/** Refuses whatever says of itself, or is known, not to come the way that the network is set up. */
export function knownWay(clientAddress: ClientAddress): RequestHandler {
  return (request, _response, next) => {
    clientAddress(request)
    next()
  }
}

/** What is under way ends in peace; nothing new begins. */
export function refuseWhileStopping(isStopping: () => boolean): RequestHandler {
  return (_request, _response, next) => {
    if (isStopping()) throw shuttingDown()
    next()
  }
}

export function shuttingDown(): Failure {
  return new Failure('SHUTTING_DOWN', { headers: { connection: 'close' } })
}
