import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstThatFit } from './first-that-fit.ts'

const limit = 2 * 1024 * 1024

/** A row of this many kilobytes, at two bytes a letter. */
const rowOf = (kilobytes: number) => ({ cells: { city: 'ñ'.repeat(kilobytes * 512) } })

it('Rows are cut so that a request stays below the limit of the server, counted in bytes', () => {
  const rows = Array.from({ length: 30 }, () => rowOf(100))
  const fitting = firstThatFit(rows)
  expect(fitting).toEqual(rows.slice(0, 20))
  expect(Buffer.byteLength(JSON.stringify({ rows: fitting }))).toBeLessThan(limit)
})

it('A row that is too large alone is sent in its own request, and none is left out or sent twice', () => {
  expect(firstThatFit([rowOf(3_000), rowOf(1)])).toHaveLength(1)
  expect(firstThatFit([])).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 12 }), (sizes) => {
      const rows = sizes.map(rowOf)
      const sent: unknown[] = []
      for (let left = rows; left.length > 0; left = left.slice(firstThatFit(left).length)) {
        const chunk = firstThatFit(left)
        expect(Buffer.byteLength(JSON.stringify({ rows: chunk }))).toBeLessThan(limit)
        sent.push(...chunk)
      }
      expect(sent).toEqual(rows)
    }),
    { numRuns: 30 },
  )
})
