import * as z from 'zod/mini'
import { type ValidationStatus, validationStatuses } from '#shared/api/validation.ts'
import type { Reply } from './exchange.ts'
import { readReplyJson } from './reply-json.ts'
import type { Attempt } from './retries.ts'
import { untrusted } from './status-table.ts'

/** What the provider said: an outcome (HTTP 200), or that the validation did not run (HTTP 400). */
export type ValidationReply =
  | { readonly ran: true; readonly status: ValidationStatus; readonly reason: string | null }
  | { readonly ran: false; readonly status: string | null; readonly reason: string | null }

const reason = z.optional(z.nullable(z.string()))

const ranSchema = z.looseObject({ validationStatusCode: z.enum(validationStatuses), validationResultReason: reason })

const notRunSchema = z.looseObject({
  validationStatusCode: z.optional(z.nullable(z.enum(validationStatuses))),
  validationResultReason: reason,
})

/**
 * Reads a MerchantValidationResponse; extra fields are tolerated, a missing, unknown or foreign value is not.
 * Interface, part B, "Response selection by HTTP status".
 */
export function readValidationReply(reply: Reply, echoName: string, correlationId: string): Attempt<ValidationReply> {
  const json = readReplyJson(reply)
  if (!json.ok) return untrusted(json.params)
  const parsed = reply.status === 200 ? ranSchema.safeParse(json.value) : notRunSchema.safeParse(json.value)
  if (!parsed.success) return untrusted({ why: 'shape' })
  if (parsed.data[echoName] !== correlationId) return untrusted({ why: 'echo' })
  return { answered: true, answer: replyOf(reply.status === 200, parsed.data) }
}

function replyOf(ran: boolean, body: z.infer<typeof notRunSchema>): ValidationReply {
  const { validationStatusCode: status = null, validationResultReason: reason = null } = body
  return ran && status !== null ? { ran: true, status, reason } : { ran: false, status, reason }
}
