import { expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { emptyContent, type FormContent, isNothing } from './form-content.ts'

/** A form of Ghana in which somebody typed this amount, to a saved beneficiary. */
function paying(amount: string, isAsSaved: boolean): FormContent {
  const form = { country: 'GH', entries: { GH: { ...emptyEntry(ruleBook.GH), amount } } } as const
  return { ...emptyContent, form, chosenBeneficiary: { id: 'kofi', version: 1, isAsSaved } }
}

it('A form is left behind once a value was typed, not by the choice of a saved beneficiary alone', () => {
  expect(isNothing(paying('', true))).toBe(true)
  expect(isNothing(paying('10', true))).toBe(false)
})

it('A form in which the details of a saved beneficiary are open is left behind as it is', () => {
  expect(isNothing(paying('', false))).toBe(false)
})
