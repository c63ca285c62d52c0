import { type IssueContent, issueContent } from '#shared/api/issue.ts'
import { brazilianCommonBanks } from '#shared/banks/brazil.ts'
import { brazilianNationalCodes } from '#shared/banks/brazil-codes.ts'
import { hasValidCpfDigits } from '#shared/check-digits/cpf.ts'
import { finalXToZero, upToHyphen, withoutSeparators } from '#shared/rule-book/cleaning.ts'
import {
  asked,
  type Country,
  checkDigits,
  type Given,
  hyphen,
  type MethodFields,
  type MethodId,
} from '#shared/rule-book/country.ts'
import { digits } from '#shared/rule-book/shape.ts'

const pixOnly = 'Pix only: no bank details are needed, so a hyphen is sent.'

const bankFields: MethodFields = {
  bankName: asked({ banks: brazilianCommonBanks, nationalCodes: { shape: digits(3), known: brazilianNationalCodes } }),
  accountAgencyNumber: asked([
    {
      label: 'Agency',
      shape: digits(),
      example: '1234-5',
      cleaning: [upToHyphen('agency_digit_removed', 'Only the digits before the hyphen of the agency are sent.')],
      checks: [
        { code: 'leading_zero_lost', rule: 'Fewer than 4 digits draw a warning.', issue: shortAgency },
        { code: 'long_agency', rule: 'More than 4 digits draw a warning.', issue: longAgency },
      ],
    },
  ]),
  accountNumber: asked([
    {
      label: 'Account number',
      shape: digits(),
      example: '12345-6',
      cleaning: [withoutSeparators, finalXToZero],
      hint: 'Include the verification digit.',
    },
  ]),
  payoutAccountTypeCode: asked([
    { code: '0002', kind: 'current', label: 'Checking (conta corrente)' },
    { code: '0001', kind: 'savings', label: 'Savings (poupança)' },
  ]),
}

const person = { documentType: '1', documentNumber: '11144477735' }

/** Brazil. Interface, "Payouts · Brazil": Pix, a bank account, or Pix with the account to fall back on. */
export const brazil: Country = {
  code: 'BR',
  name: 'Brazil',
  currency: 'BRL',
  region: 'Latin America',
  documents: [
    {
      code: '1',
      kind: 'tax-id',
      label: 'CPF',
      shape: digits(11),
      example: '111.444.777-35',
      checks: [checkDigits('cpf', hasValidCpfDigits)],
    },
  ],
  methodOf,
  methods: [
    {
      id: 'pix',
      label: 'Pix',
      summary: 'Instant, to a Pix key. No bank details.',
      fields: {
        bankName: hyphen(pixOnly),
        accountAgencyNumber: hyphen(pixOnly),
        accountNumber: hyphen(pixOnly),
        payoutAccountTypeCode: hyphen(pixOnly),
        recipientPixKey: asked('pix-key'),
      },
      sample: { ...person, recipientPixKey: 'ana@example.com' },
    },
    {
      id: 'bank',
      label: 'Bank account',
      summary: 'To a bank, agency and account.',
      fields: bankFields,
      sample: {
        ...person,
        bankName: '001',
        accountAgencyNumber: '1234',
        accountNumber: '123456',
        payoutAccountTypeCode: '0002',
      },
    },
    {
      id: 'pix-with-bank',
      label: 'Pix, else bank',
      summary: 'Pix first; the bank account serves when Pix fails.',
      fields: { recipientPixKey: asked('pix-key'), ...bankFields },
      sample: {
        ...person,
        bankName: '341',
        accountAgencyNumber: '4321',
        accountNumber: '654320',
        payoutAccountTypeCode: '0001',
        recipientPixKey: '+5511912345678',
      },
    },
  ],
  identityValidation: { documents: [{ code: 'CPF', kind: 'tax-id' }] },
}

function methodOf(given: Given, chosen: MethodId | undefined): MethodId {
  if (chosen !== undefined) return chosen
  const hasBank =
    given.bankName !== undefined ||
    given.accountAgencyNumber !== undefined ||
    given.accountNumber !== undefined ||
    given.payoutAccountTypeCode !== undefined
  if (!hasBank) return 'pix'
  return given.recipientPixKey === undefined ? 'bank' : 'pix-with-bank'
}

function shortAgency(value: string, _given: Given, label: string): IssueContent | undefined {
  const digits = value.length
  if (digits >= 4) return undefined
  const detail = `An agency has 4 digits; this one has ${digits}. A leading zero may be lost.`
  return issueContent('leading_zero_lost', { label, value, digits }, detail)
}

function longAgency(value: string, _given: Given, label: string): IssueContent | undefined {
  const digits = value.length
  if (digits <= 4) return undefined
  const detail = `An agency has 4 digits; this one has ${digits}. Its check digit may be stuck to it: write a hyphen before it.`
  return issueContent('long_agency', { label, value, digits }, detail)
}
