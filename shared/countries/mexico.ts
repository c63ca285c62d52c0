import { type IssueContent, issueContent } from '#shared/api/issue.ts'
import { mexicanBanks } from '#shared/banks/mexico.ts'
import { hasValidClabeDigits } from '#shared/check-digits/clabe.ts'
import { hasValidCurpDigits } from '#shared/check-digits/curp.ts'
import { hasValidLuhnDigit } from '#shared/check-digits/luhn.ts'
import { hasValidRfcDigits } from '#shared/check-digits/rfc.ts'
import type { Message } from '#shared/language/message.ts'
import { checkDigits } from '#shared/rule-book/check-digits.ts'
import { upperCased } from '#shared/rule-book/cleaning.ts'
import {
  asked,
  type Country,
  type FieldValues,
  type NamedNumber,
  type RecognisedBank,
} from '#shared/rule-book/country.ts'
import { digits, lettersAndDigits, rfcCharacters } from '#shared/rule-book/shape.ts'

const rfc: NamedNumber = {
  label: 'document.rfc',
  shape: rfcCharacters(12, 13),
  example: 'BOXW310820K92',
  cleaning: [upperCased],
  checks: [checkDigits('rfc', hasValidRfcDigits)],
}

/** Interface, "Payouts · Mexico", "Codes available only via API request". */
const apiOnly = [
  '2001',
  '40154',
  '40159',
  '90661',
  '90670',
  '90688',
  '90699',
  '90703',
  '90706',
  '90710',
  '90722',
  '90723',
  '90728',
  '90901',
]

/** Mexico. Interface, "Payouts · Mexico". The payout takes the CURP, the bank check the RFC. */
export const mexico: Country<'MX'> = {
  code: 'MX',
  currency: 'MXN',
  decimals: 2,
  phonePrefix: '52',
  phoneDigits: [10, 11],
  region: 'latinAmerica',
  longName: 32,
  documents: [
    {
      code: '40',
      kind: 'national-id',
      label: 'document.curp',
      shape: lettersAndDigits(18),
      example: 'BOXW310820HNERXN09',
      cleaning: [upperCased],
      checks: [checkDigits('curp', hasValidCurpDigits)],
    },
  ],
  methods: [
    {
      id: 'bank',
      label: 'method.clabeOrCard',
      summary: 'method.clabeOrCard.summary',
      fields: {
        payoutAccountTypeCode: asked([
          { code: '0001', kind: 'clabe', label: 'account.clabe' },
          { code: '0010', kind: 'card', label: 'accountType.debitCard' },
        ]),
        accountNumber: {
          label: 'account.clabeOrDebitCard',
          ...asked([
            {
              when: { payoutAccountTypeCode: ['0001'] },
              label: 'account.clabe',
              shape: digits(18),
              example: '002 010 07777777777 1',
              checks: [
                checkDigits('clabe', hasValidClabeDigits),
                {
                  code: 'bank_differs',
                  rule: { id: 'rule.clabeNotListed' },
                  issue: unlistedPrefix,
                },
              ],
              bankOf: bankOfClabe,
            },
            {
              when: { payoutAccountTypeCode: ['0010'] },
              label: 'account.debitCard',
              shape: digits(16),
              example: '4111 1111 1111 1111',
              checks: [checkDigits('luhn', hasValidLuhnDigit)],
            },
          ]),
        },
        bankName: asked({ banks: mexicanBanks, apiOnly }),
      },
      sample: {
        documentType: '40',
        documentNumber: 'BOXW310820HNERXN09',
        bankName: '40002',
        payoutAccountTypeCode: '0001',
        accountNumber: '002010077777777771',
      },
    },
  ],
  identityValidation: { documents: [{ code: 'CURP', kind: 'national-id' }] },
  bankValidation: { documents: [{ code: 'RFC', kind: 'tax-id', asked: rfc, mayBelongTo: beginsAsCurp }] },
}

/** Both begin with four letters of the names and the date of birth. Rarely the letters of one person differ. */
function beginsAsCurp(number: string, curp: string): boolean {
  return number.slice(0, 10) === curp.slice(0, 10)
}

/** The first three digits of a CLABE are the last three of the provider's bank code. */
function bankOfClabe(clabe: string): RecognisedBank | undefined {
  const bank = mexicanBanks.find(({ code }) => code.endsWith(clabe.slice(0, 3)))
  return bank && { code: bank.code, name: bank.name ?? bank.code }
}

/** A CLABE of an institution that the list lacks cannot belong to the bank that was chosen. */
function unlistedPrefix(value: string, { bankName }: FieldValues, label: Message): IssueContent | undefined {
  if (bankName === undefined || bankOfClabe(value) !== undefined) return undefined
  const prefix = value.slice(0, 3)
  return issueContent('bank_differs', { label, value, prefix, given: bankName })
}
