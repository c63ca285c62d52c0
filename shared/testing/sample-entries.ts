import { ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import { type Country, countryName, type Method } from '#shared/rule-book/country.ts'

/** Good entries to begin a test from, one for each country and method. Only tests use this file. */
export interface SampleEntry {
  readonly name: string
  readonly country: Country
  readonly method: Method
  readonly entry: Readonly<Record<string, string | boolean>>
}

export const sampleEntries: readonly SampleEntry[] = Object.values(ruleBook).flatMap((country) =>
  country.methods.map((method) => ({
    name: `${english(countryName(country))} · ${english(method.label)}`,
    country,
    method,
    entry: {
      country: country.code,
      beneficiaryFirstName: 'Ana',
      beneficiaryLastName: 'Souza Peña',
      amount: '1500',
      currencyCode: country.currency,
      ...(country.currency === 'USD' && { TermsApproved: true }),
      ...method.sample,
    },
  })),
)
