import { type CountryCode, countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import { asMessage } from '#shared/language/message.ts'
import { dollars } from '#shared/rule-book/currencies.ts'
import type { ColumnContent } from './column-content.ts'
import type { ColumnMatch } from './matching.ts'

/** The country for which most of the headings and numbers of a file speak; undefined where a column says it, or where two are as likely. */
export function countryOf(
  columns: readonly ColumnMatch[],
  contents: readonly ColumnContent[],
): CountryCode | undefined {
  if (columns.some(({ meaning }) => meaning.as === 'field' && meaning.field === 'country')) return undefined
  const votes = columns.flatMap((column) => [...namedBy(column), ...shownBy(column, contents[column.index])])
  const counted = countryCodes
    .map((code) => ({ code, count: votes.filter((countries) => countries.includes(code)).length }))
    .toSorted((a, b) => b.count - a.count)
  const [first, second] = counted
  return first === undefined || first.count === 0 || first.count === second?.count ? undefined : first.code
}

type Vote = readonly CountryCode[]

/** RUT, CLABE, chave Pix: what few countries have. */
function namedBy({ meaning }: ColumnMatch): readonly Vote[] {
  if (meaning.as === 'agency-and-account') return [withField('accountAgencyNumber')]
  if (meaning.as !== 'field') return []
  const { labels, currency } = meaning.implied ?? {}
  return [
    ...(labels === undefined
      ? []
      : [countryCodes.filter((code) => labels.some((label) => labelsIn(code).includes(label)))]),
    ...(currency === undefined ? [] : [withCurrency(currency)]),
    ...(meaning.field === 'recipientPixKey' || meaning.field === 'accountAgencyNumber'
      ? [withField(meaning.field)]
      : []),
  ]
}

function shownBy({ meaning }: ColumnMatch, content: ColumnContent | undefined): readonly Vote[] {
  if (meaning.as !== 'field' || content === undefined) return []
  if (meaning.field === 'currencyCode')
    return [...new Set(content.texts)].map((text) => withCurrency(text.trim().toUpperCase()))
  const proven = content.numbers.filter(({ field }) => field === meaning.field).map(({ country }) => country)
  return proven.length === 0 ? [] : [proven]
}

function labelsIn(code: CountryCode): readonly string[] {
  const { documents, methods } = ruleBook[code]
  const accounts = methods.flatMap(({ fields: { accountNumber: use } }) => (use?.use === 'asked' ? use.rule : []))
  return [...documents, ...accounts].map(({ label }) => asMessage(label).id)
}

/** Dollars go everywhere. */
function withCurrency(currency: string): Vote {
  return currency === dollars ? [] : countryCodes.filter((code) => ruleBook[code].currency === currency)
}

function withField(field: 'accountAgencyNumber' | 'recipientPixKey'): Vote {
  return countryCodes.filter((code) => ruleBook[code].methods.some(({ fields }) => fields[field]?.use === 'asked'))
}
