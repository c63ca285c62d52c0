import { expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { emptyContent, type FormContent, isEmptyForm } from './form-content.ts'

/** A form for Ghana with this amount, to a saved beneficiary. */
function paying(amount: string, isAsSaved: boolean): FormContent {
  const form = { country: 'GH', entries: { GH: { ...emptyEntry(ruleBook.GH), amount } } } as const
  return { ...emptyContent, form, chosenBeneficiary: { id: 'kofi', version: 1, isAsSaved } }
}

it('A form is worth saving once a value was typed, not after choosing a saved beneficiary alone', () => {
  expect(isEmptyForm(paying('', true))).toBe(true)
  expect(isEmptyForm(paying('10', true))).toBe(false)
})

it('A form with the open details of a saved beneficiary is worth saving', () => {
  expect(isEmptyForm(paying('', false))).toBe(false)
})
