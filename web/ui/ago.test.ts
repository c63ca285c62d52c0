import { afterEach, expect, it, vi } from 'vitest'
import { changeLanguage } from '../language/catalog.ts'
import { sinceWords } from './ago.tsx'

it.each([
  [-5_000, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 min. ago'],
  [59 * 60_000, '59 min. ago'],
  [60 * 60_000, '1 hr. ago'],
  [30 * 3_600_000, '1 day ago'],
  [49 * 3_600_000, '2 days ago'],
])('%i ms are “%s”', (ms, words) => {
  expect(sinceWords(ms)).toBe(words)
})

afterEach(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await changeLanguage('en')
  vi.unstubAllGlobals()
})

it.each([
  ['es', 'justo ahora', 'hace 3 h'],
  ['pt-BR', 'agora', 'há 3 h'],
  ['fr', 'à l’instant', 'il y a 3 h'],
] as const)('says it in %s', async (reader, now, hours) => {
  vi.stubGlobal('document', { documentElement: {} })
  await changeLanguage(reader)
  expect([sinceWords(0), sinceWords(3 * 3_600_000).replaceAll(/\s/g, ' ')]).toEqual([now, hours])
})
