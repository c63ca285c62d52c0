import { expect, it } from 'vitest'
import { noBankNames } from '#shared/banks/bank-names.ts'
import { completeEntry } from '#shared/payout/entry.ts'
import { beneficiaryRows } from './entry-words.ts'

it('A number that was typed with a mark of direction is shown as it is sent', () => {
  const entry = completeEntry({ country: 'GH', method: 'account', accountNumber: '\u202e1234567890' })
  expect(beneficiaryRows(entry, noBankNames)).toContainEqual(
    expect.objectContaining({ name: 'accountNumber', value: '1234567890' }),
  )
})
