import { argentineEntities, cvuAccount, cvuPrefix } from '#shared/banks/argentina.ts'
import { hasValidCbuDigits } from '#shared/check-digits/cbu.ts'
import { hasValidCuitDigits } from '#shared/check-digits/cuit.ts'
import { asked, type Country, checkDigits, hyphen, type RecognisedBank } from '#shared/rule-book/country.ts'
import { digits } from '#shared/rule-book/shape.ts'

const cuit = {
  label: 'CUIT or CUIL',
  shape: digits(11),
  example: '20-12345678-6',
  checks: [checkDigits('cuit', hasValidCuitDigits)],
}

/** Argentina. Interface, "Payouts · Argentina": the CBU or CVU says all about the account. */
export const argentina: Country = {
  code: 'AR',
  name: 'Argentina',
  currency: 'ARS',
  region: 'Latin America',
  documents: [{ code: '1', kind: 'national-id', label: 'DNI', shape: digits(8), example: '12.345.678' }],
  methods: [
    {
      id: 'account',
      label: 'CBU or CVU',
      summary: 'To a bank account (CBU) or a payment provider’s account (CVU).',
      fields: {
        bankName: hyphen('The CBU or CVU names the bank, so Argentina takes a hyphen here.'),
        payoutAccountTypeCode: hyphen('The CBU or CVU is enough, so Argentina takes a hyphen here.'),
        accountNumber: asked([
          {
            label: 'CBU or CVU',
            shape: digits(22),
            example: '2850590940090418135201',
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
