import type { Response } from 'express'
import { sendJson } from './send-json.ts'
import { setVersion } from './version.ts'

/** A write's answer, and whether it was given before. */
interface Answered {
  readonly answer: {
    readonly status: number
    readonly body: unknown
    readonly version?: number
    readonly location?: string
  }
  readonly isReplay: boolean
}

/** Sends a write's answer, the same for each repeat but for the header that says so. */
export function sendAnswer(response: Response, { answer, isReplay }: Answered): void {
  const { status, body, version, location } = answer
  if (isReplay) response.setHeader('idempotency-replayed', 'true')
  if (version !== undefined) setVersion(response, version)
  if (location !== undefined) response.setHeader('location', location)
  response.status(status)
  if (status === 204) response.end()
  else sendJson(response, body)
}
