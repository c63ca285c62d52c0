import type { Response } from 'express'
import type { Payout } from '#shared/api/payout.ts'
import { sendJson } from '../http/send-json.ts'
import { setVersion } from '../http/version.ts'

/** Sends a payout with its version, which the next act sends back. */
export function sendPayout(response: Response, payout: Payout): void {
  setVersion(response, payout.version)
  sendJson(response, payout)
}
