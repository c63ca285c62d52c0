import type { Response } from 'express'
import { sendProblem } from '../http/problems.ts'
import { sendJson } from '../http/send-json.ts'
import type { Given } from '../validations/validations.ts'

/** The answer over the wire, the same for each repeat but for the header that says so. */
export function presentAnswer(response: Response, { answer, isReplay }: Given): void {
  if (isReplay) response.setHeader('idempotency-replayed', 'true')
  if ('code' in answer.body) sendProblem(response, answer.body)
  else sendJson(response, answer.body)
}
