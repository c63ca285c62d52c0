import { expect, it } from 'vitest'
import { storedText } from './texts.ts'

it.each(['', 'Ñandú', 'e\u0301', '😀', '日本', '\t\n', 'x'.repeat(2_000)])('A text that is kept may be %j', (text) => {
  expect(storedText.safeParse(text).success).toBe(true)
})

it.each(['Ana\0Souza', '\ud83d', 'a\ude00b', 'x'.repeat(2_001)])('A text that is kept may not be %j', (text) => {
  expect(storedText.safeParse(text).success).toBe(false)
})
