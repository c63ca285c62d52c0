import { describe, expect, it } from 'vitest'
import {
  adviceOn,
  bankErrorsOf,
  bankWarningsOf,
  changesOf,
  digitsOf,
  doubtAbout,
  errorsOf,
  identityErrorsOf,
  noticesOf,
  requestOf,
  warningsOf,
} from '#shared/testing/preview-in-tests.ts'
import { readBankValidation } from '#shared/validation/bank-validation.ts'

const cbu = '2850590940090418135201'

const payout = {
  country: 'AR',
  beneficiaryFirstName: 'Julieta',
  beneficiaryLastName: 'Pereyra',
  documentType: '1',
  documentNumber: '30111222',
  accountNumber: cbu,
  amount: '2500.75',
}

it('Argentina: the request needs the CBU, the document and the name, and sends a hyphen as bank and as account type', () => {
  expect(requestOf(payout)).toEqual({
    country: 'AR',
    currencyCode: 'ARS',
    beneficiaryFirstName: 'Julieta',
    beneficiaryLastName: 'Pereyra',
    documentType: '1',
    documentNumber: '30111222',
    bankName: '-',
    payoutAccountTypeCode: '-',
    accountNumber: cbu,
    amount: 2500.75,
  })
})

it.each(['bankName', 'payoutAccountTypeCode'])(
  'Argentina: the request takes a hyphen given as %s the same as nothing',
  (field) => {
    expect(requestOf({ ...payout, [field]: '-' })).toEqual(requestOf(payout))
    expect(changesOf(field, { ...payout, [field]: '-' })).toEqual([])
    expect(changesOf(field, payout)).toEqual(['hyphen_sent:  → -'])
  },
)

it.each(['bankName', 'payoutAccountTypeCode'])('Argentina: the request refuses anything else as %s', (field) => {
  expect(errorsOf({ ...payout, [field]: '0001' })).toEqual([`${field} not_applicable`])
})

it('Argentina: the request knows neither agency nor Pix key nor beneficiary type', () => {
  const entry = { ...payout, accountAgencyNumber: '12', recipientPixKey: 'a@b.co', beneficiaryType: 'person' }
  expect(errorsOf(entry).toSorted()).toEqual([
    'accountAgencyNumber not_applicable',
    'beneficiaryType not_applicable',
    'recipientPixKey not_applicable',
  ])
})

it.each([21, 23])('Argentina: CBU or CVU refuses %i digits and names the rule and the length seen', (count) => {
  const entry = { ...payout, accountNumber: digitsOf(count) }
  expect(errorsOf(entry)).toEqual(['accountNumber wrong_length'])
  expect(adviceOn('accountNumber', entry)).toMatch(new RegExp(`CBU or CVU has ${count} digits.*22 digits`))
})

it('Argentina: CBU or CVU is cleaned of the spaces, dots and dashes with which people group it', () => {
  const typed = '2850590 9-4009041813520.1'
  expect(changesOf('accountNumber', { ...payout, accountNumber: typed })).toEqual([
    `separators_removed: ${typed} → ${cbu}`,
  ])
})

it('Argentina: CBU or CVU refuses a letter among the digits', () => {
  expect(errorsOf({ ...payout, accountNumber: `${cbu.slice(0, 21)}O` })).toEqual(['accountNumber wrong_character'])
})

it('Argentina: CBU or CVU names the bank of a CBU and recognises a CVU, both by the first digits', () => {
  expect(noticesOf(payout)).toContain('bank_recognised')
  const cvu = '0000003100010000000001'
  expect(noticesOf({ ...payout, accountNumber: cvu })).toContain('bank_recognised')
  expect(noticesOf({ ...payout, accountNumber: '9990000010000000000000' })).not.toContain('bank_recognised')
})

it('Argentina: CBU or CVU is doubted, not refused, when its check digits do not fit', () => {
  expect(warningsOf(payout)).toEqual([])
  const mistyped = { ...payout, accountNumber: '2850590940090418135202' }
  expect(warningsOf(mistyped)).toEqual(['accountNumber check_digit'])
  expect(doubtAbout('accountNumber', mistyped)).toContain('check digits')
})

it.each([7, 9])('Argentina: DNI refuses %i digits', (count) => {
  expect(errorsOf({ ...payout, documentNumber: digitsOf(count) })).toEqual(['documentNumber wrong_length'])
})

it('Argentina: DNI is cleaned of its dots, and says so', () => {
  expect(changesOf('documentNumber', { ...payout, documentNumber: '30.111.222' })).toEqual([
    'separators_removed: 30.111.222 → 30111222',
  ])
})

it.each(['2', '01', 'DNI'])('Argentina: DNI is document type 1; %s is refused', (documentType) => {
  expect(errorsOf({ ...payout, documentType })).toEqual(['documentType unknown_document_type'])
})

it('Argentina: names of up to 60 letters draw no warning', () => {
  expect(warningsOf({ ...payout, beneficiaryLastName: 'xy'.repeat(30) })).toEqual([])
})

describe('Argentina: validations', () => {
  const customer = { country: 'AR', firstName: 'Julieta', lastName: 'Pereyra', documentNumber: '30111222' }

  it('Argentina: validations identity: takes the DNI, named or not', () => {
    expect(identityErrorsOf({ ...customer, documentType: 'DNI' })).toEqual([])
    expect(identityErrorsOf(customer)).toEqual([])
  })

  it.each(['1', 'CUIT', 'dni'])('Argentina: validations identity: refuses the document type %s', (documentType) => {
    expect(identityErrorsOf({ ...customer, documentType })).toEqual(['documentType unknown_document_type'])
  })

  it('Argentina: validations bank: takes DNI or CUIT with the CBU, and one of them must be named', () => {
    const body = { ...customer, accountNumber: cbu }
    expect(bankErrorsOf({ ...body, documentType: 'DNI' })).toEqual([])
    expect(bankErrorsOf({ ...body, documentType: 'CUIT', documentNumber: '20-30111222-3' })).toEqual([])
    expect(bankErrorsOf({ ...body, documentType: 'CUIT' })).toEqual(['documentNumber wrong_length'])
    expect(bankErrorsOf(body)).toEqual(['documentType missing'])
  })

  it.each(['bankName', 'accountAgencyNumber', 'accountTypeCode'])(
    'Argentina: validations bank: does not use %s',
    (field) => {
      const body = { ...customer, documentType: 'DNI', accountNumber: cbu }
      expect(bankErrorsOf({ ...body, [field]: '0001' })).toEqual([`${field} not_applicable`])
      expect(bankErrorsOf({ ...body, [field]: '-' })).toEqual([])
    },
  )

  it('Argentina: validations bank: asks the same of the account number as the payout', () => {
    const body = { ...customer, documentType: 'DNI' }
    expect(bankWarningsOf({ ...body, accountNumber: digitsOf(21) })).toEqual(['accountNumber wrong_length'])
    expect(bankErrorsOf(body)).toEqual(['accountNumber missing'])
    const reading = readBankValidation({ ...body, accountNumber: '2850590-9 4009041813520-1' })
    expect(reading.ok && reading.value.accountNumber).toBe(cbu)
  })
})
