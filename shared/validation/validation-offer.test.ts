import { describe, expect, it } from 'vitest'
import { translateIssue } from '#shared/api/issue-message.ts'
import { type CountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { offerBankValidation, offerIdentityValidation } from './validation-offer.ts'
import { bankValidationOffer, identityValidationOffer } from './validation-questions.ts'

function form(code: CountryCode, values: Partial<Entry>): Entry {
  return { ...emptyEntry(ruleBook[code]), beneficiaryFirstName: 'Luz', beneficiaryLastName: 'Vera', ...values }
}

it.each(['BF', 'CM', 'CI', 'GH', 'KE', 'NG', 'RW', 'SN', 'TZ', 'UG', 'ZA'] as const)(
  'Check offer: countries without a check: %s: neither check',
  (code) => {
    const values = form(code, {})
    const expected = { state: 'not-offered', why: { code: 'COUNTRY_NOT_SUPPORTED' } }
    expect(identityValidationOffer(ruleBook[code], values)).toMatchObject(expected)
    expect(bankValidationOffer(ruleBook[code], values)).toMatchObject(expected)
  },
)

it('Check offer: countries without a check: Brazil: identity only, as is shown before a call is spent', () => {
  const values = form('BR', { documentNumber: '390.533.447-05' })
  expect(identityValidationOffer(ruleBook.BR, values)).toEqual({
    state: 'ready',
    request: {
      country: 'BR',
      firstName: 'Luz',
      lastName: 'Vera',
      documentType: 'CPF',
      documentNumber: '39053344705',
    },
    warnings: [],
  })
  const offer = bankValidationOffer(ruleBook.BR, values)
  expect(offer).toMatchObject({ state: 'not-offered', why: { code: 'COUNTRY_NOT_SUPPORTED' } })
  expect(offer.state === 'not-offered' && translateIssue(english, offer.why)).toContain('Brazil')
})

it('Check offer: not yet names every field that is still missing, as the form asks for them', () => {
  const offer = identityValidationOffer(ruleBook.AR, emptyEntry(ruleBook.AR))
  expect(offer).toMatchObject({
    state: 'incomplete',
    errors: [
      { field: 'firstName', code: 'missing' },
      { field: 'lastName', code: 'missing' },
      { field: 'documentNumber', code: 'missing' },
    ],
  })
})

it('Check offer: not yet asks a Chilean company for no last name, and a person for one', () => {
  const offerTo = (beneficiaryType: string) =>
    identityValidationOffer(
      ruleBook.CL,
      form('CL', { beneficiaryType, beneficiaryLastName: '', documentNumber: '12345678-5' }),
    )
  expect(offerTo('company')).toMatchObject({ state: 'ready', request: { firstName: 'Luz' } })
  expect(offerTo('company')).not.toHaveProperty('request.lastName')
  expect(offerTo('person')).toMatchObject({ state: 'incomplete', errors: [{ field: 'lastName', code: 'missing' }] })
})

it('Check offer: not yet spends no call on a number that cannot be right', () => {
  const values = form('AR', { documentNumber: '123' })
  expect(identityValidationOffer(ruleBook.AR, values)).toMatchObject({
    state: 'incomplete',
    errors: [{ field: 'documentNumber', code: 'wrong_length' }],
  })
})

it('Check offer: not yet asks for the account number before the bank check', () => {
  expect(bankValidationOffer(ruleBook.AR, form('AR', { documentNumber: '12345678' }))).toMatchObject({
    state: 'incomplete',
    errors: [{ field: 'accountNumber', code: 'missing' }],
  })
})

describe('Check offer: Argentina', () => {
  const values = form('AR', { documentNumber: '12.345.678', accountNumber: '2850590940090418135201' })

  it('Check offer: Argentina the bank check takes the DNI of the payout', () => {
    expect(bankValidationOffer(ruleBook.AR, values)).toMatchObject({
      state: 'ready',
      request: { documentType: 'DNI', documentNumber: '12345678', accountNumber: '2850590940090418135201' },
    })
  })

  it('Check offer: Argentina or the CUIT instead, when that is filled in', () => {
    expect(bankValidationOffer(ruleBook.AR, { ...values, validationDocumentNumber: '20-12345678-6' })).toMatchObject({
      state: 'ready',
      request: { documentType: 'CUIT', documentNumber: '20123456786' },
    })
  })

  it('Check offer: Argentina sends no bank, no agency and no account type, whatever hidden fields hold', () => {
    const left = {
      bankName: '012',
      payoutAccountTypeCode: '0001',
      validationAgency: '1',
      validationAccountKind: 'wallet',
    }
    const offer = bankValidationOffer(ruleBook.AR, { ...values, ...left })
    expect(offer.state === 'ready' && Object.keys(offer.request).toSorted()).toEqual([
      'accountNumber',
      'country',
      'documentNumber',
      'documentType',
      'firstName',
      'lastName',
    ])
  })
})

it('Check offer: documents that the provider does not check names those it does', () => {
  const offer = identityValidationOffer(ruleBook.EC, form('EC', { documentType: '03', documentNumber: 'A1' }))
  expect(offer).toMatchObject({ state: 'not-offered', why: { code: 'document_not_supported' } })
  expect(offer.state === 'not-offered' && translateIssue(english, offer.why)).toMatch(/cédula.*passport/)
})

it('Check offer: test mode goes along when it is on, and only then', () => {
  const values = form('BR', { documentNumber: '39053344705' })
  expect(identityValidationOffer(ruleBook.BR, { ...values, testMode: true })).toMatchObject({
    request: { testMode: true },
  })
  const offer = identityValidationOffer(ruleBook.BR, values)
  expect(offer.state === 'ready' && offer.request).not.toHaveProperty('testMode')
})

describe('Check offer: an entry that never was in a form', () => {
  const { CO, MX } = ruleBook
  const entry = { beneficiaryFirstName: 'Luz', beneficiaryLastName: 'Vera', amount: 10 }

  it('Check offer: an entry that never was in a form is offered as it is, with the codes of the payout', () => {
    const cedula = { ...entry, documentType: '01', documentNumber: '1.098.765.432', testMode: true }
    expect(offerIdentityValidation(CO, cedula)).toMatchObject({
      state: 'ready',
      request: { country: 'CO', documentType: 'CC', documentNumber: '1098765432', testMode: true },
    })
  })

  it('Check offer: an entry that never was in a form goes with what only the check asks', () => {
    const account = { ...entry, documentType: '01', documentNumber: '1098765432', bankName: '51', accountNumber: '12' }
    const extras = { validationAgency: '457', accountKind: 'wallet' } as const
    expect(offerBankValidation(CO, account, methodIn(CO, 'bank'), extras)).toMatchObject({
      request: { bankName: '0051', accountAgencyNumber: '457', accountTypeCode: 'MOBILE_WALLET' },
    })
    expect(offerBankValidation(CO, account, methodIn(CO, 'bank'))).toMatchObject({
      state: 'incomplete',
      errors: [{ field: 'accountAgencyNumber' }, { field: 'accountTypeCode' }],
    })
  })

  it('Check offer: an entry that never was in a form names what a stored entry lacks or holds in the wrong type', () => {
    const card = { ...entry, beneficiaryLastName: undefined, accountNumber: 12 }
    expect(offerBankValidation(MX, card, MX.methods[0])).toMatchObject({
      state: 'incomplete',
      errors: [
        { field: 'lastName', code: 'missing' },
        { field: 'documentNumber', code: 'missing' },
        { field: 'accountNumber', code: 'wrong_type' },
      ],
    })
  })
})
