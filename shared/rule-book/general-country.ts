import { issueContent } from '#shared/api/issue.ts'
import { type Country, countryName } from './country.ts'

/**
 * A country for which the interface documents the currency alone: the fields of the document and the account are general ones, whose
 * values it does not show. Interface, part C, "Payout request fields" and "Country and currency codes".
 */
export function generalCountry<Code extends Country['code']>(
  country: Pick<Country<Code>, 'code' | 'currency' | 'decimals' | 'phonePrefix' | 'phoneDigits' | 'otherName'>,
): Country<Code> {
  return {
    ...country,
    region: 'africa',
    documents: [],
    undocumented: [
      'documentType',
      'documentNumber',
      'bankName',
      'accountAgencyNumber',
      'accountNumber',
      'payoutAccountTypeCode',
    ],
    methods: [
      {
        id: 'account',
        label: 'method.general',
        summary: 'method.general.summary',
        fields: {},
        sample: { bankName: '001', accountNumber: '1234567890' },
      },
    ],
    notice: issueContent('undocumented_values', { country: countryName(country) }),
  }
}
