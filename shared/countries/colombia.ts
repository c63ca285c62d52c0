import { issueContent } from '#shared/api/issue.ts'
import { colombianBanks } from '#shared/banks/colombia.ts'
import { hasValidNitDigits } from '#shared/check-digits/nit.ts'
import { upperCased } from '#shared/rule-book/cleaning.ts'
import {
  asked,
  type Country,
  checkDigits,
  type Given,
  hyphen,
  lastMissing,
  type MethodId,
} from '#shared/rule-book/country.ts'
import { digits, lettersAndDigits } from '#shared/rule-book/shape.ts'

const instantOnly = 'The instant payment does not use it, but the interface wants a hyphen here.'

const person = { documentType: '01', documentNumber: '1020304050' }

/** Colombia. Interface, "Payouts · Colombia". */
export const colombia: Country = {
  code: 'CO',
  name: 'Colombia',
  currency: 'COP',
  region: 'Latin America',
  longName: 32,
  documents: [
    {
      code: '01',
      kind: 'national-id',
      label: 'Cédula de ciudadanía',
      // The Registraduría gives numbers of ten digits (NUIP) since 2000 and gave shorter ones before; no least length is
      // published.
      shape: digits(1, 10),
      example: '1.020.304.050',
    },
    {
      code: '02',
      kind: 'foreigner-id',
      label: 'Cédula de extranjería',
      shape: lettersAndDigits(),
      example: '345678',
      cleaning: [upperCased],
    },
    {
      code: '03',
      kind: 'tax-id',
      label: 'NIT',
      // No length is published: a person's is that of the cédula, a foreigner's longer. The check digits doubt a slip.
      shape: digits(),
      example: '800.197.268-4',
      hint: 'Include the verification digit.',
      checks: [checkDigits('nit', hasValidNitDigits, lastMissing)],
    },
  ],
  methodOf,
  methods: [
    {
      id: 'bank',
      label: 'Bank account',
      summary: 'To a savings or checking account.',
      fields: {
        bankName: asked({ banks: colombianBanks }),
        payoutAccountTypeCode: asked([
          { code: '0001', kind: 'savings', label: 'Savings (ahorros)' },
          { code: '0002', kind: 'current', label: 'Checking (corriente)' },
        ]),
        accountNumber: asked([{ label: 'Account number', shape: digits(), example: '123-456789-01' }]),
      },
      sample: { ...person, bankName: '0007', payoutAccountTypeCode: '0001', accountNumber: '12345678901' },
    },
    {
      id: 'instant',
      label: 'Instant payment',
      summary: 'Through the national instant-payment scheme. No bank details.',
      fields: {
        bankName: hyphen(instantOnly),
        accountNumber: hyphen(instantOnly),
        payoutAccountTypeCode: hyphen(instantOnly),
      },
      notices: [
        issueContent(
          'instant_payment',
          {},
          'No account is needed: the provider pays through the national scheme, and hyphens are sent for the bank details.',
        ),
      ],
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
function methodOf(given: Given, chosen: MethodId | undefined): MethodId {
  if (chosen !== undefined) return chosen
  const { bankName, accountNumber, payoutAccountTypeCode } = given
  return [bankName, accountNumber, payoutAccountTypeCode].every((value) => value === undefined) ? 'instant' : 'bank'
}
