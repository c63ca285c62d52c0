import { argentineEntities, cvuAccount, cvuPrefix } from '#shared/banks/argentina.ts'
import { hasValidCbuDigits } from '#shared/check-digits/cbu.ts'
import { hasValidCuitDigits } from '#shared/check-digits/cuit.ts'
import { checkDigits } from '#shared/rule-book/check-digits.ts'
import { asked, type Country, hyphen, type NamedNumber, type RecognisedBank } from '#shared/rule-book/country.ts'
import { digits } from '#shared/rule-book/shape.ts'

const cuit: NamedNumber = {
  label: 'document.cuit',
  shape: digits(11),
  example: '20-12345678-6',
  checks: [checkDigits('cuit', hasValidCuitDigits)],
}

/** Argentina. Interface, "Payouts · Argentina": the CBU or CVU says all about the account. */
export const argentina: Country<'AR'> = {
  code: 'AR',
  currency: 'ARS',
  decimals: 2,
  phonePrefix: '54',
  phoneDigits: [10, 11],
  region: 'latinAmerica',
  documents: [
    {
      code: '1',
      kind: 'national-id',
      label: 'document.dni',
      shape: digits(8),
      example: '12.345.678',
      inside: dniInside,
    },
  ],
  methods: [
    {
      id: 'account',
      label: 'method.cbu',
      summary: 'method.cbu.summary',
      fields: {
        bankName: hyphen('why.cbuNamesBank'),
        payoutAccountTypeCode: hyphen('why.cbuIsEnough'),
        accountNumber: asked([
          {
            label: 'account.cbu',
            shape: digits(22),
            example: '28505909 40090418135201',
            checks: [checkDigits('cbu', hasValidCbuDigits)],
            bankOf: entityOf,
          },
        ]),
      },
      sample: { documentType: '1', documentNumber: '12345678', accountNumber: '2850590940090418135201' },
    },
  ],
  identityValidation: { documents: [{ code: 'DNI', kind: 'national-id' }] },
  bankValidation: {
    documents: [
      { code: 'DNI', kind: 'national-id' },
      { code: 'CUIT', kind: 'tax-id', asked: cuit },
    ],
  },
}

function entityOf(number: string): RecognisedBank | undefined {
  const prefix = number.slice(0, 3)
  if (prefix === cvuPrefix) return { name: cvuAccount }
  const name = argentineEntities[prefix]
  return name === undefined ? undefined : { name }
}

/** The CUIT of a person is their DNI between two digits that tell what it is and the check digit. */
function dniInside(number: string): string | undefined {
  return /^(?:20|23|24|27)[0-9]{9}$/.test(number) && hasValidCuitDigits(number) ? number.slice(2, 10) : undefined
}
