import { isGivenName } from '#shared/paste/given-names.ts'
import { isCompany, lastCount, wordsOfName } from '#shared/paste/name-parts.ts'
import { clean, textSteps } from '#shared/rule-book/cleaning.ts'
import type { NameOrder } from './column-meaning.ts'

/** A whole name in its two fields. */
export interface SplitName {
  readonly first: string
  readonly last: string
}

/**
 * Splits a whole name: at its comma, which the first name follows; else by the order of the column, where four words and more are two and
 * two; the registered name of a company, which is never turned round, before its legal form. A single word is a first name: the last is left to the person.
 */
export function splitName(name: string, order: NameOrder): SplitName {
  const { value } = clean(name, textSteps)
  const comma = value.indexOf(',')
  const [ahead, behind] = [value.slice(0, comma).trim(), value.slice(comma + 1).trim()]
  if (isCompany(value))
    return comma > 0 && behind !== '' ? companyWithComma(ahead, behind) : splitCompany(withoutComma(value))
  if (comma > 0) return { first: behind, last: ahead }
  const words = wordsOfName(value)
  if (words.length < 2) return { first: value, last: '' }
  return order === 'last-first' ? familyFirst(words) : givenFirst(words)
}

function givenFirst(words: readonly string[]): SplitName {
  const cut = words.length - lastCount(words)
  return { first: words.slice(0, cut).join(' '), last: words.slice(cut).join(' ') }
}

/** Two family names come before the given ones, unless the second word is a given name. */
function familyFirst(words: readonly string[]): SplitName {
  const cut = words.length > 2 && !isGivenName(words[1]) ? 2 : 1
  return { first: words.slice(cut).join(' '), last: words.slice(0, cut).join(' ') }
}

const legalForm =
  /\s(?:s\.?\s?a\.?\s?s|s\.?\s?a|s\.?p\.?a|s\.?\s?r\.?\s?l|ltda|limitada|e\.?i\.?r\.?l|mei?|eireli|s\.? de r\.?l\.?(?: de c\.?v)?|s\.?\s?a\.?\s?p?\.?i?\.? de c\.?v|inc|llc|ltd)\.?$/iu

/** The name of a company is in order whatever the column: its comma is left out, and parts it where no legal form ends it. */
function companyWithComma(ahead: string, behind: string): SplitName {
  if (legalForm.test(` ${behind}`)) return splitCompany(withoutComma(`${ahead} ${behind}`))
  return { first: withoutComma(ahead), last: withoutComma(behind) }
}

function withoutComma(name: string): string {
  return name.replace(/\s?,\s?/g, ' ').trim()
}

function splitCompany(name: string): SplitName {
  const found = legalForm.exec(name)
  const cut = found === null || found.index < 1 ? name.lastIndexOf(' ') : found.index
  return cut < 1 ? { first: name, last: '' } : { first: name.slice(0, cut).trim(), last: name.slice(cut).trim() }
}

/** The order of most names of a column, judged by their given names. */
export function nameOrderOf(names: readonly string[]): NameOrder {
  let [ahead, behind] = [0, 0]
  for (const name of names) {
    const words = name.trim().split(/\s+/)
    if (words.length < 2 || name.includes(',')) continue
    if (isGivenName(words[0])) ahead += 1
    if (isGivenName(words.at(-1))) behind += 1
  }
  return behind > ahead ? 'last-first' : 'first-last'
}
