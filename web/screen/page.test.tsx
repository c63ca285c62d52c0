import { expect, it } from 'vitest'
import { pageTitle } from './page-title.ts'

it('puts "Error: " first in the title of a page with errors, as that is what a screen reader says first', () => {
  expect(pageTitle('New payout', true)).toBe('Error: New payout · Payout Desk')
  expect(pageTitle('New payout', false)).toBe('New payout · Payout Desk')
})
