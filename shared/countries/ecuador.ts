import { ecuadorianBanks } from '#shared/banks/ecuador.ts'
import { hasValidEcuadorianCedulaDigits } from '#shared/check-digits/ecuadorian-cedula.ts'
import { hasValidEcuadorianRucDigits } from '#shared/check-digits/ecuadorian-ruc.ts'
import { upperCased } from '#shared/rule-book/cleaning.ts'
import { asked, type Country, checkDigits } from '#shared/rule-book/country.ts'
import { digits, lettersAndDigits } from '#shared/rule-book/shape.ts'

/** Ecuador. Interface, "Payouts · Ecuador": always in US dollars. Its bank codes are the provider's own. */
export const ecuador: Country = {
  code: 'EC',
  name: 'Ecuador',
  currency: 'USD',
  region: 'Latin America',
  longName: 32,
  documents: [
    {
      code: '04',
      kind: 'national-id',
      label: 'Cédula',
      shape: digits(10),
      example: '171003406-5',
      checks: [checkDigits('cedula-ec', hasValidEcuadorianCedulaDigits)],
    },
    {
      code: '05',
      kind: 'tax-id',
      label: 'RUC',
      shape: digits(13),
      example: '1710034065001',
      checks: [checkDigits('ruc-ec', hasValidEcuadorianRucDigits)],
    },
    {
      code: '03',
      kind: 'passport',
      label: 'Passport',
      shape: lettersAndDigits(),
      example: 'A1234567',
      cleaning: [upperCased],
    },
  ],
  methods: [
    {
      id: 'bank',
      label: 'Bank account',
      summary: 'To a savings or checking account.',
      fields: {
        bankName: asked({ banks: ecuadorianBanks }),
        payoutAccountTypeCode: asked([
          { code: '0001', kind: 'savings', label: 'Savings (ahorros)' },
          { code: '0002', kind: 'current', label: 'Checking (corriente)' },
        ]),
        accountNumber: asked([
          {
            when: { bankName: ['0023'] },
            label: 'Account number at Banco Pichincha',
            shape: digits(10),
            example: '2200123456',
          },
          {
            when: { bankName: ['0010'] },
            label: 'Account number at Banco Guayaquil',
            shape: digits(1, 10),
            example: '0012345678',
          },
          { label: 'Account number', shape: digits(), example: '0123456789' },
        ]),
      },
      sample: {
        documentType: '04',
        documentNumber: '1710034065',
        bankName: '0023',
        payoutAccountTypeCode: '0001',
        accountNumber: '2200123456',
      },
    },
  ],
  identityValidation: { documents: [{ code: 'CED', kind: 'national-id' }] },
  bankValidation: {
    documents: [
      { code: 'CED', kind: 'national-id' },
      { code: 'RUC', kind: 'tax-id' },
    ],
    bank: 'required',
    accountTypes: { savings: '0001', current: '0002' },
    noAccountTypeFor: ['0023', '0010', '0016', '0020'],
  },
}
