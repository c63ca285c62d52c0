import * as z from 'zod/mini'
import { idText } from '#shared/api/texts.ts'
import { anyCountry } from '#shared/countries/rule-book.ts'
import { bankCountries, type bankFields } from '#shared/validation/bank-validation.ts'
import { identityCountries, type identityFields } from '#shared/validation/identity-validation.ts'

/** The body of POST /api/identity-validations; what only the rule book can check is described in words. */
export function identityBodySchema() {
  return z.strictObject({
    country: z.enum(identityCountries),
    ...names,
    documentType: z.optional(documentType(identityCountries, 'identityValidation')),
    ...rest,
  } satisfies Record<(typeof identityFields)[number], unknown>)
}

/** The body of POST /api/bank-validations. */
export function bankBodySchema() {
  return z.strictObject({
    country: z.enum(bankCountries),
    ...names,
    documentType: documentType(bankCountries, 'bankValidation'),
    ...rest,
    bankName: z.optional(
      text('Bank code. CL, CO, EC: required. PE: required unless accountNumber is a CCI. AR, MX: not used.'),
    ),
    accountAgencyNumber: z.optional(text('CL, CO, EC: required. PE: required with bankName. AR, MX: not used.')),
    accountTypeCode: z.optional(
      text(
        'The validation service’s own code: 0002 is checking, others are savings; MOBILE_WALLET in CO. See bankValidation in /api/rules/{country}.',
      ),
    ),
    accountNumber: text('Held to the number rules of the country’s payout request.'),
  } satisfies Record<(typeof bankFields)[number], unknown>)
}

const names = {
  firstName: text('Not blank.'),
  lastName: z.optional(text('Not blank. Left out for a company, which has a single name.')),
}

const rest = {
  documentNumber: text('Held to the rule of the document type; spaces, dots and dashes are cleaned.'),
  testMode: z.optional(
    z.boolean().check(z.describe('true: checked but not run, not billed; always OK when the fields are right.')),
  ),
  beneficiaryId: z.optional(idText),
}

function documentType(countries: readonly string[], service: 'identityValidation' | 'bankValidation') {
  const codes = countries.map((code) => {
    const country = anyCountry(code)
    const rule = country && 'methods' in country ? country[service] : country?.identityValidation
    return `${code} ${rule?.documents.map((document) => document.code).join(' or ')}`
  })
  return text(`The validation service’s own code: ${codes.join(', ')}.`)
}

function text(description: string) {
  return z.string().check(z.describe(description))
}
