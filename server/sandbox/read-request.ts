import * as z from 'zod/mini'
import type { WireNames } from '../provider/wire-names.ts'

/** A validation request as the provider reads it; a field that is missing is ''. */
export interface ValidationRequest {
  readonly correlationId: string
  readonly firstName: string
  readonly lastName: string
  readonly documentType: string
  readonly documentNumber: string
  readonly country: string
  readonly bankName: string
  readonly accountAgencyNumber: string
  readonly accountTypeCode: string
  readonly accountNumber: string
}

const textFields = z.record(z.string(), z.string())

const bodySchema = z.object({
  correlationId: z.string().check(z.minLength(1)),
  customer: textFields,
  bankAccount: z._default(textFields, {}),
})

/** Undefined when the body is not of the documented shape. Interface, part B. */
export function readRequest(body: unknown, names: WireNames): ValidationRequest | undefined {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) return undefined
  const { correlationId, customer, bankAccount } = parsed.data
  const field = (fields: Readonly<Record<string, string>>, name: string) => fields[name]?.trim() ?? ''
  return {
    correlationId,
    firstName: field(customer, names.firstName),
    lastName: field(customer, names.lastName),
    documentType: field(customer, 'documentType'),
    documentNumber: field(customer, names.documentNumber),
    country: field(customer, names.country),
    bankName: field(bankAccount, 'bankName'),
    accountAgencyNumber: field(bankAccount, 'accountAgencyNumber'),
    accountTypeCode: field(bankAccount, 'accountTypeCode'),
    accountNumber: field(bankAccount, names.accountNumber),
  }
}
