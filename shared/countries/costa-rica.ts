import type { ValidationOnlyCountry } from '#shared/rule-book/country.ts'
import { digits } from '#shared/rule-book/shape.ts'

/** Costa Rica. Interface, "Supported countries": identity validation only, no payouts. */
export const costaRica: ValidationOnlyCountry = {
  code: 'CR',
  identityValidation: {
    documents: [
      {
        code: 'CI',
        kind: 'national-id',
        asked: { label: 'document.cedulaDeIdentidad', shape: digits(), example: '1-1234-0567' },
      },
    ],
  },
}
