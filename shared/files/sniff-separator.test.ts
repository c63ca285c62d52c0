import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sniffSeparator } from './sniff-separator.ts'
import { type Separator, separators } from './table.ts'

const name = fc.constantFrom('Ruiz, Ana', 'Mora Paz, Luis', "D'Alessio; Ivo", 'Nakamura | Keiko, Eva')
const cell = fc.oneof(name, fc.constantFrom('34783059', '1.234,50', 'Banco de Chile', 'x@y.example', 'OK, visto', ''))

/** Tables as clerks have them: a heading, a name with a comma in every row, an account, and cells that are often blank at the end. */
const table = fc
  .record({
    columns: fc.integer({ min: 4, max: 12 }),
    rows: fc.array(fc.record({ name, account: fc.stringMatching(/^\d{8,12}$/), cells: fc.array(cell) }), {
      minLength: 3,
      maxLength: 40,
    }),
  })
  .map(({ columns, rows }) => [
    ['Apellido, Nombre', ...Array.from({ length: columns - 1 }, (_, place) => `Columna ${place + 2}`)],
    ...rows.map((row) => [row.name, row.account, ...row.cells].slice(0, columns)),
  ])

function written(rows: readonly (readonly string[])[], separator: Separator, isPadded: boolean): string {
  const quoted = (text: string) => (text.includes(separator) || text.includes('"') ? `"${text}"` : text)
  const width = rows[0]?.length ?? 0
  return rows
    .map((cells) => [...cells.map(quoted), ...Array(isPadded ? width - cells.length : 0).fill('')].join(separator))
    .join('\r\n')
}

it('Separated text: a comma within each name is not the separator, however many cells are blank at the ends of rows', () => {
  fc.assert(
    fc.property(table, fc.constantFrom(...separators), (rows, separator) => {
      expect(sniffSeparator(written(rows, separator, true))).toBe(separator)
    }),
  )
})

it('Separated text: a comma within each name is not the separator where rows end early', () => {
  fc.assert(
    fc.property(table, fc.constantFrom(...separators), (rows, separator) => {
      expect(sniffSeparator(written(rows, separator, false))).toBe(separator)
    }),
  )
})
