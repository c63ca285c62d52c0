import { requestFields } from '#shared/payout/fields.ts'
import { countryCodes } from '#shared/rule-book/country-codes.ts'
import { rulesOf } from '#shared/rules/rules-document.ts'
import type { JsonObject } from './path-item.ts'

/** PayoutRequestAR, PayoutRequestBR, …: what the provider is to receive, a country each, out of the rule book. */
export function payoutRequestSchemas(): Record<string, JsonObject> {
  return Object.fromEntries(
    countryCodes.flatMap((code) => {
      const schema = rulesOf(code)?.requestSchema
      return schema ? [[`PayoutRequest${code}`, schema]] : []
    }),
  )
}

/** An entry: the same fields with values as a person types them. */
export function entrySchema(): JsonObject {
  return {
    type: 'object',
    description: [
      'The fields of a payout request, with values as a person types or pastes them: spaces, dots and dashes inside numbers are cleaned, and each change is listed.',
      'What comes out is PayoutRequest of the country (PayoutRequestAR, PayoutRequestBR, …), and a request is a valid entry.',
      'A field that the country or method does not use is refused unless it is blank or a hyphen. currencyCode left out means the country’s own.',
      'amount is a number or decimal text, above zero, of at most 15 significant digits.',
    ].join(' '),
    properties: Object.fromEntries(requestFields.map((field) => [field, typed])),
    required: ['country'],
    additionalProperties: false,
  }
}

const typed = { type: ['string', 'number', 'boolean', 'null'] }
