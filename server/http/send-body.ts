import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

export async function sendText(
  response: Response,
  { text, contentType }: { readonly text: string | AsyncIterable<string | Uint8Array>; readonly contentType: string },
  isHead: boolean,
): Promise<void> {
  if (typeof text === 'string') return sendWhole(response, contentType, text)
  response.setHeader('content-type', contentType)
  if (isHead) response.end()
  else await sendPieces(response, text)
}

/** Express's own `json` and `send` guess at types, charsets and freshness that are certain here. */
export function sendWhole(response: Response, contentType: string, text: string): void {
  response.setHeader('content-type', contentType)
  response.setHeader('content-length', Buffer.byteLength(text))
  response.end(text)
}

/** Sends a long text as fast as it is taken. Who goes away in the middle is no error of ours. */
async function sendPieces(response: Response, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  await pipeline(Readable.from(pieces), response).catch((error: unknown) => {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!isGone) throw error
  })
}
