import type { Response } from 'express'

/** Express's own `json` guesses at types, charsets and freshness that are certain here. */
export function sendJson(response: Response, body: unknown): void {
  const text = JSON.stringify(body)
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.end(text)
}
