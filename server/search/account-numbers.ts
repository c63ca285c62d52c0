import type { Country } from '#shared/rule-book/country.ts'

/* The numbers in the text of an account or a document, for sums of what a payee gets: two spellings of one number are one. */

/** Digits and letters alone, without leading zeros; letters that look like a digit are one. */
export function bare(number: string): string {
  return number
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/^0+(?=.)/, '')
}

const fewestDigits = 7

/** The digits of a number that is long enough to be known by them. */
export function numberKeyOf(number: string): string {
  const digits = number.replace(/[\p{L}\p{N}]+/gu, withDigits).replace(/\P{Nd}/gu, '')
  return bare(digits.length >= fewestDigits ? digits : number)
}

/** A word in which letters that look like a digit are beside digits, or alone. */
function withDigits(word: string): string {
  return /\p{Nd}|^[OIL]+$/iu.test(word) ? word.replace(/O/gi, '0').replace(/[IL]/gi, '1') : word
}

/**
 * An account of a country with a rule for accounts is its digits. Elsewhere anything can be written beside the number, so that each number in the
 * text is one that may be meant.
 */
export function accountKeys(account: string, rules: Country | undefined): readonly string[] {
  const whole = withoutPrefix(numberKeyOf(account), rules?.phonePrefix)
  if (rules?.undocumented?.includes('accountNumber') !== true) return [whole]
  const readings = [account, withLookalikes(account)]
  return [...new Set([whole, ...readings.flatMap((text) => numbersIn(sectionsOf(text), rules))])]
}

/** What is before, between and after words and commas, as the groups of its digits. */
type DigitGroups = readonly string[]

/** Letters that look like a digit, where they are beside digits or alone, as digits: each is a group of its own. */
function withLookalikes(text: string): string {
  return text.replace(/[\dOIL|!]+/gi, (number, start: number) => {
    const isWord = !/[A-Z]/i.test((text[start - 1] ?? '') + (text[start + number.length] ?? ''))
    return isWord || /\d/.test(number) ? number.replace(/O/gi, ' 0 ').replace(/[IL|!]/gi, ' 1 ') : number
  })
}

function sectionsOf(text: string): readonly DigitGroups[] {
  return text
    .split(/[^\d\s.()-]+/)
    .map((section) => section.match(/\d+/g) ?? [])
    .filter((groups) => groups.length > 0)
}

function numbersIn(sections: readonly DigitGroups[], country: Country): readonly string[] {
  const groups = sections.flat()
  const joined = [groups.join(''), ...sections.map((section) => section.join(''))]
  const ends = sections.flatMap((section) => section.map((_, first) => section.slice(first).join('')))
  const parts = groups.flatMap((_, first) => partsFrom(groups, first))
  return [
    ...[...joined, ...groups].filter(({ length }) => length >= fewestDigits),
    ...ends.filter((end) => national(end, country).length >= country.phoneDigits[1]),
    ...parts.filter((part) => isPhone(part, country)),
    ...[...joined, ...groups].flatMap((number) => accountInRib(number, country)),
    ...groups.flatMap((number) => accountInRib(number, country, [0])),
  ].map((number) => national(number, country))
}

/** The digits from one group on to each of the next ones, as far as a telephone number can go. */
function partsFrom(groups: readonly string[], first: number): readonly string[] {
  const parts: string[] = []
  for (let part = '', next = first; next < groups.length && part.length < longestPhone; next += 1) {
    part += groups[next]
    parts.push(part)
  }
  return parts
}

const longestPhone = 20

/** A telephone number with the prefix of its country or without. */
function isPhone(number: string, country: Country): boolean {
  const longest = country.phoneDigits[1]
  const abroad = number.replace(/^0+/, '')
  const own = abroad.startsWith(country.phonePrefix) ? abroad.slice(country.phonePrefix.length) : number
  return own.length === longest || national(number, country).length === longest
}

function national(number: string, { phonePrefix }: Country): string {
  return withoutPrefix(bare(number), phonePrefix)
}

/** However often it has the prefix: one that only begins like it, too, has a single key. */
function withoutPrefix(number: string, prefix: string | undefined): string {
  if (prefix === undefined || !number.startsWith(prefix) || number.length < prefix.length + fewestDigits) return number
  return withoutPrefix(bare(number.slice(prefix.length)), prefix)
}

/** In the RIB, of which the IBAN is made: how many digits an account has, and how many are before it, as far as bank, agency and IBAN are written. */
const ofWestAfrica: Rib = { account: 12, before: [5, 8, 9, 10] }
const ribs: Readonly<Record<string, Rib>> = {
  BF: ofWestAfrica,
  CI: ofWestAfrica,
  SN: ofWestAfrica,
  CM: { account: 11, before: [5, 10, 12] },
}

interface Rib {
  readonly account: number
  readonly before: readonly number[]
}

/** The account of a RIB with the two digits at its end, which check it, and without. */
function accountInRib(number: string, { code }: Country, before = ribs[code]?.before ?? []): readonly string[] {
  const rib = ribs[code]
  if (rib === undefined || !before.includes(number.length - rib.account - 2)) return []
  const end = number.slice(-(rib.account + 2))
  return [end, end.slice(0, -2)]
}
