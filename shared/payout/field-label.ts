import { asMessage, type Message, type MessageId } from '#shared/language/message.ts'
import type { Country, FieldValues } from '#shared/rule-book/country.ts'
import { type FieldRule, matchingNumbers } from './field-uses.ts'
import { type FieldName, isFieldName } from './fields.ts'

/**
 * What people in the country call the field: CBU, CLABE, RUT; the general name while several could be meant, unless these have one
 * together: "CLABE or debit card number". A field that is not of the table is called by its name.
 */
export function fieldLabel(field: FieldName, rule?: FieldRule, given?: FieldValues): Message
export function fieldLabel(field: string, rule?: FieldRule, given?: FieldValues): Message | string
export function fieldLabel(field: string, rule?: FieldRule, given: FieldValues = {}): Message | string {
  if (rule?.kind === 'number') {
    const [only, ...others] = matchingNumbers(rule.numbers, given)
    if (only !== undefined && others.length === 0) return asMessage(only.label)
    if (rule.label !== undefined) return { id: rule.label }
  }
  return isFieldName(field) ? { id: `field.${field}` } : field
}

/** The same where it is known who is paid: a company's one name is not called its first. */
export function fieldLabelIn(country: Country, field: FieldName, rule?: FieldRule, given?: FieldValues): Message
export function fieldLabelIn(country: Country, field: string, rule?: FieldRule, given?: FieldValues): Message | string
export function fieldLabelIn(
  country: Country,
  field: string,
  rule?: FieldRule,
  given: FieldValues = {},
): Message | string {
  const nameAlone = field === 'beneficiaryFirstName' ? onlyName(country, given) : undefined
  return nameAlone === undefined ? fieldLabel(field, rule, given) : { id: nameAlone }
}

/**
 * What the one name of the chosen type of beneficiary is called; undefined for one with a first and a last name.
 * Interface, part C, "Chile": beneficiaryType.
 */
export function onlyName({ beneficiaryTypes = [] }: Country, { beneficiaryType }: FieldValues): MessageId | undefined {
  return beneficiaryTypes.find(({ code }) => code === beneficiaryType)?.onlyName
}
