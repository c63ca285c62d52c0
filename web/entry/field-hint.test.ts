import { expect, it } from 'vitest'
import { type CountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { formFields } from '#shared/payout/form-fields.ts'
import type { FieldValues } from '#shared/rule-book/country.ts'
import { fieldHint } from './field-hint.ts'

function hint(code: CountryCode, method: string, name: string, given: FieldValues = {}): string | undefined {
  const country = ruleBook[code]
  const found = formFields(country, methodIn(country, method), given).find((field) => field.name === name)
  return found && fieldHint(found)
}

it('The hint of a number field shows its format with an example, and the rules of its country', () => {
  expect(hint('MX', '', 'documentNumber')).toBe('18 letters and digits, such as BOXW310820HNERXN09')
  expect(hint('BR', 'bank', 'accountNumber')).toBe('digits only, such as 12345-6. Include the verification digit.')
})

it('The hint of a field that takes two formats shows both; of more it shows none', () => {
  expect(hint('MX', '', 'accountNumber')).toBe('CLABE: 18 digits; Debit card number: 16 digits')
  expect(hint('EC', '', 'documentNumber')).toBeUndefined()
  expect(hint('PE', '', 'documentNumber')).toBeUndefined()
})

it('The hint of every other field is the sentence of the rule book', () => {
  expect(hint('KE', '', 'externalReference')).toBe('Your own number for this payout')
  expect(hint('CL', '', 'amount', { currencyCode: 'CLP' })).toBe('15000, no decimals')
  expect(hint('KE', '', 'city')).toBeUndefined()
})
