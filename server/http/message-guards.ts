import type { RequestHandler } from 'express'
import { Failure } from '../failure.ts'
import { isLoopback } from '../loopback.ts'

/** Refuses messages that two servers could read differently: Node and Express let both pass. */
export const unambiguousMessage: RequestHandler = (request, _response, next) => {
  if (hostHeaders(request.rawHeaders) !== 1) {
    throw new Failure('MALFORMED_REQUEST', 'Send exactly one Host header.')
  }
  const coding = request.headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new Failure('MALFORMED_REQUEST', 'The only Transfer-Encoding this server takes is chunked.')
  }
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
      throw new Failure('MALFORMED_REQUEST', 'The Host header names another server than this one.')
    }
    next()
  }
}

function hostName(host: string): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(host)
  return match?.[1]?.toLowerCase()
}
