import { expect, it } from 'vitest'
import { adviceOn, errorsOf } from '#shared/testing/preview-in-tests.ts'

const names = { beneficiaryFirstName: 'Ana', beneficiaryLastName: 'Souza' }

it('An entry without a country is told what is wrong in every country, and nothing that only some mind', () => {
  const errors = errorsOf({ amount: 'ten', email: 'ana', documentType: '1', bankName: 'x', extra: 1 })
  expect(errors).toEqual([
    'country missing',
    'extra unknown_field',
    'beneficiaryFirstName missing',
    'beneficiaryLastName missing',
    'email not_an_email',
    'amount not_an_amount',
  ])
})

it('An entry without a country may be of a beneficiary with one name', () => {
  const company = { beneficiaryType: 'company', beneficiaryFirstName: 'Viña Sur SpA', amount: 1 }
  expect(errorsOf(company)).toEqual(['country missing'])
})

it('An entry without a country may name the currency of its amount, which is not yet another one', () => {
  for (const amount of ['R$ 10', '10 KES']) expect(errorsOf({ ...names, amount })).toEqual(['country missing'])
  expect(errorsOf({ ...names, amount: 'R$ 10', currencyCode: 'KES' })).toEqual([
    'country missing',
    'amount other_currency',
  ])
})

it('An entry without a country has no currency while the one given is none', () => {
  expect(errorsOf({ ...names, amount: 'R$ 10', currencyCode: 'EUR' })).toEqual([
    'country missing',
    'currencyCode currency_not_allowed',
  ])
})

it('An entry without a country needs the terms for US dollars all the same', () => {
  expect(errorsOf({ ...names, amount: 10, currencyCode: 'USD' })).toEqual([
    'country missing',
    'TermsApproved terms_required',
  ])
})

it('An entry without a country has a currency that some country is paid in', () => {
  expect(errorsOf({ ...names, amount: 10, currencyCode: 'ZAR', country: 'XX' })).toEqual(['country unknown_country'])
  expect(adviceOn('currencyCode', { ...names, amount: 10, currencyCode: 'EUR' })).toContain('ZAR')
})
