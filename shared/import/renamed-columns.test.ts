import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TableRow } from '#shared/files/table.ts'
import { english } from '#shared/language/english.ts'
import { requestOf } from '#shared/testing/preview-in-tests.ts'
import { runs } from '#shared/testing/runs.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { labelsOf } from './column-labels.ts'
import { headingWords } from './heading-words.ts'
import { planOf } from './import-plan.ts'
import { matchColumns } from './match-columns.ts'
import { readRow } from './read-row.ts'
import { isSheetField, type SheetField } from './sheet-field.ts'
import { templateOf } from './template.ts'

/** The names that a column may have: the interface's, the labels of every language, the words of companies. */
function namesOf(field: SheetField): readonly string[] {
  const labels = labelsOf(field === 'method' ? 'field.method' : `field.${field}`)
  const words = headingWords[field]?.split(', ') ?? []
  return [field, ...labels, ...words].filter((name) => meansAlone(name, field))
}

/** "Nombre" and "Nom" mean what the columns beside them leave over. */
function meansAlone(name: string, field: SheetField): boolean {
  const [column] = matchColumns([[name]], { headRow: 0 }).columns
  return column?.meaning.as === 'field' && column.meaning.field === field
}

const written = fc.constantFrom(
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => ` ${name} *`,
  (name: string) => name.replaceAll(' ', '_'),
)

describe('Law: renamed columns', () => {
  it('Every word for a heading means its field, as every field has several', () => {
    const strange = Object.entries(headingWords).flatMap(([field, words]) =>
      isSheetField(field)
        ? words
            .split(', ')
            .filter((word) => !meansAlone(word, field))
            .map((word) => `${field}: ${word}`)
        : [],
    )
    expect(strange).toEqual([])
  })

  it('Rows mean the same whatever the order of their columns, their names and the spelling of these', () => {
    const { fields, rows } = templateOf(english)
    const heads = fc.tuple(...fields.map((field) => fc.tuple(fc.constantFrom(...namesOf(field)), written)))
    const order = fc.shuffledSubarray([...fields.keys()], { minLength: fields.length, maxLength: fields.length })
    const expected = sampleEntries.map(({ entry }) => requestOf(entry))
    fc.assert(
      fc.property(heads, order, (names, places) => {
        const head = places.map((place) => names[place]?.[1](names[place][0]) ?? '')
        const data = rows.map((row): TableRow => places.map((place) => row[fields[place] ?? 'note'] ?? ''))
        const matching = matchColumns([head, ...data], { headRow: 0 })
        const plan = planOf(matching, { decimal: '.' })
        const found = data.map((row) => readRow(row, plan).reading)
        expect(found.map((reading) => ('request' in reading ? reading.request : reading.errors))).toEqual(expected)
      }),
      { numRuns: runs(40) },
    )
  })
})
