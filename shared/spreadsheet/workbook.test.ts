import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFile } from '#shared/files/testing/read-at-once.ts'
import { cellText } from '#shared/import/cell-text.ts'
import { runs } from '#shared/testing/runs.ts'
import { columnName, type Workbook, writeWorkbook } from './workbook.ts'

async function bytesOf(workbook: Workbook): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeWorkbook(workbook)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function readBack(workbook: Workbook): Promise<readonly (readonly string[])[]> {
  const reading = await readFile(await bytesOf(workbook))
  if ('refusal' in reading) throw new Error(reading.refusal)
  return reading.table.rows.map((row) => row.map(cellText))
}

const columns = [
  { heading: 'Name', note: 'Who is paid & where' },
  { heading: 'Type', choices: ['0001', '0002'] },
  { heading: 'Account' },
]

describe('A workbook', () => {
  it('Codes, long numbers and formulas come back as the texts that they are', async () => {
    const rows = [
      ['=1+1', '0001', '032180000118359719'],
      ['Ana <&> "Souza" _x0041_', '', '1E5'],
      ['a\u0001b\tc\nd', '', '-'],
    ]
    expect(await readBack({ sheet: 'Payouts', columns, rows })).toEqual([['Name', 'Type', 'Account'], ...rows])
  })

  it('Any text comes back as it was written', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((one) => one.trim() === one && one !== '')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 20 }), async (rows) => {
        expect((await readBack({ sheet: 'Payouts', columns, rows })).slice(1)).toEqual(rows)
      }),
      { numRuns: runs(60) },
    )
  })

  it('Rows are asked for while bytes are taken, not all at once', async () => {
    let asked = 0
    async function* rows() {
      for (; asked < 200_000; asked += 1) yield [`Ana ${Math.random()}`, `${Math.random()}`, `${Math.random()}`]
    }
    const writing = writeWorkbook({ sheet: 'Payouts', columns, rows: rows() })
    for (let taken = 0; taken < 30; taken += 1) await writing.next()
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(50_000)
    await writing.return(undefined)
  })

  it('A failure of its rows is the failure of the workbook', async () => {
    async function* rows() {
      yield ['Ana', '', '']
      throw new Error('gone')
    }
    await expect(bytesOf({ sheet: 'Payouts', columns, rows: rows() })).rejects.toThrow('gone')
  })

  it('Equal workbooks are equal bytes', async () => {
    const workbook = { sheet: 'Payouts', columns, rows: [['Ana', '0001', '1']] }
    expect(await bytesOf(workbook)).toEqual(await bytesOf(workbook))
  })

  it('Columns are named as spreadsheets name them', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })
})
