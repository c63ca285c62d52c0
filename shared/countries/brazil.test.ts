import { describe, expect, it } from 'vitest'
import { gradeOf } from '#shared/api/warning.ts'
import {
  adviceOn,
  bankErrorsOf,
  changesOf,
  digitsOf,
  doubtAbout,
  errorsOf,
  identityErrorsOf,
  noticesOf,
  requestOf,
  warningsOf,
} from '#shared/testing/preview-in-tests.ts'

const person = {
  country: 'BR',
  beneficiaryFirstName: 'Júlia',
  beneficiaryLastName: 'Araújo',
  documentType: '1',
  documentNumber: '39053344705',
  amount: '80',
}

const account = {
  bankName: '237',
  accountAgencyNumber: '0456',
  accountNumber: '98765432',
  payoutAccountTypeCode: '0001',
}

const toAccount = { ...person, ...account }
const toPix = { ...person, recipientPixKey: 'julia@example.com' }

const hyphens = { bankName: '-', accountAgencyNumber: '-', accountNumber: '-', payoutAccountTypeCode: '-' }

it('Brazil: to a bank account sends bank, agency, account and type, and no Pix key', () => {
  expect(requestOf(toAccount)).toEqual({ ...toAccount, amount: 80, currencyCode: 'BRL' })
  expect(requestOf({ ...toAccount, recipientPixKey: '-' })).not.toHaveProperty('recipientPixKey')
})

it.each(Object.keys(account))('Brazil: to a bank account asks for %s when only that is missing', (field) => {
  expect(errorsOf({ ...toAccount, [field]: '' })).toEqual([`${field} missing`])
  expect(errorsOf({ ...toAccount, [field]: '-' })).toEqual([`${field} missing`])
})

it.each(['0001', '0002'])('Brazil: to a bank account takes the account type %s', (payoutAccountTypeCode) => {
  expect(errorsOf({ ...toAccount, payoutAccountTypeCode })).toEqual([])
})

it.each(['0000', '0003', '0004', '1', '2'])(
  'Brazil: to a bank account refuses the account type %s',
  (payoutAccountTypeCode) => {
    expect(errorsOf({ ...toAccount, payoutAccountTypeCode })).toEqual(['payoutAccountTypeCode unknown_account_type'])
  },
)

it('Brazil: to a bank account knows no beneficiary type', () => {
  expect(errorsOf({ ...toAccount, beneficiaryType: 'person' })).toEqual(['beneficiaryType not_applicable'])
})

describe('Brazil: bank codes', () => {
  const common = '001 341 033 237 104 422 748 041 208 536 077 121 212 260 336 413'.split(' ')

  it.each(common)('Brazil: bank codes takes the commonly used %s without a doubt', (bankName) => {
    expect(warningsOf({ ...toAccount, bankName })).toEqual([])
  })

  it('Brazil: bank codes takes any other code of three digits; one on no public list is doubted', () => {
    expect(warningsOf({ ...toAccount, bankName: '623' })).toEqual([])
    expect(warningsOf({ ...toAccount, bankName: '999' })).toEqual(['bankName bank_not_listed'])
  })

  it.each(['2', '02', '0001', '23A', '2 37'])(
    'Brazil: bank codes refuses “%s”, which has not three digits',
    (bankName) => {
      expect(errorsOf({ ...toAccount, bankName })).toEqual(['bankName unknown_bank'])
    },
  )

  it.each([
    ['33', '033'],
    ['1', '001'],
    ['01', '001'],
    ['7', '007'],
  ])('Brazil: bank codes gives %s, of which a table lost the zeros, back as %s', (bankName, sent) => {
    expect(requestOf({ ...toAccount, bankName }).bankName).toBe(sent)
    expect(changesOf('bankName', { ...toAccount, bankName })).toEqual([`leading_zeros_added: ${bankName} → ${sent}`])
  })
})

it.each([
  ['1234X', '12340'],
  ['1234-x', '12340'],
  ['1.234-X', '12340'],
])('Brazil: account number sends the verification digit X as 0: %s as %s', (accountNumber, sent) => {
  expect(requestOf({ ...toAccount, accountNumber }).accountNumber).toBe(sent)
  expect(changesOf('accountNumber', { ...toAccount, accountNumber }).join()).toContain('x_to_zero')
})

it('Brazil: account number keeps its verification digit, without the hyphen', () => {
  expect(requestOf({ ...toAccount, accountNumber: '00123-4' }).accountNumber).toBe('001234')
})

it.each(['X', '12X4', 'X123', '12A'])('Brazil: account number refuses %s', (accountNumber) => {
  expect(errorsOf({ ...toAccount, accountNumber })).toEqual(['accountNumber wrong_character'])
})

it.each(['.', '--', ' - - '])('Brazil: account number refuses “%s”, of which nothing is left', (accountNumber) => {
  expect(errorsOf({ ...toAccount, accountNumber })).toEqual(['accountNumber wrong_length'])
})

it.each([
  ['1234-5', '1234'],
  ['1234 - 5', '1234'],
  ['1234–5', '1234'],
  ['0001-X', '0001'],
  ['0001', '0001'],
])('Brazil: agency sends only the digits before the hyphen: %s as %s', (accountAgencyNumber, sent) => {
  expect(requestOf({ ...toAccount, accountAgencyNumber }).accountAgencyNumber).toBe(sent)
})

it('Brazil: agency lists the digit that was dropped', () => {
  expect(changesOf('accountAgencyNumber', { ...toAccount, accountAgencyNumber: '1234-5' })).toEqual([
    'agency_digit_removed: 1234-5 → 1234',
  ])
})

it('Brazil: agency doubts one of fewer than four digits: Excel drops leading zeros', () => {
  expect(warningsOf({ ...toAccount, accountAgencyNumber: '456' })).toEqual(['accountAgencyNumber leading_zero_lost'])
  expect(doubtAbout('accountAgencyNumber', { ...toAccount, accountAgencyNumber: '456' })).toContain('4 digits')
})

it('Brazil: agency doubts five digits, where the check digit may have lost its hyphen', () => {
  expect(warningsOf({ ...toAccount, accountAgencyNumber: '12345' })).toEqual(['accountAgencyNumber long_agency'])
  expect(warningsOf({ ...toAccount, accountAgencyNumber: '1234' })).toEqual([])
})

it('Brazil: agency refuses letters', () => {
  expect(errorsOf({ ...toAccount, accountAgencyNumber: '12B4' })).toEqual(['accountAgencyNumber wrong_character'])
})

it('Brazil: Pix alone sends a hyphen in each of the four bank fields', () => {
  expect(requestOf(toPix)).toEqual({ ...person, ...hyphens, ...toPix, amount: 80, currencyCode: 'BRL' })
  expect(requestOf({ ...toPix, ...hyphens })).toEqual(requestOf(toPix))
})

it('Brazil: Pix alone is what an entry without bank details means, so it asks for the key', () => {
  expect(errorsOf(person)).toEqual(['recipientPixKey missing'])
  expect(adviceOn('recipientPixKey', person)).toContain('bank details instead')
})

it.each([
  ['a CPF', '111.444.777-35', '11144477735'],
  ['a phone', '+55 (11) 91234-5678', '+5511912345678'],
  ['an e-mail address', ' julia@example.com', 'julia@example.com'],
  ['a random key', '123E4567-E89B-12D3-A456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
])('Brazil: Pix alone takes %s as key, cleaned, and says which kind it is', (_, recipientPixKey, sent) => {
  expect(requestOf({ ...toPix, recipientPixKey }).recipientPixKey).toBe(sent)
  expect(noticesOf({ ...toPix, recipientPixKey })).toContain('pix_key_kind')
})

it.each(['1114447773', '111444777355', '+0511912345678', 'julia@', '5511912345678'])(
  'Brazil: Pix alone refuses %s',
  (recipientPixKey) => {
    expect(errorsOf({ ...toPix, recipientPixKey })).toEqual(['recipientPixKey not_a_pix_key'])
  },
)

it('Brazil: Pix alone reads eleven digits as a CPF, and doubts them when they look like a phone without +55', () => {
  const entry = { ...toPix, recipientPixKey: '11912345678' }
  expect(warningsOf(entry)).toEqual(['recipientPixKey check_digit'])
  expect(doubtAbout('recipientPixKey', entry)).toContain('+5511912345678')
})

it('Brazil: a Pix key that is the CPF of another person has a serious warning, which holds for the two numbers', () => {
  const entry = { ...toPix, recipientPixKey: '529.982.247-25' }
  expect(warningsOf(entry)).toEqual(['recipientPixKey pix_key_of_another'])
  expect(gradeOf({ code: 'pix_key_of_another', params: {} })).toBe('serious')
  expect(doubtAbout('recipientPixKey', entry)).toMatch(/not the beneficiary’s.*If it is a phone, write \+5552998224725/)
  expect(warningsOf({ ...toAccount, ...entry })).toEqual(['recipientPixKey pix_key_of_another'])
  expect(doubtAbout('recipientPixKey', { ...toPix, recipientPixKey: '11144477735' })).not.toContain('phone')
})

it.each(['390.533.447-05', 'CPF: 39053344705', 'julia@example.com', '+5552998224725'])(
  'Brazil: the Pix key %s is not taken for the CPF of another person',
  (recipientPixKey) => {
    expect(warningsOf({ ...toPix, documentNumber: '390.533.447-05', recipientPixKey })).toEqual([])
  },
)

it('Brazil: Pix with the bank to fall back on sends the key and the whole account', () => {
  expect(requestOf({ ...toAccount, ...toPix })).toEqual({
    ...toAccount,
    ...toPix,
    amount: 80,
    currencyCode: 'BRL',
  })
})

it('Brazil: Pix with the bank to fall back on asks for the rest of an account that was begun', () => {
  expect(errorsOf({ ...toPix, bankName: '237' }).toSorted()).toEqual([
    'accountAgencyNumber missing',
    'accountNumber missing',
    'payoutAccountTypeCode missing',
  ])
})

it.each([10, 12])('Brazil: CPF refuses %i digits', (count) => {
  expect(errorsOf({ ...toPix, documentNumber: digitsOf(count) })).toEqual(['documentNumber wrong_length'])
})

it('Brazil: CPF is cleaned of dots and hyphen', () => {
  expect(requestOf({ ...toPix, documentNumber: '390.533.447-05' }).documentNumber).toBe('39053344705')
})

it.each(['39053344706', '11111111111'])(
  'Brazil: CPF is doubted when its check digits do not fit: %s',
  (documentNumber) => {
    expect(warningsOf({ ...toPix, documentNumber })).toEqual(['documentNumber check_digit'])
  },
)

it.each(['2', 'CPF'])('Brazil: CPF is document type 1; %s is refused', (documentType) => {
  expect(errorsOf({ ...toPix, documentType })).toEqual(['documentType unknown_document_type'])
})

describe('Brazil: validations', () => {
  const customer = { country: 'BR', firstName: 'Júlia', lastName: 'Araújo', documentNumber: '390.533.447-05' }

  it('Brazil: validations identity: takes the CPF, named or not', () => {
    expect(identityErrorsOf({ ...customer, documentType: 'CPF' })).toEqual([])
    expect(identityErrorsOf(customer)).toEqual([])
    expect(identityErrorsOf({ ...customer, documentType: 'CNPJ' })).toEqual(['documentType unknown_document_type'])
    expect(identityErrorsOf({ ...customer, documentNumber: '123' })).toEqual(['documentNumber wrong_length'])
  })

  it('Brazil: validations bank: is not served, which is known before a call, and nothing else is made up', () => {
    const body = { ...customer, documentType: 'CPF', accountNumber: '123456' }
    expect(bankErrorsOf(body)).toEqual(['country COUNTRY_NOT_SUPPORTED'])
  })
})
