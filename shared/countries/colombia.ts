import { issueContent } from '#shared/api/issue.ts'
import { colombianBanks } from '#shared/banks/colombia.ts'
import { hasValidNitDigits } from '#shared/check-digits/nit.ts'
import { checkDigits, lastMissing } from '#shared/rule-book/check-digits.ts'
import { upperCased } from '#shared/rule-book/cleaning.ts'
import { asked, type Country, type FieldValues, hyphen, type MethodId } from '#shared/rule-book/country.ts'
import { digits, lettersAndDigits } from '#shared/rule-book/shape.ts'

const person = { documentType: '01', documentNumber: '1020304050' }

/** Colombia. Interface, "Payouts · Colombia". */
export const colombia: Country<'CO'> = {
  code: 'CO',
  currency: 'COP',
  decimals: 2,
  phonePrefix: '57',
  phoneDigits: [10, 10],
  region: 'latinAmerica',
  longName: 32,
  documents: [
    {
      code: '01',
      kind: 'national-id',
      label: 'document.cedulaDeCiudadania',
      // The Registraduría gives numbers of ten digits (NUIP) since 2000 and gave shorter ones before; no least length is
      // published.
      shape: digits(1, 10),
      example: '1.020.304.050',
      // Those of ten digits begin with 1.
      isOnly: (number) => /^1[0-9]{9}$/.test(number),
    },
    {
      code: '02',
      kind: 'foreigner-id',
      label: 'document.cedulaDeExtranjeria',
      shape: lettersAndDigits(),
      example: '345678',
      cleaning: [upperCased],
    },
    {
      code: '03',
      kind: 'tax-id',
      label: 'document.nit',
      // No length is published: a person's is that of the cédula, a foreigner's longer. The check digits doubt a slip.
      shape: digits(),
      example: '800.197.268-4',
      hint: 'hint.verificationDigit',
      checks: [checkDigits('nit', hasValidNitDigits, lastMissing)],
      isOfCompany: (number) => /^[89]\d{8}/.test(number),
      // A company's, with its check digit.
      isOnly: (number) => /^[89][0-9]{9}$/.test(number) && hasValidNitDigits(number),
    },
  ],
  methodOf,
  methods: [
    {
      id: 'bank',
      label: 'method.bankAccount',
      summary: 'method.bankAccount.savingsOrChecking',
      fields: {
        bankName: asked({ banks: colombianBanks }),
        payoutAccountTypeCode: asked([
          { code: '0001', kind: 'savings', label: 'accountType.ahorros' },
          { code: '0002', kind: 'current', label: 'accountType.corriente' },
        ]),
        accountNumber: asked([{ label: 'field.accountNumber', shape: digits(), example: '123-456789-01' }]),
      },
      sample: { ...person, bankName: '0007', payoutAccountTypeCode: '0001', accountNumber: '12345678901' },
    },
    {
      id: 'instant',
      label: 'method.instant',
      summary: 'method.instant.summary',
      fields: {
        bankName: hyphen('why.instantPayment'),
        accountNumber: hyphen('why.instantPayment'),
        payoutAccountTypeCode: hyphen('why.instantPayment'),
      },
      notices: [issueContent('instant_payment', {})],
      sample: person,
    },
  ],
  identityValidation: { documents: [{ code: 'CC', kind: 'national-id' }] },
  bankValidation: {
    documents: [
      { code: 'CC', kind: 'national-id' },
      { code: 'NIT', kind: 'tax-id' },
    ],
    bank: 'required',
    accountTypes: { current: '0002', savings: '0001', wallet: 'MOBILE_WALLET' },
  },
}

/** All three bank fields blank or hyphens mean an instant payment; one of them filled in means that none may be missing. */
function methodOf(given: FieldValues, chosen: MethodId | undefined): MethodId {
  if (chosen !== undefined) return chosen
  const { bankName, accountNumber, payoutAccountTypeCode } = given
  return [bankName, accountNumber, payoutAccountTypeCode].every((value) => value === undefined) ? 'instant' : 'bank'
}
