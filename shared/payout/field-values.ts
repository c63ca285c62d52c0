import { bankRulesOf, cleanBankCode, isBankCode } from '#shared/rule-book/bank-code.ts'
import { bareCodeSteps, clean, numberSteps, upperCodeSteps } from '#shared/rule-book/cleaning.ts'
import type { Country, FieldValues } from '#shared/rule-book/country.ts'
import type { RawEntry } from './entry.ts'
import type { FieldUse, FieldUses } from './field-uses.ts'
import { type FieldName, fieldOf, type TextFieldName, textFields } from './fields.ts'
import { isBlank, isTooLong } from './typed-value.ts'

/**
 * The fields that decide about others, cleaned as their readers clean them; blanks, lone hyphens and texts
 * too long to be read left out.
 * Without a country, bank codes stay as they are typed.
 */
export function givenIn(raw: RawEntry, country?: Country): FieldValues {
  const given: MutableFieldValues = {}
  for (const field of decidingFields) {
    const value = raw[field]
    if (typeof value === 'string' && !isTooLong(value) && !isBlank(value)) given[field] = cleaned(field, value, country)
  }
  return given
}

/** The same without codes that their field does not offer, and with the currency that counts. */
export function settled(given: FieldValues, uses: FieldUses, country?: Country): FieldValues {
  const kept: MutableFieldValues = country === undefined ? {} : { currencyCode: country.currency }
  for (const field of decidingFields) {
    const value = given[field]
    if (value !== undefined && offers(uses[field], value)) kept[field] = value
  }
  return kept
}

/** The values while they are found. */
type MutableFieldValues = { -readonly [Field in keyof FieldValues]: FieldValues[Field] }

const decidingFields: readonly TextFieldName[] = textFields.filter((name) => fieldOf(name).decides === true)

function cleaned(field: FieldName, value: string, country: Country | undefined): string {
  if (field === 'bankName') return cleanBankCode(value, country === undefined ? [] : bankRulesOf(country)).value
  if (field === 'accountNumber') return clean(value, numberSteps()).value
  return clean(value, field === 'currencyCode' ? upperCodeSteps : bareCodeSteps).value
}

function offers(use: FieldUse, value: string): boolean {
  if (use.use !== 'asked') return true
  if (use.rule.kind === 'code') return use.rule.choices.some(({ code }) => code === value)
  return use.rule.kind !== 'bank' || isBankCode(value, use.rule.bank)
}
