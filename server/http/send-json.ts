import type { Response } from 'express'

/**
 * Express's own `json` guesses at types, charsets and freshness that are certain here.
 * @param indent spaces before each line, where people read it
 */
export function sendJson(response: Response, body: unknown, indent = 0): void {
  const text = JSON.stringify(body, null, indent)
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.end(text)
}
