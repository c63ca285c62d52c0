import type { Request } from 'express'
import { Failure } from '../kernel/failure.ts'
import { parseJsonText } from './json-text.ts'

/** What a body may have where its route does not say more. */
export const usualBodyKiB = 256

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON body: in UTF-8 only, uncompressed, nothing changed on the way.
 * @throws Failure UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, MALFORMED_BODY, MALFORMED_REQUEST where it breaks off
 */
export async function readJson(request: Request, limitKiB = usualBodyKiB): Promise<unknown> {
  requireJson(request, limitKiB)
  return parseBody(await readBytes(request, limitKiB))
}

/**
 * Reads the body of a form, in which each name occurs once.
 * @throws Failure MALFORMED_BODY, BODY_TOO_LARGE, MALFORMED_REQUEST where it breaks off
 */
export async function readForm(request: Request, limitKiB = usualBodyKiB): Promise<Readonly<Record<string, string>>> {
  const { 'content-type': type = '' } = request.headers
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw new Failure('MALFORMED_BODY', { params: { why: 'form' } })
  const fields = [...new URLSearchParams(textOf(await readBytes(request, limitKiB)))]
  if (new Set(fields.map(([name]) => name)).size < fields.length)
    throw new Failure('MALFORMED_BODY', { params: { why: 'form' } })
  return Object.fromEntries(fields)
}

function readBytes(request: Request, limitKiB: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const end = () => request.off('data', collect).off('end', finish).off('close', breakOff)
    const collect = (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes <= limitKiB * 1024) return
      end()
      reject(tooLarge(limitKiB))
    }
    const finish = () => {
      end()
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
    }
    const breakOff = () => {
      end()
      reject(new Failure('MALFORMED_REQUEST', { params: { why: 'cut' } }))
    }
    // It may have broken off while it was looked up who asks.
    if (request.destroyed) breakOff()
    else request.on('data', collect).on('end', finish).on('close', breakOff)
  })
}

function requireJson({ headers }: Request, limitKiB: number): void {
  const type = headers['content-type'] ?? ''
  if (type !== 'application/json' && !isJsonInUtf8(type)) {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE')
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE')
  }
  if (Number(headers['content-length'] ?? 0) > limitKiB * 1024) throw tooLarge(limitKiB)
}

function isJsonInUtf8(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim())
  const foreignCharset = parameters.some((text) => /^charset\s*=/i.test(text) && !/=\s*"?utf-8"?$/i.test(text))
  return type.toLowerCase() === 'application/json' && !foreignCharset
}

function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new Failure('MALFORMED_BODY', { params: { why: 'empty' } })
  return parseJsonText(textOf(bytes))
}

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Failure('MALFORMED_BODY', { params: { why: 'encoding' } })
  }
}

function tooLarge(limitKiB: number): Failure {
  return new Failure('BODY_TOO_LARGE', { params: { most: limitKiB } })
}
