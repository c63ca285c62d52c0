import type { BankValidation, IdentityValidation } from '#shared/api/validation.ts'
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
