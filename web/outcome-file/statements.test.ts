import { describe, expect, it } from 'vitest'
import type { TableRow } from '#shared/files/table.ts'
import { readFile } from '#shared/files/testing/read-at-once.ts'
import { headedBy } from './outcome-columns.ts'
import { statementsOf, styleOf, wordsIn } from './statements.ts'
import { usualMeaning, type WordMeaning } from './status-words.ts'

async function rowsOf(text: string): Promise<readonly TableRow[]> {
  const read = await readFile(new TextEncoder().encode(text))
  if ('refusal' in read) throw new Error(read.refusal)
  return read.table.rows
}

async function stated(text: string) {
  const rows = await rowsOf(text)
  const headed = headedBy(rows)
  const words = wordsIn(rows, headed)
  const meanings = new Map<string, WordMeaning>()
  for (const { word } of words) {
    const meaning = usualMeaning(word)
    if (meaning !== undefined) meanings.set(word, meaning)
  }
  return statementsOf(rows, { ...headed, meanings, decimal: styleOf(rows, headed).decimal })
}

describe('A file of outcomes', () => {
  it('records the outcome of each row, found by headings of four languages below a title', async () => {
    const file = [
      'Resultados de noviembre;;;;',
      'Referencia;Estado;Motivo del rechazo;Monto pagado;Moneda pagada',
      'A-1;Pagado;;1.234,50;cop',
      'A-2;RECHAZADO;Cuenta  cerrada;;',
      'A-3;En proceso;;;',
      ';;;;',
      'A-4;¿?;;;',
      ';Pagado;;;',
    ].join('\n')
    expect(await stated(file)).toEqual({
      stated: [
        {
          row: 3,
          name: 'A-1',
          statement: { externalReference: 'A-1', outcome: 'paid', paidAmount: '1234.50', paidCurrencyCode: 'COP' },
        },
        { row: 4, name: 'A-2', statement: { externalReference: 'A-2', outcome: 'refused', words: 'Cuenta  cerrada' } },
      ],
      left: 1,
      faulty: [
        { row: 7, name: 'A-4', fault: 'noStatus' },
        { row: 8, name: '', fault: 'noReference' },
      ],
    })
  })

  it('records nothing for a payout with two outcomes, and nothing with an invalid amount', async () => {
    const file = 'reference,status,paid amount\nB-1,paid,5.10\nB-2,paid,\nB-1,failed,\nB-3,paid,some\nB-2,paid,-4'
    const { stated: taken, faulty } = await stated(file)
    expect(taken.map(({ row }) => row)).toEqual([3])
    expect(faulty.map(({ row, fault }) => [row, fault])).toEqual([
      [2, 'twice'],
      [4, 'twice'],
      [5, 'amount'],
      [6, 'amount'],
    ])
  })

  it('asks how amounts are written where a thousand looks like one', async () => {
    const rows = await rowsOf('reference,status,paid amount\nC-1,paid,1.000')
    const headed = headedBy(rows)
    expect(styleOf(rows, headed).ask).toMatchObject({ typed: '1.000' })
    const meanings = new Map([['paid', 'paid' as const]])
    const amounts = (['.', ','] as const).map(
      (decimal) => statementsOf(rows, { ...headed, meanings, decimal }).stated[0]?.statement.paidAmount,
    )
    expect(amounts.map(Number)).toEqual([1, 1000])
  })

  it('takes the row of headings that a person chose, or none, so that every row is an outcome', async () => {
    const rows = await rowsOf('A-1,paid\nstatement,november\nreference,status\nA-2,refused')
    expect(headedBy(rows).headRow).toBe(2)
    expect(headedBy(rows, 1)).toEqual({ headRow: 1, headings: ['statement', 'november'], columns: {} })
    const none = headedBy(rows, null)
    expect(none).toEqual({ headRow: -1, headings: ['', ''], columns: {} })
    const meanings = new Map([['paid', 'paid' as const]])
    const columns = { reference: 0, status: 1 }
    const found = statementsOf(rows, { headRow: none.headRow, columns, meanings, decimal: undefined })
    expect(found.stated.map(({ row, name }) => [row, name])).toEqual([[1, 'A-1']])
    expect(found.faulty).toHaveLength(3)
  })

  it('reads JSON by the names of the interface', async () => {
    const file = JSON.stringify([{ payoutId: 'p-1', outcome: 'refused', words: 'Account closed' }])
    expect((await stated(file)).stated).toMatchObject([
      { statement: { payoutId: 'p-1', outcome: 'refused', words: 'Account closed' } },
    ])
  })
})
