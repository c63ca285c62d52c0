import { methodFor } from '#shared/countries/rule-book.ts'
import { completeEntry, type Entry } from '#shared/payout/entry.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { fieldOf, isFieldName, requestFields, type TextFieldName } from '#shared/payout/fields.ts'
import { impliedCodes } from '#shared/payout/implied-codes.ts'
import type { Country, FieldValues } from '#shared/rule-book/country.ts'
import type { FoundField, FoundMethod } from './found.ts'

/** The form with what a person took from a message: the values, the way of paying, and what follows from them. */
export function filledForm(
  country: Country,
  before: Entry,
  taken: readonly FoundField[],
  named: FoundMethod | undefined,
): Entry {
  const method = chosenMethod(country, taken, named === undefined ? [] : [named])
  const values = Object.fromEntries(taken.map(({ field, value }) => [field, value] as const))
  const filled = { ...before, ...values, ...(method && { method: method.id }) }
  return { ...filled, ...impliedCodes(country, filled) }
}

/** What the form holds where a value would go; undefined where nothing is lost. */
export function replacedBy(
  { field, value }: FoundField,
  country: Country,
  values: Entry | undefined,
): string | undefined {
  const current = values?.[field] ?? ''
  return current === '' || current === value || current === emptyEntry(country)[field] ? undefined : current
}

/**
 * Whether a message is about another person than the form: it brings another document, or, where one of the two has none, another account.
 * The same document with another account is the same person.
 */
export function isAboutSomebodyElse(fields: readonly FoundField[], values: Entry | undefined): boolean {
  if (values === undefined) return false
  const found = identifiers.map((names) => comparison(names, fields, values))
  return found.find((outcome) => outcome !== undefined) === 'other'
}

/** The form without what it says of a person; what it says of the payout stays. */
export function withoutPerson(country: Country, values: Entry): Entry {
  const empty = Object.entries(emptyEntry(country)).filter(
    ([name]) => isFieldName(name) && fieldOf(name).of === 'beneficiary',
  )
  return completeEntry({ ...values, ...Object.fromEntries(empty) })
}

/** The fields that identify a person, the surest first. */
const identifiers = [['documentNumber'], ['accountNumber', 'recipientPixKey']] as const

/** Undefined where message and form do not both hold one of the fields. */
function comparison(
  names: readonly TextFieldName[],
  fields: readonly FoundField[],
  values: Entry,
): 'same' | 'other' | undefined {
  const pairs = fields.filter(({ field }) => names.includes(field) && values[field] !== '')
  if (pairs.length === 0) return undefined
  return pairs.some(({ field, value }) => bare(value) === bare(values[field])) ? 'same' : 'other'
}

/** As it counts, however it is written. */
function bare(value: string): string {
  return value.replace(/[^\p{L}\p{N}@]/gu, '').toLowerCase()
}

/** The fields of an account, from which a way of paying follows. */
const accountFields: readonly FoundField['field'][] = [
  'recipientPixKey',
  'accountNumber',
  'bankName',
  'accountAgencyNumber',
  'payoutAccountTypeCode',
]

/**
 * The way of paying: the one that the message names, unless an account speaks against an instant payment; else what the
 * country's own rule says of the fields found. Undefined where nothing of an account was found or there is no choice.
 */
export function chosenMethod(
  country: Country,
  fields: readonly FoundField[],
  named: readonly FoundMethod[],
): FoundMethod | undefined {
  if (country.methods.length === 1) return undefined
  const all = fields.filter(({ field }) => accountFields.includes(field))
  // "Itaú" beside a Pix key says where the key is, not what to fall back on.
  const isKeyAlone = all.every(({ field }) => field === 'recipientPixKey' || field === 'bankName')
  const ground = isKeyAlone && all.length > 1 ? all.filter(({ field }) => field === 'recipientPixKey') : all
  const byNumber =
    ground.find(({ field }) => field === 'accountNumber') ?? ground.find(({ field }) => field === 'recipientPixKey')
  const issueContent = named.find(({ isNamed }) => isNamed)
  if (issueContent !== undefined && (issueContent.id !== 'instant' || byNumber === undefined)) return issueContent
  const [first] = ground
  if (first === undefined) return undefined
  const given: FieldValues = Object.fromEntries(
    ground
      .toReversed()
      .flatMap(({ field, value }) => (requestFields.some((name) => name === field) ? [[field, value]] : [])),
  )
  return { id: methodFor(country, given, undefined).id, words: (byNumber ?? first).words, isNamed: false }
}
