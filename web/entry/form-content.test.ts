import { expect, it } from 'vitest'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { emptyEntry } from '#shared/payout/entry-draft.ts'
import { contentOf, emptyContent, type FormContent, isEmptyForm, sentEntry } from './form-content.ts'

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

it('An edit sends the secret fields that were changed or emptied, and leaves out those that stay', () => {
  const entry = { ...emptyEntry(ruleBook.GH), accountNumber: '12345678', email: 'kofi@example.com', amount: '10' }
  const saved = { entry, masked: { documentNumber: '…6789' } }
  const content = contentOf(saved, { id: 'kofi', version: 1 })
  const sent = (changes: object) =>
    sentEntry({ ...content, form: { country: 'GH', entries: { GH: { ...entry, ...changes } } } })
  const secrets = ({ documentNumber, accountNumber, email }: ReturnType<typeof sent>) => [
    documentNumber,
    accountNumber,
    email,
  ]
  expect(secrets(sent({ amount: '11' }))).toEqual([undefined, undefined, undefined])
  expect(secrets(sent({ accountNumber: '87654321', email: '' }))).toEqual([undefined, '87654321', ''])
  expect(secrets(sent({ documentNumber: 'GHA-1' }))).toEqual(['GHA-1', undefined, undefined])
  expect(secrets(sentEntry({ ...content, kept: {} }))).toEqual(['', undefined, undefined])
})
