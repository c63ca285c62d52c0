import type { Reading } from '#shared/api/fault.ts'
import type { BankValidation } from '#shared/api/validation.ts'

/** Reads a body of POST /api/bank-validations; all faults at once. Interface, part B. */
export function readBankValidation(_body: unknown): Reading<BankValidation> {
  return { ok: false, faults: [] }
}
