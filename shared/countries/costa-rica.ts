import type { ValidationOnlyCountry } from '#shared/rule-book/country.ts'
import { digits } from '#shared/rule-book/shape.ts'

/** Costa Rica. Interface, "Supported countries": identity validation only, no payouts. */
export const costaRica: ValidationOnlyCountry = {
  code: 'CR',
  name: 'Costa Rica',
  identityValidation: {
    documents: [
      {
        code: 'CI',
        kind: 'national-id',
        asked: { label: 'Cédula de identidad', shape: digits(), example: '1-1234-0567' },
      },
    ],
  },
}
