import { describe, expect, it } from 'vitest'
import type { TableRow } from '#shared/files/table.ts'
import { english } from '#shared/language/english.ts'
import { matchColumns } from './match-columns.ts'
import { otherRows } from './row-kinds.ts'
import { templateOf } from './template.ts'

const head = ['Nombre', 'Banco', 'Cuenta', 'Monto']
const payout = ['Ana Souza', 'Banco Pichincha', '2200123456', '150,25']

function kindsIn(rows: readonly TableRow[]): readonly (readonly [number, string])[] {
  return otherRows(rows, matchColumns(rows)).map(({ index, kind }) => [index, kind])
}

describe('Rows that are no payouts', () => {
  it('Empty rows are left out, wherever they are', () => {
    expect(kindsIn([head, payout, [], ['', ' '], payout])).toEqual([
      [2, 'empty'],
      [3, 'empty'],
    ])
  })

  it.each([
    [['TOTAL', '', '', '300,50']],
    [['', '', 'Total general:', '300,50']],
    [['Soma', '', '', '300,50']],
    [['Sub-total', '2 pagos', '', '300,50']],
    [['', '', '', '300,50']],
  ])('The last row %j is proposed to be left out as a total', (total) => {
    expect(kindsIn([head, payout, payout, total])).toEqual([[3, 'total']])
  })

  it.each([[['Elaboró: J. Ramírez']], [['', 'Autorizó:', '', '']], [['Elaboró:', 'J. Ramírez']]])(
    'The row %j below the payouts is proposed to be left out as a note, and is none between them or with an amount',
    (note) => {
      expect(kindsIn([head, payout, payout, note])).toEqual([[3, 'note']])
      expect(kindsIn([head, payout, note, payout])).toEqual([])
      expect(kindsIn([head, payout, [...note, '', '', ''].slice(0, 3).concat('10'), ['Revisó: A. Paz']])).toEqual([
        [3, 'note'],
      ])
    },
  )

  it('A payout of which only the amount is known stays one, if others come after it', () => {
    expect(kindsIn([head, ['', '', '', '10'], payout])).toEqual([])
    expect(kindsIn([head, ['Total Energies SA', 'Banco Pichincha', '2200123456', '10'], payout])).toEqual([])
  })

  it('The headings once more are proposed to be left out', () => {
    expect(kindsIn([head, payout, head, payout])).toEqual([[2, 'heading']])
  })

  it('Law: the examples of every template are proposed to be left out', () => {
    const { fields, rows } = templateOf(english)
    const table = [
      fields.map((field) => english(field === 'method' ? 'field.method' : `field.${field}`)),
      ...rows.map((row) => fields.map((field) => row[field] ?? '')),
    ]
    expect(kindsIn(table)).toEqual(rows.map((_, place) => [place + 1, 'sample']))
  })
})
