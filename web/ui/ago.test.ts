import { expect, it } from 'vitest'
import { agoWords } from './ago.tsx'

it.each([
  [-5_000, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 min ago'],
  [59 * 60_000, '59 min ago'],
  [60 * 60_000, '1 h ago'],
  [49 * 3_600_000, '2 d ago'],
])('%i ms are “%s”', (ms, words) => {
  expect(agoWords(ms)).toBe(words)
})
