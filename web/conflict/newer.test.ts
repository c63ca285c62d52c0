import { describe, expect, it } from 'vitest'
import { whoseOf } from './settle.ts'

const at = '2026-11-21T10:00:00.000Z'
const [lucia, rui] = [
  { id: 'p-1', name: 'Lucía' },
  { id: 'p-2', name: 'Rui' },
]

describe('A newer version, as it is told to Lucía,', () => {
  it.each([
    ['is that of somebody else', 'itself', rui, 'theirs'],
    ['is never said to be of a Lucía', 'itself', lucia, 'own'],
    ['is the book’s where only that has changed', 'book', rui, 'book'],
    ['is the book’s, by herself', 'book', lucia, 'bookByYou'],
  ] as const)('%s', (_, what, by, whose) => {
    expect(whoseOf({ what, by, at }, lucia)).toBe(whose)
  })

  it('is that of somebody else of the same name', () => {
    expect(whoseOf({ what: 'itself', by: { ...rui, name: 'Lucía' }, at }, lucia)).toBe('theirs')
  })
})
