import { expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { type Entry, filledFields } from './entry.ts'
import { emptyEntry } from './entry-draft.ts'
import { readFormEntry } from './form-entry.ts'
import { readEntryOf } from './read-entry.ts'

const { UG } = ruleBook

function form(amount: string): Entry {
  return { ...emptyEntry(UG), beneficiaryFirstName: 'Amara', beneficiaryLastName: 'Okello', accountNumber: '1', amount }
}

it('An amount such as 1.000 is asked back on the form, where a person can say what it means', () => {
  const { errors, warnings } = readFormEntry(UG, form('1.000'))
  expect(errors).toMatchObject([{ field: 'amount', code: 'amount_looks_grouped' }])
  expect(warnings).toEqual([])
})

it('An amount such as 1.000 is one in the API, with a doubt', () => {
  const { errors, warnings, request } = readEntryOf(UG, filledFields(form('1.000')))
  expect(errors.filter(({ field }) => field === 'amount')).toEqual([])
  expect(warnings).toMatchObject([{ code: 'amount_looks_grouped' }])
  expect(request.amount).toBe(1)
})

it('An amount such as 1.000 keeps every other doubt and change of the amount on the form', () => {
  const { errors, warnings, changes, request } = readFormEntry(UG, form('UGX 1.234'))
  expect(request.amount).toBeUndefined()
  expect(errors.map(({ code }) => code)).toEqual(['amount_looks_grouped'])
  expect(warnings.map(({ code }) => code)).toEqual(['too_many_decimals'])
  expect(changes).toMatchObject([{ field: 'amount', code: 'currency_sign_removed', from: 'UGX 1.234', to: '1.234' }])
})
