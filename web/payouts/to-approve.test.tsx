import { expect, it } from 'vitest'
import { whoCanWords } from './to-approve.tsx'

function reviewers(...names: readonly string[]) {
  return names.map((name) => ({ person: { id: name, name }, why: [], from: null }))
}

it('Of many people who can approve a payout, three are named and the others counted', () => {
  const eighty = reviewers(...Array.from({ length: 80 }, (_, place) => `Person ${place}`))
  expect(whoCanWords(eighty, undefined, false)).toBe('Person 0; Person 1; Person 2 and 77 more can approve it now.')
  expect(whoCanWords(reviewers('Ana', 'Bia', 'Rui', 'Zé'), 'Ana', false)).toBe(
    'You can approve it now, and so can Bia; Rui; Zé.',
  )
})

it('Where names are on trust and no one can approve a payout, the page explains how a second person signs in', () => {
  expect(whoCanWords([], 'Ana', true)).toMatch(/^A second person does that under their own name/)
  expect(whoCanWords([], 'Ana', false)).toBe('No one can approve it at present.')
})
