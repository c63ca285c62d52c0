import { expect, it } from 'vitest'
import { readRows } from './chosen-rows.ts'

it('Rows are read as a person lists them: single ones and spans, with any dash', () => {
  expect(readRows(' 1-50, 77; 80 – 82')).toEqual([
    { from: 1, to: 50 },
    { from: 77, to: 77 },
    { from: 80, to: 82 },
  ])
})

it('No rows typed means all of them, and unreadable text is not a row', () => {
  expect(readRows('  ')).toBeUndefined()
  for (const typed of ['a', '0', '5-2', '1-', '1,,2', '1.5']) expect(readRows(typed)).toBeNull()
})
