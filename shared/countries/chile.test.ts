import { describe, expect, it } from 'vitest'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import {
  adviceOn,
  bankErrorsOf,
  bankWarningsOf,
  digitsOf,
  errorsOf,
  identityErrorsOf,
  requestOf,
  warningsOf,
} from '#shared/testing/preview-in-tests.ts'
import { bankValidationOffer, identityValidationOffer } from '#shared/validation/validation-questions.ts'
import { chile } from './chile.ts'

const payout = {
  country: 'CL',
  beneficiaryType: 'person',
  beneficiaryFirstName: 'Rocío',
  beneficiaryLastName: 'Fuentes',
  documentType: 'cl_rut',
  documentNumber: '12531909-2',
  bankName: '001',
  payoutAccountTypeCode: '0001',
  accountNumber: '00123456789',
  amount: '45000',
}

it('Chile: the request sends the RUT with its verification digit, without dots and dash', () => {
  expect(requestOf({ ...payout, documentNumber: '12.531.909-2' })).toEqual({
    ...payout,
    documentNumber: '125319092',
    currencyCode: 'CLP',
    amount: 45000,
  })
})

it.each(['documentType', 'documentNumber', 'bankName', 'payoutAccountTypeCode', 'accountNumber'])(
  'Chile: the request asks for %s, which a hyphen does not replace',
  (field) => {
    expect(errorsOf({ ...payout, [field]: '-' })).toEqual([`${field} missing`])
  },
)

it.each(['accountAgencyNumber', 'recipientPixKey'])('Chile: the request knows no %s', (field) => {
  expect(errorsOf({ ...payout, [field]: '1234' })).toEqual([`${field} not_applicable`])
})

it('Chile: beneficiary type is asked for', () => {
  expect(errorsOf({ ...payout, beneficiaryType: '' })).toEqual(['beneficiaryType missing'])
})

it.each(['Person', 'business', '1'])('Chile: beneficiary type is person or company, not %s', (beneficiaryType) => {
  expect(errorsOf({ ...payout, beneficiaryType })).toEqual(['beneficiaryType unknown_beneficiary_type'])
})

it('Chile: beneficiary type person: has a last name', () => {
  expect(errorsOf({ ...payout, beneficiaryLastName: '' })).toEqual(['beneficiaryLastName missing'])
})

it('Chile: beneficiary type company: may leave the last name out', () => {
  const company = { ...payout, beneficiaryType: 'company', beneficiaryFirstName: 'Viña Sur SpA' }
  expect(requestOf({ ...company, beneficiaryLastName: '' })).not.toHaveProperty('beneficiaryLastName')
  expect(requestOf(company).beneficiaryLastName).toBe('Fuentes')
})

describe.each(['0001', '0002'])('type %s', (payoutAccountTypeCode) => {
  it.each([8, 9, 12, 15, 16])('takes %i digits', (count) => {
    expect(errorsOf({ ...payout, payoutAccountTypeCode, accountNumber: digitsOf(count) })).toEqual([])
  })

  it.each([1, 7, 17, 18])('refuses %i digits and says 8 to 16', (count) => {
    const entry = { ...payout, payoutAccountTypeCode, accountNumber: digitsOf(count) }
    expect(errorsOf(entry)).toEqual(['accountNumber wrong_length'])
    expect(adviceOn('accountNumber', entry)).toContain('8 to 16 digits')
  })
})

it.each([7, 8])('Chile: RUT account (0004) takes %i digits', (count) => {
  expect(errorsOf({ ...payout, payoutAccountTypeCode: '0004', accountNumber: digitsOf(count) })).toEqual([])
})

it.each([6, 9, 16])('Chile: RUT account (0004) refuses %i digits', (count) => {
  const entry = { ...payout, payoutAccountTypeCode: '0004', accountNumber: digitsOf(count) }
  expect(errorsOf(entry)).toEqual(['accountNumber wrong_length'])
  expect(adviceOn('accountNumber', entry)).toMatch(/7 or 8 digits/)
})

it('Chile: RUT account (0004) takes no K: that is the last character of the RUT itself', () => {
  const entry = { ...payout, payoutAccountTypeCode: '0004', accountNumber: '1234567K' }
  expect(errorsOf(entry)).toEqual(['accountNumber wrong_character'])
})

it.each(['0000', '0003', '0005', '1', 'rut'])('Chile: account types: %s is none', (payoutAccountTypeCode) => {
  expect(errorsOf({ ...payout, payoutAccountTypeCode })).toContain('payoutAccountTypeCode unknown_account_type')
})

it.each([
  ['7.654.321-6', '76543216'],
  ['9123456-k', '9123456K'],
  [' 9.123.456-K ', '9123456K'],
])('Chile: RUT takes %s as people write it', (documentNumber, sent) => {
  expect(requestOf({ ...payout, documentNumber }).documentNumber).toBe(sent)
})

it('Chile: RUT is doubted, not refused, when its verification digit does not fit', () => {
  expect(warningsOf(payout)).toEqual([])
  expect(warningsOf({ ...payout, documentNumber: '12531909-3' })).toEqual(['documentNumber check_digit'])
})

it('Chile: RUT has K in last place only, and no other letter', () => {
  expect(errorsOf({ ...payout, documentNumber: '1253K9092' })).toEqual(['documentNumber wrong_character'])
  expect(errorsOf({ ...payout, documentNumber: '12531909A' })).toEqual(['documentNumber wrong_character'])
})

it('Chile: RUT has at most eight digits before its verification digit', () => {
  expect(errorsOf({ ...payout, documentNumber: digitsOf(10) })).toEqual(['documentNumber wrong_length'])
})

it.each(['1', 'CL_RUT', 'RUT'])('Chile: RUT is document type cl_rut; %s is refused', (documentType) => {
  expect(errorsOf({ ...payout, documentType })).toContain('documentType unknown_document_type')
})

describe('Chile: bank codes', () => {
  const listed =
    '012 504 028 055 027 001 016 507 051 009 039 053 057 037 049 672 031 014 017 041 043 045 052 054 056 059 099 152'

  it.each(listed.split(' '))('Chile: bank codes takes %s', (bankName) => {
    expect(errorsOf({ ...payout, bankName })).toEqual([])
  })

  it.each(['002', '012a', '0012', '999'])('Chile: bank codes refuses %s', (bankName) => {
    expect(errorsOf({ ...payout, bankName })).toEqual(['bankName unknown_bank'])
  })

  it('Chile: bank codes reads 12 as 012', () => {
    expect(requestOf({ ...payout, bankName: '12' }).bankName).toBe('012')
  })
})

it('Chile: doubts pesos have no decimals', () => {
  expect(warningsOf({ ...payout, amount: '45000.5' })).toEqual(['amount too_many_decimals'])
})

describe('Chile: validations', () => {
  const customer = {
    country: 'CL',
    firstName: 'Rocío',
    lastName: 'Fuentes',
    documentType: 'RUT',
    documentNumber: '12.531.909-2',
  }
  const body = {
    ...customer,
    bankName: '001',
    accountAgencyNumber: '12',
    accountTypeCode: '0002',
    accountNumber: '00123456789',
  }

  it('Chile: validations identity: takes the RUT and not the payout’s own code for it', () => {
    expect(identityErrorsOf(customer)).toEqual([])
    expect(identityErrorsOf({ ...customer, documentType: 'cl_rut' })).toEqual(['documentType unknown_document_type'])
  })

  it.each(['documentType', 'bankName', 'accountAgencyNumber', 'accountTypeCode', 'accountNumber'])(
    'Chile: validations bank: requires %s',
    (field) => {
      expect(bankErrorsOf(body)).toEqual([])
      expect(bankErrorsOf({ ...body, [field]: '' })).toEqual([`${field} missing`])
    },
  )

  it.each(['0001', '0003', '0099'])(
    'Chile: validations bank: any other code than 0002, such as %s, is savings',
    (accountTypeCode) => {
      expect(bankErrorsOf({ ...body, accountTypeCode })).toEqual([])
      expect(bankWarningsOf({ ...body, accountTypeCode, accountNumber: digitsOf(7) })).toEqual([
        'accountNumber wrong_length',
      ])
    },
  )

  it('Chile: validations bank: 0004 is the RUT account, with 7 or 8 digits', () => {
    expect(bankErrorsOf({ ...body, accountTypeCode: '0004', accountNumber: digitsOf(7) })).toEqual([])
    expect(bankWarningsOf({ ...body, accountTypeCode: '0004' })).toEqual(['accountNumber wrong_length'])
  })

  it('Chile: validations bank: an account type of another shape, an unknown bank or document is refused', () => {
    expect(bankErrorsOf({ ...body, accountTypeCode: 'savings' })).toEqual(['accountTypeCode unknown_account_type'])
    expect(bankErrorsOf({ ...body, bankName: '002' })).toEqual(['bankName unknown_bank'])
    expect(bankErrorsOf({ ...body, documentType: 'DNI' })).toEqual(['documentType unknown_document_type'])
  })
})

describe('Chile: the codes of the two services never mix', () => {
  const form = {
    ...emptyEntry(chile),
    beneficiaryType: 'person',
    beneficiaryFirstName: 'Rocío',
    beneficiaryLastName: 'Fuentes',
    documentNumber: '12.531.909-2',
    bankName: '001',
    accountNumber: '12345678',
    validationAgency: '12',
  }

  it.each([
    ['current', '0001', '0002'],
    ['savings', '0002', '0001'],
    ['RUT', '0004', '0004'],
  ])(
    'Chile: the codes of the two services never mix a %s account is %s in the payout and %s in the bank validation',
    (_, payoutCode, validationCode) => {
      const offer = bankValidationOffer(chile, { ...form, payoutAccountTypeCode: payoutCode })
      expect(offer.state === 'ready' && offer.request).toEqual({
        country: 'CL',
        firstName: 'Rocío',
        lastName: 'Fuentes',
        documentType: 'RUT',
        documentNumber: '125319092',
        bankName: '001',
        accountAgencyNumber: '12',
        accountTypeCode: validationCode,
        accountNumber: '12345678',
      })
    },
  )

  it('Chile: the codes of the two services never mix the document is cl_rut in the payout and RUT in the identity validation', () => {
    const offer = identityValidationOffer(chile, form)
    expect(form.documentType).toBe('cl_rut')
    expect(offer.state === 'ready' && offer.request).toEqual({
      country: 'CL',
      firstName: 'Rocío',
      lastName: 'Fuentes',
      documentType: 'RUT',
      documentNumber: '125319092',
    })
  })
})

it('Chile: a company is asked for its name, and not for a first one, by the form and by its validation', () => {
  const company = { ...payout, beneficiaryType: 'company', beneficiaryFirstName: '', beneficiaryLastName: 'Andes SpA' }
  expect(adviceOn('beneficiaryFirstName', company)).toBe('Enter the company name.')
  const offer = identityValidationOffer(chile, { ...emptyEntry(chile), ...company })
  const labels = offer.state === 'incomplete' ? offer.errors.map(({ params }) => params.label) : []
  expect(labels).toEqual([{ id: 'beneficiaryType.companyName' }])
})
