import { type IssueContent, issueContent } from '#shared/api/issue.ts'
import { brazilianCommonBanks } from '#shared/banks/brazil.ts'
import { brazilianNationalCodes } from '#shared/banks/brazil-codes.ts'
import { hasValidCpfDigits } from '#shared/check-digits/cpf.ts'
import type { Message } from '#shared/language/message.ts'
import { checkDigits } from '#shared/rule-book/check-digits.ts'
import { finalXToZero, upToHyphen, withoutSeparators } from '#shared/rule-book/cleaning.ts'
import {
  asked,
  type Country,
  type FieldValues,
  hyphen,
  type MethodFields,
  type MethodId,
} from '#shared/rule-book/country.ts'
import { digits } from '#shared/rule-book/shape.ts'

const bankFields: MethodFields = {
  bankName: asked({ banks: brazilianCommonBanks, nationalCodes: { shape: digits(3), known: brazilianNationalCodes } }),
  accountAgencyNumber: asked([
    {
      label: 'field.accountAgencyNumber',
      shape: digits(),
      example: '1234-5',
      cleaning: [upToHyphen('agency_digit_removed')],
      checks: [
        { code: 'leading_zero_lost', rule: { id: 'rule.shortAgency' }, issue: shortAgency },
        { code: 'long_agency', rule: { id: 'rule.longAgency' }, issue: longAgency },
      ],
    },
  ]),
  accountNumber: asked([
    {
      label: 'field.accountNumber',
      shape: digits(),
      example: '12345-6',
      cleaning: [withoutSeparators, finalXToZero],
      hint: 'hint.verificationDigit',
    },
  ]),
  payoutAccountTypeCode: asked([
    { code: '0002', kind: 'current', label: 'accountType.contaCorrente' },
    { code: '0001', kind: 'savings', label: 'accountType.poupanca' },
  ]),
}

const person = { documentType: '1', documentNumber: '11144477735' }

/** Brazil. Interface, "Payouts · Brazil": Pix, a bank account, or Pix with the account to fall back on. */
export const brazil: Country<'BR'> = {
  code: 'BR',
  currency: 'BRL',
  decimals: 2,
  phonePrefix: '55',
  phoneDigits: [10, 11],
  region: 'latinAmerica',
  documents: [
    {
      code: '1',
      kind: 'tax-id',
      label: 'document.cpf',
      shape: digits(11),
      example: '111.444.777-35',
      checks: [checkDigits('cpf', hasValidCpfDigits)],
    },
  ],
  methodOf,
  methods: [
    {
      id: 'pix',
      label: 'method.pix',
      summary: 'method.pix.summary',
      fields: {
        bankName: hyphen('why.pixOnly'),
        accountAgencyNumber: hyphen('why.pixOnly'),
        accountNumber: hyphen('why.pixOnly'),
        payoutAccountTypeCode: hyphen('why.pixOnly'),
        recipientPixKey: asked('pix-key'),
      },
      sample: { ...person, recipientPixKey: 'ana@example.com' },
    },
    {
      id: 'bank',
      label: 'method.bankAccount',
      summary: 'method.bankAccount.brazil',
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
      label: 'method.pixWithBank',
      summary: 'method.pixWithBank.summary',
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

function methodOf(given: FieldValues, chosen: MethodId | undefined): MethodId {
  if (chosen !== undefined) return chosen
  const hasBank =
    given.bankName !== undefined ||
    given.accountAgencyNumber !== undefined ||
    given.accountNumber !== undefined ||
    given.payoutAccountTypeCode !== undefined
  if (!hasBank) return 'pix'
  return given.recipientPixKey === undefined ? 'bank' : 'pix-with-bank'
}

function shortAgency(value: string, _given: FieldValues, label: Message): IssueContent | undefined {
  const digits = value.length
  if (digits >= 4) return undefined
  return issueContent('leading_zero_lost', { label, value, digits })
}

function longAgency(value: string, _given: FieldValues, label: Message): IssueContent | undefined {
  const digits = value.length
  if (digits <= 4) return undefined
  return issueContent('long_agency', { label, value, digits })
}
