import { ruleBook } from '#shared/countries/rule-book.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import { countryCodes } from '#shared/rule-book/country-codes.ts'
import { requestJsonSchema } from '#shared/rules/request-json-schema.ts'
import type { JsonObject } from './path-item.ts'

/** PayoutRequestAR, PayoutRequestBR, …: what the provider is to receive, a country each, out of the rule book. */
export function payoutRequestSchemas(fields: FieldTable): Record<string, JsonObject> {
  const schemas = countryCodes.map(
    (code) => [`PayoutRequest${code}`, requestJsonSchema(ruleBook[code], fields)] as const,
  )
  return Object.fromEntries(schemas)
}

/** An entry as it is given: all fields with values as a person types them. */
export function givenEntry(fields: FieldTable): JsonObject {
  return {
    type: 'object',
    description: [
      'The fields of a payout request, with values as a person types or pastes them: spaces, dots and dashes inside numbers are cleaned, and each change is listed.',
      'What comes out is PayoutRequest of the country (PayoutRequestAR, PayoutRequestBR, …), and a request is a valid entry.',
      'A field that the country or method does not use is refused unless it is blank or a hyphen. currencyCode left out means the country’s own.',
      'amount is a number or decimal text, above zero, of at most 15 significant digits.',
      'method is how it is paid; left out, it follows from the values.',
    ].join(' '),
    properties: { method: { type: 'string' }, ...Object.fromEntries(spellingsOf(fields).map((name) => [name, typed])) },
    required: ['country'],
    additionalProperties: false,
  }
}

function spellingsOf(fields: FieldTable): readonly string[] {
  return Object.entries(fields).flatMap(([name, { alsoSpelt }]) =>
    alsoSpelt === undefined ? [name] : [name, alsoSpelt],
  )
}

/** An entry as it is saved: texts as they were typed, an amount as decimal text; blank fields are left out. */
export function savedEntry(fields: FieldTable): JsonObject {
  const values = Object.entries(fields).map(([name, { rule }]) => [
    name,
    { type: rule === 'flag' ? 'boolean' : 'string' },
  ])
  return {
    type: 'object',
    properties: { method: { type: 'string' }, ...Object.fromEntries(values) },
    additionalProperties: false,
  }
}

const typed = { type: ['string', 'number', 'boolean', 'null'] }
