import { issueContent } from '#shared/api/issue.ts'
import { cciBankNames, cciPrefixOfBank, peruvianBanks } from '#shared/banks/peru.ts'
import { hasValidCciDigits } from '#shared/check-digits/cci.ts'
import { hasValidPeruvianRucDigits } from '#shared/check-digits/peruvian-ruc.ts'
import { checkDigits } from '#shared/rule-book/check-digits.ts'
import { type CleaningStep, upToHyphen } from '#shared/rule-book/cleaning.ts'
import {
  type AccountType,
  asked,
  type ConditionalNumber,
  type Country,
  type EntrySource,
  type FieldValues,
  leftOut,
  type MethodId,
  type NamedNumber,
  optional,
  type RecognisedBank,
} from '#shared/rule-book/country.ts'
import { digits, digitsIn, hasShape, type Shape } from '#shared/rule-book/shape.ts'

const walletCodes = ['0029', '0030', '0032', '0037']

const accountTypes: readonly AccountType[] = [
  { code: '0001', kind: 'savings', label: 'accountType.ahorros' },
  { code: '0002', kind: 'current', label: 'accountType.corriente' },
]

const cci: NamedNumber = {
  label: 'account.cci',
  shape: digits(20),
  example: '011-241-000190006582-70',
  checks: [checkDigits('cci', hasValidCciDigits)],
  bankOf: bankOfCci,
}

const withoutPeruvianPrefix: CleaningStep = {
  code: 'country_prefix_removed',
  apply: (text) => text.replace(/^\s*\+51/, ''),
}

const person = { documentType: '04', documentNumber: '12345678' }

/** Peru. Interface, "Payouts · Peru": a bank's own number, a CCI in real time, or a wallet. */
export const peru: Country<'PE'> = {
  code: 'PE',
  currency: 'PEN',
  decimals: 2,
  phonePrefix: '51',
  phoneDigits: [8, 9],
  region: 'latinAmerica',
  longName: 32,
  documents: [
    {
      code: '04',
      kind: 'national-id',
      label: 'document.dni',
      shape: digits(8),
      example: '12345678',
      cleaning: [upToHyphen('verification_removed')],
      // A passport of eight digits is rare among who is paid here.
      isOnly: (number) => /^[0-9]{8}$/.test(number),
      hint: 'hint.dniWithoutVerification',
    },
    {
      code: '02',
      kind: 'foreigner-id',
      label: 'document.carneDeExtranjeria',
      shape: digits(9),
      example: '001234567',
    },
    { code: '03', kind: 'passport', label: 'document.passport', shape: digits(7, 12), example: '1234567' },
    {
      code: '05',
      kind: 'tax-id',
      label: 'document.ruc',
      shape: digits(11),
      example: '20131312955',
      checks: [checkDigits('ruc-pe', hasValidPeruvianRucDigits)],
      isOfCompany: (number) => number.startsWith('20'),
      isOnly: (number) => /^(?:10|15|16|17|20)[0-9]{9}$/.test(number) && hasValidPeruvianRucDigits(number),
    },
  ],
  methodOf,
  methods: [
    {
      id: 'cci',
      label: 'method.cci',
      summary: 'method.cci.summary',
      fields: {
        bankName: leftOut('why.cciNamesBank'),
        accountNumber: asked([cci]),
        payoutAccountTypeCode: optional(accountTypes),
      },
      namesItsBank: true,
      notices: [issueContent('cci_real_time', {})],
      sample: { ...person, payoutAccountTypeCode: '0001', accountNumber: '01124100019000658270' },
    },
    {
      id: 'bank',
      label: 'method.ownNumber',
      summary: 'method.ownNumber.summary',
      fields: {
        bankName: asked({ banks: peruvianBanks.filter(({ code }) => !walletCodes.includes(code)) }),
        payoutAccountTypeCode: asked(accountTypes),
        accountNumber: asked([
          number('0001', digits(13), '1234567890123'),
          {
            ...number('0002', digitsIn(18, 20), '001101110200012345'),
            hint: 'hint.twentyDigitsAreCci',
          },
          {
            ...number('0003', digits(14), '19412345678012'),
            when: { bankName: ['0003'], payoutAccountTypeCode: ['0001'] },
          },
          {
            ...number('0003', digits(13), '1941234567012'),
            when: { bankName: ['0003'], payoutAccountTypeCode: ['0002'] },
          },
          { ...number('0004', digits(10), '0011234567'), hint: 'hint.agencyAndAccount' },
          { ...cci, hint: 'hint.cciOnly' },
        ]),
      },
      accountsOfAnother: cci.shape,
      sample: { ...person, bankName: '0003', payoutAccountTypeCode: '0001', accountNumber: '19412345678012' },
    },
    {
      id: 'wallet',
      label: 'method.wallet',
      summary: 'method.wallet.summary',
      fields: {
        bankName: asked({ banks: peruvianBanks.filter(({ code }) => walletCodes.includes(code)) }),
        payoutAccountTypeCode: optional(accountTypes),
        accountNumber: asked([
          {
            label: 'account.walletPhone',
            shape: { ...digits(9), startsWith: '9' },
            example: '912 345 678',
            cleaning: [withoutPeruvianPrefix],
          },
        ]),
      },
      sample: { ...person, bankName: '0029', accountNumber: '912345678' },
    },
  ],
  identityValidation: { documents: [{ code: 'DNI', kind: 'national-id' }] },
  bankValidation: { documents: [{ code: 'DNI', kind: 'national-id' }], bank: 'unless-cci' },
}

/** Twenty digits are a CCI whatever else was chosen; without a bank, a longer number than any bank's own means one too. */
function methodOf(
  { accountNumber = '', bankName }: FieldValues,
  chosen: MethodId | undefined,
  enteredBy: EntrySource,
): MethodId {
  // The form of a wallet asks for a telephone, and offers to pay by the CCI instead.
  if (chosen === 'wallet' && enteredBy === 'person') return 'wallet'
  if (hasShape(cci.shape, accountNumber)) return 'cci'
  if (chosen !== undefined) return chosen
  if (bankName === undefined) return accountNumber === '' || accountNumber.length > 18 ? 'cci' : 'bank'
  return walletCodes.includes(bankName) ? 'wallet' : 'bank'
}

function number(bank: string, shape: Shape, example: string): ConditionalNumber {
  const name = peruvianBanks.find(({ code }) => code === bank)?.name ?? bank
  return {
    when: { bankName: [bank] },
    label: { id: 'account.atBank', params: { bank: name } },
    shape,
    example,
  }
}

function bankOfCci(digitsOfCci: string): RecognisedBank | undefined {
  const prefix = digitsOfCci.slice(0, 3)
  const name = cciBankNames[prefix]
  if (name === undefined) return undefined
  const code = Object.entries(cciPrefixOfBank).find(([, itsPrefix]) => itsPrefix === prefix)?.[0]
  return code === undefined ? { name } : { code, name }
}
