import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FileReading, FileReadOptions } from './table.ts'
import { readFile } from './testing/read-at-once.ts'

async function read(text: string, options: FileReadOptions = {}): Promise<FileReading> {
  const reading = await readFile(new TextEncoder().encode(text), options)
  if ('refusal' in reading) throw new Error(reading.refusal)
  return reading
}

async function rowsOf(text: string, options?: FileReadOptions) {
  return (await read(text, options)).table.rows
}

it.each([
  ['CRLF', '\r\n'],
  ['LF', '\n'],
  ['CR', '\r'],
])('Separated text: lines end in %s, the last with or without', async (_, end) => {
  const rows = [
    ['a', 'b'],
    ['c', 'd'],
  ]
  expect(await rowsOf(`a,b${end}c,d`)).toEqual(rows)
  expect(await rowsOf(`a,b${end}c,d${end}`)).toEqual(rows)
})

it('Separated text: a cell in quotation marks holds separators, line ends and doubled marks', async () => {
  expect(await rowsOf('a,"b, ""c""\r\nd",e\n"f",,"g"')).toEqual([
    ['a', 'b, "c"\r\nd', 'e'],
    ['f', '', 'g'],
  ])
})

it('Separated text: a mark within a cell, or one whose partner does not end the cell, is part of the text', async () => {
  expect(await rowsOf('"Ana" Gómez,5" pipe\n"x"y,"z"')).toEqual([
    ['"Ana" Gómez', '5" pipe'],
    ['"x"y', 'z'],
  ])
})

it('Separated text: blanks behind a closing mark are no part of the cell, wherever the pieces of the text end', async () => {
  expect(await rowsOf('"a" ,b,"B"  ,C\n"A,B" ,"c\n" \nd')).toEqual([['a', 'b', 'B', 'C'], ['A,B', 'c\n'], ['d']])
  const line = '"A,B"     ,"c"   \n'
  const rows = (await rowsOf(`${line.repeat(40_000)}"d" `, { separator: ',' })).map((cells) => cells.join('|'))
  expect([...new Set(rows)]).toEqual(['A,B|c', 'd'])
})

it('Separated text: blank rows keep their number, and what is blank at the end is not there', async () => {
  expect(await rowsOf('a,b,,\n\n,,\nc\n\n\n')).toEqual([['a', 'b'], [], [], ['c']])
})

it.each([
  [',', 'Name,Amount\n"Gómez, Ana",1.50\nLuis,2'],
  [';', 'Name;Amount\nAna;1,50\nLuis;2,50\nEva;3,75'],
  ['\t', 'Name\tAmount\nGómez, Ana\t1,50\nPaz, Luis\t2'],
  ['|', 'Name|Amount\nGómez; Ana|1,50\nPaz; Luis|2'],
  [',', 'Name\nAna\nLuis'],
  [';', 'Ana;1,50\nLuis;2,50'],
])('Separated text: the separator %j is told from the rows', async (separator, text) => {
  expect((await read(text)).separator).toBe(separator)
})

it('Separated text: a first line sep= names the separator and is no row, and a person knows better', async () => {
  const text = 'sep=;\r\na;b,c\r\nd;e,f'
  expect(await read(text)).toMatchObject({
    separator: ';',
    table: {
      rows: [
        ['a', 'b,c'],
        ['d', 'e,f'],
      ],
    },
  })
  expect(await rowsOf(text, { separator: ',' })).toEqual([
    ['a;b', 'c'],
    ['d;e', 'f'],
  ])
})

it('Separated text: a quotation mark that is never closed is refused with the row that opens it', async () => {
  const refusal = { refusal: 'quote_not_closed', params: { row: 2 } }
  const rest = 'x,y\n'.repeat(20_000)
  for (const text of ['a,b\n"c,d\n', `a,b\n"c,d\n${rest}`, `a,b\n"c,d\n${rest}e,"f"\n`])
    expect(await readFile(new TextEncoder().encode(text))).toEqual(refusal)
})

it('Separated text: what was written is read back, wherever the pieces of the text end', async () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') }),
    fc.string({ unit: fc.constantFrom('a', '"', ',', '\n'), minLength: 30, maxLength: 60 }),
  )
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 })
  // So long that a piece ends somewhere in the rows that follow.
  const before = fc.integer({ min: 0, max: 200 }).map((spare) => 'x'.repeat(32_000).concat('\n').repeat(8).slice(spare))
  await fc.assert(
    fc.asyncProperty(table, before, async (rows, head) => {
      fc.pre(rows.at(-1)?.at(-1) !== '')
      const text = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join('\r\n')
      const trimmed = rows.map((cells) => cells.slice(0, cells.findLastIndex((text) => text !== '') + 1))
      expect(await rowsOf(text, { separator: ',' })).toEqual(trimmed)
      expect((await rowsOf(head + text, { separator: ',' })).slice(8)).toEqual(trimmed)
    }),
  )
})
