import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blockIn, blockText } from './clipboard-block.ts'

it('What is copied is pasted as the same cells, whatever they hold', () => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', '\t', '\n', '\r', 'a', ',', ' ') }))
  const block = fc
    .integer({ min: 1, max: 4 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 4 }),
    )
  fc.assert(
    fc.property(block, (lines) => {
      expect(blockIn(blockText(lines))).toEqual(lines)
    }),
  )
})

it('Cells of a spreadsheet are read with the line end that it puts after the last row', () => {
  expect(blockIn('Ana\t"two\nlines"\r\nEva\t"a ""b"""\r\n')).toEqual([
    ['Ana', 'two\nlines'],
    ['Eva', 'a "b"'],
  ])
})

it('Empty cells of a block stay where they are', () => {
  expect(blockIn('\t\tx\n\t\t')).toEqual([
    ['', '', 'x'],
    ['', '', ''],
  ])
})

it('A quotation mark within a cell is a character like any other', () => {
  expect(blockIn('5" disk\t"open')).toEqual([['5" disk', '"open']])
})
