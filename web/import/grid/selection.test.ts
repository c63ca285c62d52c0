import fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterTab, blockOf, type Keystroke, selectionAfter, selectionOf } from './selection.ts'

const extent = { rows: 40, columns: 6, page: 10 }

function press(key: string, held: Partial<Keystroke> = {}): Keystroke {
  return { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }
}

function reached(stroke: Keystroke, row = 5, column = 3) {
  const { at } = selectionAfter(stroke, selectionOf({ row, column }), extent) ?? {}
  return at && [at.row, at.column]
}

it('Arrows go one cell, with Ctrl to the edge, Home and End to the ends of the row, the page keys a page', () => {
  expect(reached(press('ArrowDown'))).toEqual([6, 3])
  expect(reached(press('ArrowLeft'))).toEqual([5, 2])
  expect(reached(press('ArrowDown', { ctrlKey: true }))).toEqual([39, 3])
  expect(reached(press('ArrowRight', { metaKey: true }))).toEqual([5, 5])
  expect(reached(press('Home'))).toEqual([5, 0])
  expect(reached(press('End', { ctrlKey: true }))).toEqual([39, 5])
  expect(reached(press('PageUp'))).toEqual([0, 3])
  expect(reached(press('PageDown'))).toEqual([15, 3])
})

it('Shift stretches a block from where it began, and Ctrl+A takes all fields of all rows', () => {
  const first = selectionAfter(press('ArrowDown', { shiftKey: true }), selectionOf({ row: 5, column: 3 }), extent)
  const second = first && selectionAfter(press('ArrowLeft', { shiftKey: true }), first, extent)
  expect(second && blockOf(second)).toEqual({ top: 5, bottom: 6, left: 2, right: 3 })
  const all = selectionAfter(press('a', { ctrlKey: true }), selectionOf({ row: 5, column: 3 }), extent)
  expect(all && blockOf(all)).toEqual({ top: 0, bottom: 39, left: 1, right: 5 })
})

it('No key leads out of the grid', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']
  const strokes = fc.array(fc.record({ key: fc.constantFrom(...keys), ctrlKey: fc.boolean(), shiftKey: fc.boolean() }))
  fc.assert(
    fc.property(strokes, (held) => {
      let selection = selectionOf({ row: 0, column: 0 })
      for (const stroke of held) selection = selectionAfter(press(stroke.key, stroke), selection, extent) ?? selection
      const { top, bottom, left, right } = blockOf(selection)
      expect(top >= 0 && left >= 0 && bottom < extent.rows && right < extent.columns).toBe(true)
    }),
  )
})

it('Tab goes on in the next row, and out of the grid past its last cell', () => {
  expect(afterTab(selectionOf({ row: 0, column: 5 }), false, extent)?.at).toEqual({ row: 1, column: 0 })
  expect(afterTab(selectionOf({ row: 1, column: 0 }), true, extent)?.at).toEqual({ row: 0, column: 5 })
  expect(afterTab(selectionOf({ row: 39, column: 5 }), false, extent)).toBeUndefined()
  expect(afterTab(selectionOf({ row: 0, column: 0 }), true, extent)).toBeUndefined()
})
