import { describe, expect, it } from 'vitest'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import {
  adviceOn,
  bankErrorsOf,
  bankWarningsOf,
  digitsOf,
  errorsOf,
  identityErrorsOf,
  noticesOf,
  requestOf,
  warningsOf,
} from '#shared/testing/preview-in-tests.ts'
import { bankValidationOffer, identityValidationOffer } from '#shared/validation/validation-questions.ts'
import { ecuador } from './ecuador.ts'

const payout = {
  country: 'EC',
  beneficiaryFirstName: 'Wilmer',
  beneficiaryLastName: 'Chicaiza',
  documentType: '04',
  documentNumber: '1714307103',
  bankName: '0016',
  payoutAccountTypeCode: '0002',
  accountNumber: '7654321',
  amount: '35.20',
  TermsApproved: true,
}

it('Ecuador: the request is in US dollars with the terms approved', () => {
  expect(requestOf(payout)).toEqual({ ...payout, amount: 35.2, currencyCode: 'USD' })
  expect(noticesOf(payout)).toContain('usd_settlement')
})

it.each([undefined, false, ''])(
  'Ecuador: the request is refused while a person has not approved the terms (%s)',
  (TermsApproved) => {
    expect(errorsOf({ ...payout, TermsApproved })).toEqual(['TermsApproved terms_required'])
  },
)

it('Ecuador: the request goes in no other currency', () => {
  expect(errorsOf({ ...payout, currencyCode: 'EUR' })).toContain('currencyCode currency_not_allowed')
})

it.each(['0001', '0002'])('Ecuador: the request takes the account type %s', (payoutAccountTypeCode) => {
  expect(errorsOf({ ...payout, payoutAccountTypeCode })).toEqual([])
})

it.each(['0003', '1'])('Ecuador: the request refuses the account type %s', (payoutAccountTypeCode) => {
  expect(errorsOf({ ...payout, payoutAccountTypeCode })).toEqual(['payoutAccountTypeCode unknown_account_type'])
})

it.each(['bankName', 'accountNumber', 'payoutAccountTypeCode', 'documentType', 'documentNumber'])(
  'Ecuador: the request asks for %s, which a hyphen does not replace',
  (field) => {
    expect(errorsOf({ ...payout, [field]: '-' })).toEqual([`${field} missing`])
  },
)

it.each(['accountAgencyNumber', 'recipientPixKey', 'beneficiaryType'])('Ecuador: the request knows no %s', (field) => {
  expect(errorsOf({ ...payout, [field]: 'person' })).toEqual([`${field} not_applicable`])
})

it('Ecuador: bank 0023 takes exactly 10 digits', () => {
  expect(errorsOf({ ...payout, bankName: '0023', accountNumber: digitsOf(10) })).toEqual([])
})

it.each([9, 11])('Ecuador: bank 0023 refuses %i digits', (count) => {
  const entry = { ...payout, bankName: '0023', accountNumber: digitsOf(count) }
  expect(errorsOf(entry)).toEqual(['accountNumber wrong_length'])
  expect(adviceOn('accountNumber', entry)).toMatch(/10 digits/)
})

it.each([1, 9, 10])('Ecuador: bank 0010 takes %i digits', (count) => {
  expect(errorsOf({ ...payout, bankName: '0010', accountNumber: digitsOf(count) })).toEqual([])
})

it('Ecuador: bank 0010 refuses 11 digits and says at most 10', () => {
  const entry = { ...payout, bankName: '0010', accountNumber: digitsOf(11) }
  expect(errorsOf(entry)).toEqual(['accountNumber wrong_length'])
  expect(adviceOn('accountNumber', entry)).toContain('at most 10 digits')
})

it.each([1, 9, 11, 25])('Ecuador: any other bank takes %i digits: no length is documented', (count) => {
  expect(errorsOf({ ...payout, accountNumber: digitsOf(count) })).toEqual([])
})

it('Ecuador: any other bank takes digits only', () => {
  expect(errorsOf({ ...payout, accountNumber: '12A4' })).toEqual(['accountNumber wrong_character'])
  expect(errorsOf({ ...payout, accountNumber: '--' })).toEqual(['accountNumber wrong_length'])
})

describe('Ecuador: bank codes', () => {
  const listed =
    '0001 0002 0003 0004 0005 0010 0011 0012 0013 0015 0016 0017 0019 0020 0021 0023 0024 0025 0026 0053 0172 0177'

  it.each(listed.split(' '))('Ecuador: bank codes takes %s', (bankName) => {
    expect(errorsOf({ ...payout, bankName, accountNumber: digitsOf(10) })).toEqual([])
  })

  it.each(['0006', '0014', '0018', '0022', '016', '6'])('Ecuador: bank codes refuses %s', (bankName) => {
    expect(errorsOf({ ...payout, bankName })).toEqual(['bankName unknown_bank'])
  })

  it('Ecuador: bank codes reads 23 as 0023, with the account numbers of that bank', () => {
    expect(requestOf({ ...payout, bankName: '23', accountNumber: digitsOf(10) }).bankName).toBe('0023')
    expect(errorsOf({ ...payout, bankName: '23', accountNumber: digitsOf(9) })).toEqual(['accountNumber wrong_length'])
  })
})

it.each(['1', '01', '02', '06', 'CED'])('Ecuador: documents refuses the type %s', (documentType) => {
  expect(errorsOf({ ...payout, documentType })).toEqual(['documentType unknown_document_type'])
})

it.each([9, 11])('Ecuador: documents: 04: a cédula has 10 digits, not %i', (count) => {
  expect(errorsOf({ ...payout, documentNumber: digitsOf(count) })).toEqual(['documentNumber wrong_length'])
})

it.each([12, 14])('Ecuador: documents: 05: a RUC has 13 digits, not %i', (count) => {
  expect(errorsOf({ ...payout, documentType: '05', documentNumber: digitsOf(count) })).toEqual([
    'documentNumber wrong_length',
  ])
})

it('Ecuador: documents doubts check digits that do not fit, but never those of a company’s RUC, which has none', () => {
  expect(warningsOf(payout)).toEqual([])
  expect(warningsOf({ ...payout, documentNumber: '171430710-4' })).toEqual(['documentNumber check_digit'])
  const ruc = { ...payout, documentType: '05' }
  expect(warningsOf({ ...ruc, documentNumber: '1714307104001' })).toEqual(['documentNumber check_digit'])
  expect(warningsOf({ ...ruc, documentNumber: '1792060347001' })).toEqual([])
})

it('Ecuador: documents: 03: a passport has letters and digits, sent as capitals', () => {
  expect(requestOf({ ...payout, documentType: '03', documentNumber: 'ab-12345' }).documentNumber).toBe('AB12345')
  expect(errorsOf({ ...payout, documentType: '03', documentNumber: 'AB#12' })).toEqual([
    'documentNumber wrong_character',
  ])
})

it('Ecuador: doubts a cent is the smallest amount', () => {
  expect(warningsOf({ ...payout, amount: '35.2055' })).toEqual(['amount too_many_decimals'])
})

describe('Ecuador: validations', () => {
  const customer = {
    country: 'EC',
    firstName: 'Wilmer',
    lastName: 'Chicaiza',
    documentType: 'CED',
    documentNumber: '1714307103',
  }
  const body = {
    ...customer,
    bankName: '0002',
    accountAgencyNumber: '3',
    accountTypeCode: '0001',
    accountNumber: '7654321',
  }

  it('Ecuador: validations identity: takes CED and nothing else', () => {
    expect(identityErrorsOf(customer)).toEqual([])
    expect(identityErrorsOf({ ...customer, documentType: 'RUC' })).toEqual(['documentType unknown_document_type'])
  })

  it('Ecuador: validations bank: takes CED or RUC', () => {
    expect(bankErrorsOf(body)).toEqual([])
    expect(bankErrorsOf({ ...body, documentType: 'RUC', documentNumber: '1792060346001' })).toEqual([])
    expect(bankErrorsOf({ ...body, documentType: '04' })).toEqual(['documentType unknown_document_type'])
  })

  it.each(['documentType', 'bankName', 'accountAgencyNumber', 'accountTypeCode', 'accountNumber'])(
    'Ecuador: validations bank: requires %s',
    (field) => {
      expect(bankErrorsOf({ ...body, [field]: undefined })).toEqual([`${field} missing`])
    },
  )

  it.each(['0023', '0010', '0016', '0020'])('Ecuador: validations bank: needs no account type for %s', (bankName) => {
    const accountNumber = digitsOf(10)
    expect(bankErrorsOf({ ...body, bankName, accountNumber, accountTypeCode: undefined })).toEqual([])
    expect(bankErrorsOf({ ...body, bankName, accountNumber })).toEqual([])
  })

  it('Ecuador: validations bank: serves listed banks only', () => {
    expect(bankErrorsOf({ ...body, bankName: '0006' })).toEqual(['bankName unknown_bank'])
  })

  it('Ecuador: validations bank: asks the same of the account number as the payout', () => {
    expect(bankWarningsOf({ ...body, bankName: '0023', accountNumber: digitsOf(9) })).toEqual([
      'accountNumber wrong_length',
    ])
  })
})

describe('Ecuador: the codes of the two services', () => {
  const form = {
    ...emptyEntry(ecuador),
    beneficiaryFirstName: 'Wilmer',
    beneficiaryLastName: 'Chicaiza',
    documentType: '04',
    documentNumber: '171430710-3',
    bankName: '0002',
    payoutAccountTypeCode: '0002',
    accountNumber: '7654321',
    validationAgency: '3',
  }

  it('Ecuador: the codes of the two services: 04 is CED and 05 is RUC; a passport has no validation', () => {
    expect(identityValidationOffer(ecuador, form)).toMatchObject({
      state: 'ready',
      request: { documentType: 'CED', documentNumber: '1714307103' },
    })
    const company = { ...form, documentType: '05', documentNumber: '1792060346001' }
    expect(bankValidationOffer(ecuador, company)).toMatchObject({ state: 'ready', request: { documentType: 'RUC' } })
    expect(identityValidationOffer(ecuador, company)).toMatchObject({ state: 'not-offered' })
    expect(bankValidationOffer(ecuador, { ...form, documentType: '03' })).toMatchObject({ state: 'not-offered' })
  })

  it('Ecuador: the codes of the two services the account type goes along, but not for the four banks that need none', () => {
    expect(bankValidationOffer(ecuador, form)).toMatchObject({ request: { accountTypeCode: '0002' } })
    const offer = bankValidationOffer(ecuador, { ...form, bankName: '0016' })
    expect(offer.state).toBe('ready')
    expect(offer.state === 'ready' && offer.request).not.toHaveProperty('accountTypeCode')
  })
})
