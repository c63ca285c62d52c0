import * as z from 'zod/mini'

/** The outcomes of a validation that ran. Interface, "States and transitions". */
export const validationStatuses = ['OK', 'NOK', 'NOT_VALIDATED'] as const

export type ValidationStatus = (typeof validationStatuses)[number]

/** The answer of POST /api/identity-validations and /api/bank-validations; anything else is a problem. */
export const validationOutcomeSchema = z.object({
  ran: z.literal(true),
  status: z.enum(validationStatuses),
  reason: z.nullable(z.string()),
  /** Echoed by the provider: the same for all attempts of one validation. */
  correlationId: z.string(),
  /** The trace identifier of the last attempt, to quote to the provider's support. */
  requestId: z.string(),
  attempts: z.number(),
  testMode: z.boolean(),
  /** When the answer came, ISO 8601 in UTC. */
  at: z.string(),
})

export type ValidationOutcome = z.infer<typeof validationOutcomeSchema>

/** What the web sends to be validated: the validation service's own codes (DNI, RUT, …), values cleaned. */
export interface IdentityValidation {
  readonly country: string
  readonly firstName: string
  /** Left out for a company, which has a single name. */
  readonly lastName?: string
  readonly documentType?: string
  readonly documentNumber: string
  readonly testMode?: boolean
  readonly beneficiaryId?: string
}

export interface BankValidation {
  readonly country: string
  readonly firstName: string
  /** Left out for a company, which has a single name. */
  readonly lastName?: string
  readonly documentType: string
  readonly documentNumber: string
  readonly bankName?: string
  readonly accountAgencyNumber?: string
  readonly accountTypeCode?: string
  readonly accountNumber: string
  readonly testMode?: boolean
  readonly beneficiaryId?: string
}
