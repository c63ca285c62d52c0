import { afterEach, expect, it, vi } from 'vitest'
import { clockWords } from './formats.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  { wanted: 'en-US', time: '02:03 PM' },
  { wanted: 'en-GB', time: '14:03' },
])('A time of day is written as where the reader of $wanted lives', ({ wanted, time }) => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', { languages: [wanted] })
  expect(clockWords(new Date(2026, 10, 21, 14, 3).toISOString())).toBe(time)
})
