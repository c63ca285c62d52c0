import { chileanBanks } from '#shared/banks/chile.ts'
import { hasValidRutDigits } from '#shared/check-digits/rut.ts'
import { upperCased } from '#shared/rule-book/cleaning.ts'
import { asked, type Country, checkDigits, lastMissing } from '#shared/rule-book/country.ts'
import { digits, digitsThenDigitOrK } from '#shared/rule-book/shape.ts'

/** Chile. Interface, "Payouts · Chile". */
export const chile: Country = {
  code: 'CL',
  name: 'Chile',
  currency: 'CLP',
  region: 'Latin America',
  beneficiaryTypes: [
    { code: 'person', label: 'Person' },
    { code: 'company', label: 'Company', onlyName: 'Company name' },
  ],
  longName: 32,
  documents: [
    {
      code: 'cl_rut',
      kind: 'national-id',
      label: 'RUT',
      shape: digitsThenDigitOrK(7, 9),
      example: '12.345.678-5',
      cleaning: [upperCased],
      checks: [checkDigits('rut', hasValidRutDigits, lastMissing)],
    },
  ],
  methods: [
    {
      id: 'bank',
      label: 'Bank account',
      summary: 'To a current, savings or RUT account.',
      fields: {
        bankName: asked({ banks: chileanBanks }),
        payoutAccountTypeCode: asked([
          { code: '0001', kind: 'current', label: 'Current (cuenta corriente)' },
          { code: '0002', kind: 'savings', label: 'Savings (cuenta de ahorro)' },
          { code: '0004', kind: 'rut', label: 'RUT account (CuentaRUT)' },
        ]),
        accountNumber: asked([
          {
            when: { payoutAccountTypeCode: ['0004'] },
            label: 'RUT account number',
            shape: digits(7, 8),
            example: '12345678',
            hint: 'Usually the RUT without its last character.',
          },
          { label: 'Account number', shape: digits(8, 16), example: '0012345678' },
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
