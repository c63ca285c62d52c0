import { issueContent } from '#shared/api/issue.ts'
import type { Country } from './country.ts'
import type { CountryCode } from './country-codes.ts'
import type { Currency } from './currencies.ts'

/**
 * A country for which the interface documents the currency and the general fields alone.
 * Interface, part C, "Country and currency codes".
 */
export function generalCountry(code: CountryCode, name: string, currency: Currency): Country {
  return {
    code,
    name,
    currency,
    region: 'Africa',
    documents: [],
    methods: [{ id: 'account', label: 'Payout', summary: 'The general fields only.', fields: {}, sample: {} }],
    notice: issueContent(
      'general_fields_only',
      { country: name },
      `For ${name} the provider documents no bank, account or document fields, so nothing more is asked here.`,
    ),
  }
}
