import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  { wanted: 'en-US', time: '2:03 PM' },
  { wanted: 'en-GB', time: '14:03' },
  { wanted: 'es-MX', time: '2:03 p.m' },
  { wanted: 'en-CA', time: '2:03 p.m' },
])('A time of day before a full stop is written as where the reader of $wanted lives', async ({ wanted, time }) => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', { languages: [wanted] })
  // A page reads the locale once, as it loads.
  vi.resetModules()
  const { clockWords } = await import('./formats.ts')
  expect(clockWords(new Date(2026, 10, 21, 14, 3).toISOString())).toBe(time)
})
