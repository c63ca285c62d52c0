import * as z from 'zod/mini'
import {
  type BankValidation,
  type IdentityValidation,
  type ValidationStatus,
  validationStatuses,
} from '#shared/api/validation.ts'
import { type Reply, readReplyJson } from './exchange.ts'
import type { Attempt } from './retries.ts'
import { untrusted } from './status-table.ts'
import type { WireNames } from './wire-names.ts'

/** The body of POST {base_url}/identity-validation. Interface, part B, "Identity validation request". */
export function identityRequest(validation: IdentityValidation, correlationId: string, names: WireNames) {
  return { correlationId, customer: customerOf(validation, names) }
}

/** The body of POST {base_url}/bank-validation. Interface, part B, "Bank validation request" and "Bank account fields by country". */
export function bankRequest(validation: BankValidation, correlationId: string, names: WireNames) {
  const bankAccount = given({
    bankName: validation.bankName,
    accountAgencyNumber: validation.accountAgencyNumber,
    accountTypeCode: validation.accountTypeCode === 'MOBILE_WALLET' ? names.MOBILE_WALLET : validation.accountTypeCode,
    [names.accountNumber]: validation.accountNumber,
  })
  return { correlationId, customer: customerOf(validation, names), bankAccount }
}

function customerOf(validation: IdentityValidation | BankValidation, names: WireNames) {
  return given({
    [names.firstName]: validation.firstName,
    [names.lastName]: validation.lastName,
    documentType: validation.documentType,
    [names.documentNumber]: validation.documentNumber,
    [names.country]: validation.country,
  })
}

/** Without the fields that have no value. */
function given(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}

/** The provider's reply: an outcome (HTTP 200), or that the validation did not run (HTTP 400). */
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
