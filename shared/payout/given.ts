import { clean, trimmed, upperCased, withoutInvisible, withoutSeparators } from '#shared/rule-book/cleaning.ts'
import type { Country, Given } from '#shared/rule-book/country.ts'
import type { FieldUse, FieldUses } from '#shared/rule-book/field-uses.ts'
import type { EntryField } from './entry-fields.ts'
import { isBlank, type RawEntry } from './typed-value.ts'

/** The fields that decide about others, cleaned enough to compare; blanks and lone hyphens left out. */
export function givenIn(raw: RawEntry): Given {
  const found = decidingFields.flatMap((field) => {
    const value = raw[field]
    return typeof value !== 'string' || isBlank(value) ? [] : [[field, tidy(field, value)] as const]
  })
  return Object.fromEntries(found)
}

/** The same without codes that their field does not offer, and with the currency that counts. */
export function settled(given: Given, uses: FieldUses, country: Country): Given {
  const kept = decidingFields.flatMap((field) => {
    const value = given[field]
    return value === undefined || !offers(uses[field], value) ? [] : [[field, value] as const]
  })
  return { currencyCode: country.currency, ...Object.fromEntries(kept) }
}

const decidingFields: readonly EntryField[] = [
  'beneficiaryType',
  'documentType',
  'currencyCode',
  'bankName',
  'accountAgencyNumber',
  'accountNumber',
  'payoutAccountTypeCode',
  'recipientPixKey',
]

function tidy(field: EntryField, value: string): string {
  const isNumber = field === 'accountNumber'
  const steps = [withoutInvisible, trimmed, ...(isNumber ? [withoutSeparators] : [])]
  return clean(value, field === 'currencyCode' ? [...steps, upperCased] : steps).value
}

function offers(use: FieldUse, value: string): boolean {
  if (use.use !== 'asked') return true
  if (use.rule.kind === 'code') return use.rule.choices.some(({ code }) => code === value)
  if (use.rule.kind !== 'bank') return true
  const { banks, nationalCodes } = use.rule.bank
  return banks.some(({ code }) => code === value) || (nationalCodes !== undefined && /^[0-9]{3}$/.test(value))
}
