import type { Request, Response } from 'express'
import { Failure } from '../failure.ts'

/**
 * The version that a write is meant for, from If-Match: "7"; a proxy that compresses may have made the ETag a weak one, W/"7".
 * @param advice what to send, where it is not this header alone
 * @throws Failure VERSION_REQUIRED without one, or with one that is not ours
 */
export function versionOf(request: Request, advice = sendIfMatch): number {
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(request.headers['if-match'] ?? '')
  if (match === null) throw new Failure('VERSION_REQUIRED', advice)
  return Number(match[1])
}

const sendIfMatch = 'Send If-Match with the ETag of the version that was shown, such as "3".'

/** Puts the version on the response, as the ETag that If-Match sends back. */
export function setVersion(response: Response, version: number): void {
  response.setHeader('etag', `"${version}"`)
}
