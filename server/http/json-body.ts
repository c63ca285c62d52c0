import type { NextFunction, Request, RequestHandler } from 'express'
import { Failure } from '../failure.ts'
import { parseJsonText } from './json-text.ts'

const usualLimitKiB = 256
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads a JSON body into `request.body`: JSON in UTF-8 only, uncompressed, 256 KiB at most, nothing changed on the way. */
export const jsonBody: RequestHandler = (request, _response, next) => readBody(request, usualLimitKiB, next)

/** The same for a list of ids, which may be 1 MiB long. */
export const longJsonBody: RequestHandler = (request, _response, next) => readBody(request, 1024, next)

function readBody(request: Request, limitKiB: number, next: NextFunction): void {
  requireJson(request, limitKiB)
  const chunks: Buffer[] = []
  let bytes = 0
  const end = (read: () => void) => {
    request.off('data', collect).off('end', finish).off('close', breakOff)
    try {
      read()
      next()
    } catch (error) {
      next(error)
    }
  }
  const collect = (chunk: Buffer) => {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes > limitKiB * 1024) end(() => refuseSize(limitKiB))
  }
  const finish = () =>
    end(() => {
      request.body = parseBody(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
    })
  const breakOff = () => end(refuseFragment)
  request.on('data', collect).on('end', finish).on('close', breakOff)
}

function requireJson({ headers }: Request, limitKiB: number): void {
  const type = headers['content-type'] ?? ''
  if (type !== 'application/json' && !isJsonInUtf8(type)) {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body as JSON in UTF-8, with Content-Type: application/json.')
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body uncompressed.')
  }
  if (Number(headers['content-length'] ?? 0) > limitKiB * 1024) refuseSize(limitKiB)
}

function isJsonInUtf8(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim())
  const foreignCharset = parameters.some((text) => /^charset\s*=/i.test(text) && !/=\s*"?utf-8"?$/i.test(text))
  return type.toLowerCase() === 'application/json' && !foreignCharset
}

function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Failure('MALFORMED_BODY', 'The body is empty.')
  return parseJsonText(textOf(bytes))
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Failure('MALFORMED_BODY', 'The body is not UTF-8 text.')
  }
}

function refuseSize(limitKiB: number): never {
  throw new Failure('BODY_TOO_LARGE', `Send at most ${limitKiB} KiB in one body.`, { params: { most: limitKiB } })
}

function refuseFragment(): never {
  throw new Failure('MALFORMED_REQUEST', 'The request broke off before its end.')
}
