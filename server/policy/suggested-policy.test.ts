import { expect, it } from 'vitest'
import { currencyDecimals } from '#shared/countries/rule-book.ts'
import { suggestedPolicy } from './suggested-policy.ts'

it('The app proposes an amount for each currency that a payout can be in, and two approvals wherever details are others', () => {
  expect(Object.keys(suggestedPolicy).toSorted()).toEqual(Object.keys(currencyDecimals).toSorted())
  for (const rules of Object.values(suggestedPolicy))
    expect(rules).toContainEqual({ above: '0', approvals: 2, appliesTo: 'details' })
})
