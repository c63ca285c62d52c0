import type { RequestHandler } from 'express'
import { Failure } from '../failure.ts'
import { isLoopback } from '../loopback.ts'

/** Refuses messages that two servers could read differently: Node and Express let both pass. */
export const unambiguousMessage: RequestHandler = (request, _response, next) => {
  if (hostHeaders(request.rawHeaders) !== 1) {
    throw new Failure('MALFORMED_REQUEST', { params: { why: 'hosts' } })
  }
  const coding = request.headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new Failure('MALFORMED_REQUEST', { params: { why: 'encoding' } })
  }
  next()
}

/** Refuses what nobody here knows how to meet; of 100-continue Node takes care. */
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

/** Refuses a Host that is not ours: a page of another site whose name was pointed at this machine (DNS rebinding). */
export function ownHost(configuredHost: string): RequestHandler {
  return (request, _response, next) => {
    const name = hostName(request.headers.host ?? '')
    if (name === undefined || !(isLoopback(name) || name === configuredHost)) {
      throw new Failure('MALFORMED_REQUEST', { params: { why: 'otherHost' } })
    }
    next()
  }
}

function hostName(host: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(host)
  return match?.[1]?.toLowerCase()
}

/** Refuses writes that another site's page sends with our user's browser. Tools that say nothing of an origin pass. */
export const sameSite: RequestHandler = (request, _response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') return next()
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const ours = site === undefined ? isOwnOrigin(origin, host) : site === 'same-origin' || site === 'none'
  if (!ours) throw new Failure('CROSS_SITE_REQUEST')
  next()
}

function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`
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
