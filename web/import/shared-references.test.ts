import { expect, it } from 'vitest'
import { ecuadorian, sheetOf } from './testing/sheet-in-memory.ts'

it('Rows that share a reference are in error until one of them has another one or is skipped, also where one was saved', () => {
  const references = ['A1', ' A1', 'B1', '', '']
  const sheet = sheetOf(
    references.map((externalReference, place) => ecuadorian({ accountNumber: `220012345${place}`, externalReference })),
  )
  const shared = () =>
    sheet
      .rows(0, 9)
      .flatMap(({ row, errors }) =>
        errors.some(({ code, field }) => code === 'reference_taken' && field === 'externalReference') ? [row] : [],
      )
  const rename = (row: number, text: string) =>
    sheet.edit({ kind: 'set', cells: [{ row, field: 'externalReference', text }] })
  expect(sheet.summary().issues).toContainEqual(expect.objectContaining({ code: 'reference_taken', rows: 2 }))
  expect(shared()).toEqual([1, 2])
  expect(sheet.ready(9).map(({ row }) => row)).toEqual([3, 4, 5])
  sheet.show({ with: 'errors' })
  expect(sheet.rows(0, 9).map(({ row }) => row)).toEqual([1, 2])
  sheet.show({})
  sheet.edit({ kind: 'skip', rows: [2] })
  expect([shared(), sheet.summary().rows.ready]).toEqual([[], 4])
  sheet.edit({ kind: 'undo' })
  expect(shared()).toEqual([1, 2])
  sheet.answered([{ row: 3, savedId: 'p1' }])
  rename(2, 'B1')
  expect(shared()).toEqual([2])
  rename(2, 'C1')
  expect(shared()).toEqual([])
})
