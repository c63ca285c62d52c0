import { type IssueContent, issueContent } from '#shared/api/issue.ts'
import { mexicanBanks } from '#shared/banks/mexico.ts'
import { hasValidClabeDigits } from '#shared/check-digits/clabe.ts'
import { hasValidCurpDigits } from '#shared/check-digits/curp.ts'
import { hasValidLuhnDigit } from '#shared/check-digits/luhn.ts'
import { hasValidRfcDigits } from '#shared/check-digits/rfc.ts'
import { upperCased } from '#shared/rule-book/cleaning.ts'
import { asked, type Country, checkDigits, type Given, type RecognisedBank } from '#shared/rule-book/country.ts'
import { digits, lettersAndDigits, rfcCharacters } from '#shared/rule-book/shape.ts'

const rfc = {
  label: 'RFC',
  shape: rfcCharacters(12, 13),
  example: 'GODE561231GR8',
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
export const mexico: Country = {
  code: 'MX',
  name: 'Mexico',
  currency: 'MXN',
  region: 'Latin America',
  longName: 32,
  documents: [
    {
      code: '40',
      kind: 'national-id',
      label: 'CURP',
      shape: lettersAndDigits(18),
      example: 'BOXW310820HNERXN09',
      cleaning: [upperCased],
      checks: [checkDigits('curp', hasValidCurpDigits)],
    },
  ],
  methods: [
    {
      id: 'bank',
      label: 'CLABE or card',
      summary: 'To a bank account by its CLABE, or to a debit card.',
      fields: {
        payoutAccountTypeCode: asked([
          { code: '0001', kind: 'clabe', label: 'CLABE' },
          { code: '0010', kind: 'card', label: 'Debit card' },
        ]),
        accountNumber: asked([
          {
            when: { payoutAccountTypeCode: ['0001'] },
            label: 'CLABE',
            shape: digits(18),
            example: '002010077777777771',
            checks: [
              checkDigits('clabe', hasValidClabeDigits),
              {
                code: 'bank_differs',
                rule: 'A CLABE of a bank that is not on the list draws a warning.',
                issue: unlistedPrefix,
              },
            ],
            bankOf: bankOfClabe,
          },
          {
            when: { payoutAccountTypeCode: ['0010'] },
            label: 'Debit card number',
            shape: digits(16),
            example: '4111 1111 1111 1111',
            checks: [checkDigits('luhn', hasValidLuhnDigit)],
          },
        ]),
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
  bankValidation: { documents: [{ code: 'RFC', kind: 'tax-id', asked: rfc }] },
}

/** The first three digits of a CLABE are the last three of the provider's bank code. */
function bankOfClabe(clabe: string): RecognisedBank | undefined {
  const bank = mexicanBanks.find(({ code }) => code.endsWith(clabe.slice(0, 3)))
  return bank && { code: bank.code, name: bank.name ?? bank.code }
}

/** A CLABE of an institution that the list lacks cannot belong to the bank that was chosen. */
function unlistedPrefix(value: string, { bankName }: Given, label: string): IssueContent | undefined {
  if (bankName === undefined || bankOfClabe(value) !== undefined) return undefined
  const prefix = value.slice(0, 3)
  const detail = `This ${label} begins with ${prefix}, the number of no bank on the list. Compare it with the bank chosen.`
  return issueContent('bank_differs', { label, value, prefix, given: bankName }, detail)
}
