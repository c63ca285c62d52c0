import { chileanBanks } from '#shared/banks/chile.ts'
import { hasValidRutDigits } from '#shared/check-digits/rut.ts'
import { checkDigits, lastMissing } from '#shared/rule-book/check-digits.ts'
import { upperCased } from '#shared/rule-book/cleaning.ts'
import { asked, type Country } from '#shared/rule-book/country.ts'
import { digits, digitsThenDigitOrK } from '#shared/rule-book/shape.ts'

/** Chile. Interface, "Payouts · Chile". */
export const chile: Country<'CL'> = {
  code: 'CL',
  currency: 'CLP',
  decimals: 0,
  phonePrefix: '56',
  phoneDigits: [9, 9],
  region: 'latinAmerica',
  beneficiaryTypes: [
    { code: 'person', label: 'beneficiaryType.person' },
    { code: 'company', label: 'beneficiaryType.company', onlyName: 'beneficiaryType.companyName' },
  ],
  longName: 32,
  documents: [
    {
      code: 'cl_rut',
      kind: 'national-id',
      label: 'document.rut',
      shape: digitsThenDigitOrK(7, 9),
      example: '12.345.678-5',
      cleaning: [upperCased],
      checks: [checkDigits('rut', hasValidRutDigits, lastMissing)],
    },
  ],
  methods: [
    {
      id: 'bank',
      label: 'method.bankAccount',
      summary: 'method.bankAccount.chile',
      fields: {
        bankName: asked({ banks: chileanBanks }),
        payoutAccountTypeCode: asked([
          { code: '0001', kind: 'current', label: 'accountType.cuentaCorriente' },
          { code: '0002', kind: 'savings', label: 'accountType.cuentaDeAhorro' },
          { code: '0004', kind: 'rut', label: 'accountType.cuentaRut' },
        ]),
        accountNumber: asked([
          {
            when: { payoutAccountTypeCode: ['0004'] },
            label: 'account.rut',
            shape: digits(7, 8),
            example: '12345678',
            hint: 'hint.rutAccount',
          },
          { label: 'field.accountNumber', shape: digits(8, 16), example: '0012345678' },
        ]),
      },
      sample: {
        beneficiaryType: 'person',
        documentType: 'cl_rut',
        documentNumber: '123456785',
        bankName: '012',
        payoutAccountTypeCode: '0001',
        accountNumber: '0012345678',
      },
    },
  ],
  identityValidation: { documents: [{ code: 'RUT', kind: 'national-id' }] },
  bankValidation: {
    documents: [{ code: 'RUT', kind: 'national-id' }],
    bank: 'required',
    accountTypes: { current: '0002', savings: '0001', rut: '0004' },
  },
}
