import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** Sends a long text as fast as it is taken. Who goes away in the middle is no error of ours. */
export async function sendPieces(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(pieces), response).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
