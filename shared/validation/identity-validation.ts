import type { Reading } from '#shared/api/fault.ts'
import type { IdentityValidation } from '#shared/api/validation.ts'

/** Reads a body of POST /api/identity-validations; all faults at once. Interface, part B. */
export function readIdentityValidation(_body: unknown): Reading<IdentityValidation> {
  return { ok: false, faults: [] }
}
