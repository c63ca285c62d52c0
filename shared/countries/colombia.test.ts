import { describe, expect, it } from 'vitest'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import {
  adviceOn,
  bankErrorsOf,
  digitsOf,
  errorsOf,
  identityErrorsOf,
  noticesOf,
  requestOf,
  warningsOf,
} from '#shared/testing/preview-in-tests.ts'
import { bankValidationOffer, identityValidationOffer } from '#shared/validation/validation-questions.ts'
import { colombia } from './colombia.ts'

const person = {
  country: 'CO',
  beneficiaryFirstName: 'Yuliana',
  beneficiaryLastName: 'Ospina',
  documentType: '01',
  documentNumber: '1098765432',
  amount: '120000',
}

const account = { bankName: '0051', accountNumber: '004570012345', payoutAccountTypeCode: '0001' }

const payout = { ...person, ...account }

it('Colombia: to a bank account sends bank, account and type', () => {
  expect(requestOf(payout)).toEqual({ ...payout, amount: 120000, currencyCode: 'COP' })
})

it.each(['0001', '0002'])('Colombia: to a bank account takes the account type %s', (payoutAccountTypeCode) => {
  expect(errorsOf({ ...payout, payoutAccountTypeCode })).toEqual([])
})

it.each(['0003', '0004', '1'])('Colombia: to a bank account refuses the account type %s', (payoutAccountTypeCode) => {
  expect(errorsOf({ ...payout, payoutAccountTypeCode })).toEqual(['payoutAccountTypeCode unknown_account_type'])
})

it('Colombia: to a bank account takes an account number of any length, without its dashes', () => {
  expect(requestOf({ ...payout, accountNumber: '12-3' }).accountNumber).toBe('123')
  expect(errorsOf({ ...payout, accountNumber: digitsOf(40) })).toEqual([])
  expect(errorsOf({ ...payout, accountNumber: '12B4' })).toEqual(['accountNumber wrong_character'])
  expect(errorsOf({ ...payout, accountNumber: '. -' })).toEqual(['accountNumber wrong_length'])
})

it.each(['accountAgencyNumber', 'recipientPixKey', 'beneficiaryType'])(
  'Colombia: to a bank account knows no %s',
  (field) => {
    expect(errorsOf({ ...payout, [field]: 'person' })).toEqual([`${field} not_applicable`])
  },
)

describe('Colombia: instant payment', () => {
  const hyphens = { bankName: '-', accountNumber: '-', payoutAccountTypeCode: '-' }

  it('Colombia: instant payment is three hyphens, sent for an entry without bank details', () => {
    expect(requestOf({ ...person, ...hyphens })).toEqual({
      ...person,
      ...hyphens,
      amount: 120000,
      currencyCode: 'COP',
    })
    expect(requestOf(person)).toEqual(requestOf({ ...person, ...hyphens }))
    expect(noticesOf(person)).toContain('instant_payment')
  })

  it.each(['bankName', 'accountNumber', 'payoutAccountTypeCode'])(
    'Colombia: instant payment is all three or none: %s alone is missing',
    (field) => {
      expect(errorsOf({ ...payout, [field]: '-' })).toEqual([`${field} missing`])
    },
  )

  it('Colombia: instant payment asks for the other two when one is given', () => {
    expect(errorsOf({ ...person, bankName: '0051' }).toSorted()).toEqual([
      'accountNumber missing',
      'payoutAccountTypeCode missing',
    ])
  })
})

it.each(['01', '02', '03'])('Colombia: documents takes the type %s', (documentType) => {
  expect(errorsOf({ ...payout, documentType, documentNumber: '800197268' })).toEqual([])
})

it.each(['1', '04', 'CC', 'NIT'])('Colombia: documents refuses the type %s', (documentType) => {
  expect(errorsOf({ ...payout, documentType })).toEqual(['documentType unknown_document_type'])
})

it('Colombia: documents cleans the dots of a citizen card', () => {
  expect(requestOf({ ...payout, documentNumber: '1.098.765.432' }).documentNumber).toBe('1098765432')
  expect(errorsOf({ ...payout, documentNumber: '10987654A' })).toEqual(['documentNumber wrong_character'])
})

it('Colombia: documents takes letters in a foreigner card, also small ones', () => {
  expect(requestOf({ ...payout, documentType: '02', documentNumber: 'e 345678' }).documentNumber).toBe('E345678')
})

it('Colombia: documents doubts a NIT whose verification digit does not fit', () => {
  const nit = { ...payout, documentType: '03' }
  expect(warningsOf({ ...nit, documentNumber: '890.903.938-8' })).toEqual([])
  expect(warningsOf({ ...nit, documentNumber: '890.903.938-7' })).toEqual(['documentNumber check_digit'])
})

describe('Colombia: bank codes', () => {
  const listed = `0001 0002 0006 0007 0009 0012 0013 0014 0019 0023 0031 0032 0040 0041 0042 0051 0052 0058 0059 0060
    0061 0062 0063 0064 0065 0066 0067 0069 0070 0071 0083 0084 0086 0087 0088 0089 0121 0283 0289 0291 0292 0303 0370
    0507 0550 0551 0558 0560 0683 0685 0801 0802 0803 0804 0805 0808 0809 0811 0812 0813 0814`

  it.each(listed.split(/\s+/))('Colombia: bank codes takes %s', (bankName) => {
    expect(errorsOf({ ...payout, bankName })).toEqual([])
  })

  it.each(['0003', '0815', '3', '051', '0806'])('Colombia: bank codes refuses %s', (bankName) => {
    expect(errorsOf({ ...payout, bankName })).toEqual(['bankName unknown_bank'])
  })

  it('Colombia: bank codes reads 51 as 0051, and offers that to someone who typed 051', () => {
    expect(requestOf({ ...payout, bankName: '51' }).bankName).toBe('0051')
    expect(adviceOn('bankName', { ...payout, bankName: '051' })).toContain('0051')
  })
})

describe('Colombia: validations', () => {
  const customer = {
    country: 'CO',
    firstName: 'Yuliana',
    lastName: 'Ospina',
    documentType: 'CC',
    documentNumber: '1.098.765.432',
  }
  const body = {
    ...customer,
    bankName: '0051',
    accountAgencyNumber: '457',
    accountTypeCode: '0002',
    accountNumber: '004570012345',
  }

  it('Colombia: validations identity: takes CC and nothing else', () => {
    expect(identityErrorsOf(customer)).toEqual([])
    expect(identityErrorsOf({ ...customer, documentType: 'NIT' })).toEqual(['documentType unknown_document_type'])
    expect(identityErrorsOf({ ...customer, documentType: '01' })).toEqual(['documentType unknown_document_type'])
  })

  it.each(['CC', 'NIT'])('Colombia: validations bank: takes %s', (documentType) => {
    expect(bankErrorsOf({ ...body, documentType, documentNumber: '800197268' })).toEqual([])
  })

  it.each(['documentType', 'bankName', 'accountAgencyNumber', 'accountTypeCode', 'accountNumber'])(
    'Colombia: validations bank: requires %s',
    (field) => {
      expect(bankErrorsOf({ ...body, [field]: '-' })).toEqual([`${field} missing`])
    },
  )

  it('Colombia: validations bank: takes the code of a mobile wallet', () => {
    expect(bankErrorsOf({ ...body, accountTypeCode: 'MOBILE_WALLET' })).toEqual([])
    expect(bankErrorsOf({ ...body, accountTypeCode: 'WALLET' })).toEqual(['accountTypeCode unknown_account_type'])
  })
})

describe('Colombia: the codes of the two services', () => {
  const form = {
    ...emptyEntry(colombia),
    method: 'bank',
    beneficiaryFirstName: 'Yuliana',
    beneficiaryLastName: 'Ospina',
    documentType: '01',
    documentNumber: '1.098.765.432',
    bankName: '0051',
    payoutAccountTypeCode: '0001',
    accountNumber: '0045-70012345',
    validationAgency: '457',
  }

  it.each([
    ['01', 'CC', '1098765432'],
    ['03', 'NIT', '8001972684'],
  ])(
    'Colombia: the codes of the two services document %s is %s in the bank validation',
    (documentType, validationCode, documentNumber) => {
      const offer = bankValidationOffer(colombia, { ...form, documentType, documentNumber })
      expect(offer).toMatchObject({ state: 'ready', request: { documentType: validationCode, documentNumber } })
    },
  )

  it('Colombia: the codes of the two services the identity validation takes the citizen card only', () => {
    expect(identityValidationOffer(colombia, form)).toMatchObject({ state: 'ready', request: { documentType: 'CC' } })
    expect(identityValidationOffer(colombia, { ...form, documentType: '03' })).toMatchObject({ state: 'not-offered' })
  })

  it('Colombia: the codes of the two services a foreigner card has no validation', () => {
    expect(identityValidationOffer(colombia, { ...form, documentType: '02' })).toMatchObject({ state: 'not-offered' })
    expect(bankValidationOffer(colombia, { ...form, documentType: '02' })).toMatchObject({ state: 'not-offered' })
  })

  it('Colombia: the codes of the two services a checking account is 0002 in both; a wallet has a code of its own in the validation', () => {
    expect(bankValidationOffer(colombia, { ...form, payoutAccountTypeCode: '0002' })).toMatchObject({
      request: { accountTypeCode: '0002' },
    })
    expect(bankValidationOffer(colombia, { ...form, validationAccountKind: 'wallet' })).toMatchObject({
      request: { accountTypeCode: 'MOBILE_WALLET' },
    })
  })

  it('Colombia: the codes of the two services an instant payment names no account to check', () => {
    expect(bankValidationOffer(colombia, { ...form, method: 'instant' })).toMatchObject({
      state: 'not-offered',
      why: { code: 'no_account' },
    })
  })
})
