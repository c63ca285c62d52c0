import { describe, expect, it } from 'vitest'
import { matchColumns } from './match-columns.ts'
import { messySheets } from './testing/messy-sheets.ts'

describe('Tables as companies keep them', () => {
  it.each(messySheets)('The columns of $what are matched', ({ rows, columns, country }) => {
    const matching = matchColumns(rows)
    const found = matching.columns.map(
      ({ heading, meaning }) => `${heading}: ${meaning.as === 'field' ? meaning.field : meaning.as}`,
    )
    const head = rows[matching.headRow ?? -1] ?? []
    expect(found).toEqual(columns.map((column, place) => `${head[place]}: ${column}`))
    expect(matching.country).toBe(country)
  })
})
