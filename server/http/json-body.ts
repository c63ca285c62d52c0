import express, { type Request, type RequestHandler } from 'express'
import { Failure } from '../failure.ts'
import { parseJsonText } from './json-text.ts'

const limitBytes = 256 * 1024

/** Reads a JSON body into `request.body`: JSON in UTF-8 only, 256 KiB at most, nothing changed on the way. */
export const jsonBody: readonly RequestHandler[] = [
  requireJson,
  express.raw({ type: () => true, limit: limitBytes, inflate: false }),
  parseBody,
]

function requireJson(request: Request, _response: unknown, next: () => void): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim())
  const foreignCharset = parameters.some((text) => /^charset\s*=/i.test(text) && !/=\s*"?utf-8"?$/i.test(text))
  if (type.toLowerCase() !== 'application/json' || foreignCharset) {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body as JSON in UTF-8, with Content-Type: application/json.')
  }
  next()
}

function parseBody(request: Request, _response: unknown, next: () => void): void {
  const bytes: unknown = request.body
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw new Failure('MALFORMED_BODY', 'The body is empty.')
  request.body = parseJsonText(textOf(bytes))
  next()
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Failure('MALFORMED_BODY', 'The body is not UTF-8 text.')
  }
}
