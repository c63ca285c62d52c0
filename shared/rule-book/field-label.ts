import { isFieldName, payoutFields } from '#shared/payout/fields.ts'
import type { Given } from './country.ts'
import type { FieldRule } from './field-uses.ts'
import { matchingNumbers } from './matching-numbers.ts'

/** What people in the country call the field: CBU, CLABE, RUT; the general word while several could be meant, unless these are two with names of their own: "CLABE or debit card number". */
export function fieldLabel(field: string, rule?: FieldRule, given: Given = {}): string {
  if (rule?.kind !== 'number') return generalLabel(field)
  const [only, ...others] = matchingNumbers(rule.numbers, given)
  if (only !== undefined && others.length === 0) return only.label
  const [other] = others
  const isOneOfTwo = field === 'accountNumber' && only !== undefined && other !== undefined && others.length === 1
  const isNamed = isOneOfTwo && ![only.label, other.label].includes(generalLabel(field))
  return isNamed ? `${only.label} or ${inSentence(other.label)}` : generalLabel(field)
}

/** A label inside a sentence: "first name", but "CPF" stays. */
export function inSentence(label: string): string {
  const isName = properNouns.some((name) => label.startsWith(name))
  return /^\p{Lu}\p{Ll}/u.test(label) && !isName ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** Words with which a label can begin that keep their capital everywhere. */
const properNouns = ['Pix']

function generalLabel(field: string): string {
  return isFieldName(field) ? payoutFields[field].label : field
}
