import { expect, it } from 'vitest'
import { english } from '#shared/language/english.ts'
import { reasonFor, reasons } from './reasons.ts'

/** Interface, "Errors · Validation": the three tables of reasons. */
const table = [
  ['identity', 'NOK', 'CUSTOMER_INVALID_ID'],
  ['identity', 'NOK', 'CUSTOMER_INVALID_AGE'],
  ['identity', 'NOK', 'CUSTOMER_NOT_ALIVE'],
  ['identity', 'NOK', 'CUSTOMER_INVALID_STATUS'],
  ['identity', 'NOK', 'CUSTOMER_SUSPENDED'],
  ['identity', 'NOK', 'CUSTOMER_IS_IN_INTERNATIONAL_LISTS'],
  ['identity', 'OK', 'CUSTOMER_IS_PEP'],
  ['identity', 'OK', 'CUSTOMER_IS_PEP_RELATED'],
  ['bank', 'NOK', 'ACCOUNT_INVALID_FORMAT'],
  ['bank', 'NOK', 'ACCOUNT_INVALID'],
  ['bank', 'NOK', 'ACCOUNT_PERSONAL_ID_MISMATCH'],
  ['bank', 'NOK', 'ACCOUNT_NAME_MISMATCH'],
  ['bank', 'NOK', 'BANK_NOT_SUPPORTED'],
  ['bank', 'NOK', 'COUNTRY_NOT_SUPPORTED'],
  ['bank', 'NOK', 'MISSING_REQUIRED_FIELD'],
  ['bank', 'NOK', 'PROVIDER_AUTH_ERROR'],
  ['bank', 'NOK', 'PROVIDER_METHOD_UNAVAILABLE'],
  ['bank', 'NOK', 'PROVIDER_CONNECTION_ERROR'],
] as const

it('Reasons of the provider are those of the interface, no more and no fewer', () => {
  expect(reasons.map(({ code }) => code).toSorted()).toEqual(table.map(([, , code]) => code).toSorted())
})

it.each(table)('Reasons of the provider: %s, %s: %s has plain words and a next step', (service, status, code) => {
  const reason = reasonFor(service, code)
  expect(reason?.status).toBe(status)
  for (const sentence of [reason!.meaning, reason!.nextStep].map((id) => english(id))) {
    expect(sentence).toMatch(/^[A-Z].{15,}\.$/)
    expect(sentence).not.toMatch(/[A-Z]{2,}_/)
  }
})

it('Reasons of the provider belong to one service each, and one that is not listed has no words made up for it', () => {
  expect(reasonFor('identity', 'ACCOUNT_INVALID')).toBeUndefined()
  expect(reasonFor('bank', 'CUSTOMER_INVALID_ID')).toBeUndefined()
  expect(reasonFor('bank', 'SOMETHING_NEW')).toBeUndefined()
})

it('Reasons of the provider say apart what did not match, what could not be compared and what is for compliance', () => {
  const unable = reasons.filter(({ kind }) => kind === 'unable').map(({ code }) => code)
  expect(unable.toSorted()).toEqual([
    'BANK_NOT_SUPPORTED',
    'COUNTRY_NOT_SUPPORTED',
    'MISSING_REQUIRED_FIELD',
    'PROVIDER_AUTH_ERROR',
    'PROVIDER_CONNECTION_ERROR',
    'PROVIDER_METHOD_UNAVAILABLE',
  ])
  const compliance = reasons.filter(({ kind }) => kind === 'compliance').map(({ code }) => code)
  expect(compliance.every((code) => code.startsWith('CUSTOMER_IS_'))).toBe(true)
  expect(compliance).toHaveLength(3)
})

it('Reasons of the provider that blame the provider do not blame what was typed', () => {
  for (const { code, nextStep, field } of reasons.filter(({ code }) => code.startsWith('PROVIDER_'))) {
    expect([code, field]).toEqual([code, undefined])
    expect(english(nextStep)).toContain('Nothing is wrong with what you typed')
  }
})
