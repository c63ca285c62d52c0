import { ecuadorianBanks } from '#shared/banks/ecuador.ts'
import { hasValidEcuadorianCedulaDigits } from '#shared/check-digits/ecuadorian-cedula.ts'
import { hasValidEcuadorianRucDigits } from '#shared/check-digits/ecuadorian-ruc.ts'
import { checkDigits } from '#shared/rule-book/check-digits.ts'
import { upperCased } from '#shared/rule-book/cleaning.ts'
import { asked, type Country } from '#shared/rule-book/country.ts'
import { digits, lettersAndDigits } from '#shared/rule-book/shape.ts'

/** Ecuador. Interface, "Payouts · Ecuador": always in US dollars. Its bank codes are the provider's own. */
export const ecuador: Country<'EC'> = {
  code: 'EC',
  currency: 'USD',
  decimals: 2,
  phonePrefix: '593',
  phoneDigits: [8, 9],
  region: 'latinAmerica',
  longName: 32,
  documents: [
    {
      code: '04',
      kind: 'national-id',
      label: 'document.cedula',
      shape: digits(10),
      example: '171003406-5',
      checks: [checkDigits('cedula-ec', hasValidEcuadorianCedulaDigits)],
      isOnly: (number) => /^[0-9]{10}$/.test(number) && hasValidEcuadorianCedulaDigits(number),
    },
    {
      code: '05',
      kind: 'tax-id',
      label: 'document.ruc',
      shape: digits(13),
      example: '1710034065001',
      checks: [checkDigits('ruc-ec', hasValidEcuadorianRucDigits)],
      // Its third digit is 9 for companies and 6 for public bodies.
      isOfCompany: (number) => /^\d\d[69]/.test(number),
      isOnly: (number) => /^[0-9]{10}001$/.test(number) && hasValidEcuadorianRucDigits(number),
    },
    {
      code: '03',
      kind: 'passport',
      label: 'document.passport',
      shape: lettersAndDigits(),
      example: 'A1234567',
      cleaning: [upperCased],
    },
  ],
  methods: [
    {
      id: 'bank',
      label: 'method.bankAccount',
      summary: 'method.bankAccount.savingsOrChecking',
      fields: {
        bankName: asked({ banks: ecuadorianBanks }),
        payoutAccountTypeCode: asked([
          { code: '0001', kind: 'savings', label: 'accountType.ahorros' },
          { code: '0002', kind: 'current', label: 'accountType.corriente' },
        ]),
        accountNumber: asked([
          {
            when: { bankName: ['0023'] },
            label: { id: 'account.atBank', params: { bank: 'Banco Pichincha' } },
            shape: digits(10),
            example: '2200123456',
          },
          {
            when: { bankName: ['0010'] },
            label: { id: 'account.atBank', params: { bank: 'Banco Guayaquil' } },
            shape: digits(1, 10),
            example: '0012345678',
          },
          { label: 'field.accountNumber', shape: digits(), example: '0123456789' },
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
