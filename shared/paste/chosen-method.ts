import { methodFor } from '#shared/countries/rule-book.ts'
import { requestFields } from '#shared/payout/fields.ts'
import type { Country, Given } from '#shared/rule-book/country.ts'
import type { FoundField, FoundMethod } from './found.ts'

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
  const ground = fields.filter(({ field }) => accountFields.includes(field))
  const byNumber =
    ground.find(({ field }) => field === 'accountNumber') ?? ground.find(({ field }) => field === 'recipientPixKey')
  const issueContent = named.find(({ isNamed }) => isNamed)
  if (issueContent !== undefined && (issueContent.id !== 'instant' || byNumber === undefined)) return issueContent
  const [first] = ground
  if (first === undefined) return undefined
  const given: Given = Object.fromEntries(
    ground
      .toReversed()
      .flatMap(({ field, value }) => (requestFields.some((name) => name === field) ? [[field, value]] : [])),
  )
  return { id: methodFor(country, given, undefined).id, words: (byNumber ?? first).words, isNamed: false }
}
