import { type Issue, issueOn } from '#shared/api/issue.ts'
import type { ParamsOf } from '#shared/api/issue-codes.ts'
import type { Country, FieldValues } from '#shared/rule-book/country.ts'
import { fieldLabel, onlyName } from './field-label.ts'

/** More letters than these are no name, whatever a country's banks keep. */
const mostLetters = 60

/** What looks wrong with a name of the right letters. Each is a warning, as a person may really have such a name. */
export function nameDoubts(
  field: string,
  value: string,
  country: Country | undefined,
  given: FieldValues,
): readonly Issue[] {
  const max = country?.longName ?? mostLetters
  if (value.length <= max && ordinary.test(value)) return none
  // A letter takes one or two places of a text.
  const letters = Array.from(value).length
  const label = fieldLabel(field)
  if (letters > max && max < mostLetters) return [issueOn(field, 'long_name', { letters, max, value, label })]
  const why = letters > mostLetters ? 'length' : oddityOf(value, country !== undefined && isCompany(country, given))
  return why === undefined ? [] : [issueOn(field, 'odd_name', { value, label, why })]
}

const none = [] as const

/** Most names, told at once: their second letter is another than the first. */
const ordinary = /^([a-z\xc0-\xff])(?!\1)[a-z\xc0-\xff][a-z\xc0-\xff'. -]*$/i

/** Companies are called 3M, 7-Eleven and Grupo 5. */
function oddityOf(value: string, isOfCompany: boolean): ParamsOf<'odd_name'>['why'] | undefined {
  if (/[<>]|&(?:amp|lt|gt|quot|apos|nbsp|#x?[0-9a-f]+);/i.test(value)) return 'markup'
  if (isOfCompany) return /[\p{L}\p{N}]/u.test(value) ? undefined : 'no-letters'
  if (!/\p{L}/u.test(value)) return 'no-letters'
  if (/\p{N}/u.test(value)) return 'digits'
  const letters = value.toLowerCase().match(/\p{L}/gu) ?? []
  return letters.length > 2 && new Set(letters).size === 1 ? 'repeated' : undefined
}

/** Whether the name may be a company's: by the type of beneficiary, or by a document that companies have too. */
function isCompany(country: Country, given: FieldValues): boolean {
  if (onlyName(country, given) !== undefined) return true
  return country.documents.find(({ code }) => code === given.documentType)?.isOfCompany !== undefined
}
