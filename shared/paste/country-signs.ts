import type { Country } from '#shared/rule-book/country.ts'
import { dollars } from '#shared/rule-book/currencies.ts'
import type { FoundAmount } from './find-amounts.ts'
import { citiesIn } from './find-cities.ts'
import { foldedText, type PastedText, type Span } from './pasted-text.ts'

/** Words that speak for a country by themselves: its name, its money, its phone numbers, its web addresses. */
export interface CountrySign extends Span {
  readonly weight: number
}

/*
 * One in ten or a hundred numbers of another country fits some check digit by chance, so what a labelled number gains by that (see weightOfOne of
 * read-message.ts) is less than what its money or the prefix of a phone say.
 */
const unmistakable = 4

/** The signs of a country in a message. */
export function signsOf(
  message: PastedText,
  country: Country,
  amounts: readonly FoundAmount[],
): readonly CountrySign[] {
  const { folded } = message
  const money = amounts
    .filter(({ currency }) => currency === country.currency && currency !== dollars)
    .map(({ start, end }) => ({ start, end, weight: unmistakable }))
  const [city] = citiesIn(message, country, amounts)
  const found = [...folded.matchAll(patternOf(country))].map(({ 0: words, index }) => ({
    start: index,
    end: index + words.length,
    weight: /^\+/.test(words) ? unmistakable : /^\./.test(words) ? 1 : 3,
  }))
  return [
    ...money.slice(0, 1),
    ...(city === undefined ? [] : [{ ...city, weight: 2 }]),
    ...found.filter(({ weight }, place) => found.findIndex((other) => other.weight === weight) === place),
  ]
}

const patterns = new WeakMap<Country, RegExp>()

function patternOf(country: Country): RegExp {
  const made =
    patterns.get(country) ??
    new RegExp(
      [...namesOf(country), phoneOf(country), `\\.${country.code.toLowerCase()}(?![\\p{L}\\p{N}.])`].join('|'),
      'gu',
    )
  patterns.set(country, made)
  return made
}

function namesOf({ code, otherName }: Country): readonly string[] {
  const names = ['es', 'pt', 'fr', 'en'].map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(code))
  const spellings = [...names, otherName].flatMap((name) =>
    name === undefined ? [] : [foldedText(name).replace(/[^a-z ]/g, '.')],
  )
  return [...new Set(spellings)].map((spelling) => `(?<![\\p{L}])${spelling}(?![\\p{L}])`)
}

function phoneOf({ phonePrefix }: Country): string {
  return `\\+${phonePrefix}(?=[ (-]{0,2}\\d[\\d ()-]{6})`
}
