import { cities } from '#shared/countries/country-facts.ts'
import { isCountryCode } from '#shared/countries/rule-book.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { blanked, foldedText, type PastedText, type Span } from './pasted-text.ts'

/** The cities of a country that a message names by themselves, outside of the stretches with another meaning. */
export function citiesIn({ folded }: PastedText, country: Country, others: readonly Span[]): readonly Span[] {
  const text = blanked(folded, others, '|')
  return [...text.matchAll(patternOf(country))].map(({ index, groups }) => {
    const start = index + (groups?.before?.length ?? 0)
    return { start, end: start + (groups?.city?.length ?? 0) }
  })
}

const patterns = new WeakMap<Country, RegExp>()

/** The name of a city that is all there is between breaks, but for "en" before it and a country behind it. */
function patternOf(country: Country): RegExp {
  const made =
    patterns.get(country) ??
    new RegExp(
      `(?<before>(?:^|[\\n,;:|()\\d.!?-])[ ]{0,3}(?:(?:en|desde|em|a|in|from)[ ])?)(?<city>${namesOf(country)})(?=[ ]{0,3}(?:$|[\\n,;|()\\d.!?-]|${countryNames(country)}))`,
      'gu',
    )
  patterns.set(country, made)
  return made
}

function namesOf({ code }: Country): string {
  const names = isCountryCode(code) ? cities[code].split(', ') : ['san jose']
  return names.toSorted((a, b) => b.length - a.length).join('|')
}

function countryNames({ code }: Country): string {
  return ['es', 'pt', 'fr', 'en']
    .map((language) => foldedText(new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code))
    .map((name) => name.replace(/[^a-z ]/g, '.'))
    .join('|')
}
