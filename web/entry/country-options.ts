import { type CountryCode, countryCodes, isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import { collator } from '#shared/language/intl.ts'
import { language } from '../language/language.ts'
import { t } from '../language/translate.ts'
import type { SelectOption } from '../ui/choice-field.tsx'

interface CountryOption {
  readonly code: CountryCode
  readonly name: string
}

/** The countries that can be paid, by region and name, each with its currency. */
export function countryOptions(): readonly SelectOption[] {
  const regions = [...new Set(countryCodes.map((code) => ruleBook[code].region))]
  return regions.flatMap((region) =>
    byName(countryCodes.filter((code) => ruleBook[code].region === region)).map(({ code, name }) => ({
      value: code,
      label: `${name} · ${ruleBook[code].currency}`,
      group: t(`region.${region}`),
    })),
  )
}

/** The same as a filter of a list, by name. */
export function countryFilters() {
  return byName(countryCodes).map(({ code, name }) => ({ value: code, label: name }))
}

/** A country's name; its code where it cannot be paid. */
export function countryNameByCode(code: string): string {
  return isCountryCode(code) ? t(`country.${code}`) : code
}

/** Sorted as readers expect: É next to E. */
function byName(codes: readonly CountryCode[]): readonly CountryOption[] {
  const { compare } = collator(language())
  return codes.map((code) => ({ code, name: countryNameByCode(code) })).sort((a, b) => compare(a.name, b.name))
}
