import { expect, it } from 'vitest'
import type { FileReading, FileReadOptions, TableRow } from '#shared/files/table.ts'
import { makeWorkbook, rowXml, type WorkbookParts } from '#shared/files/testing/make-workbook.ts'
import { readFile } from '#shared/files/testing/read-at-once.ts'

async function read(parts: WorkbookParts, options: FileReadOptions = {}): Promise<FileReading> {
  const reading = await readFile(makeWorkbook(parts), options)
  if ('refusal' in reading) throw new Error(reading.refusal)
  return reading
}

async function rowsOf(sheet: string, parts: Omit<WorkbookParts, 'sheets'> = {}): Promise<readonly TableRow[]> {
  return (await read({ sheets: { Sheet1: sheet }, ...parts })).table.rows
}

it('Workbooks: texts are read, whether shared, in several fonts or in their cell, without how they are pronounced', async () => {
  const sharedStrings =
    '<si><t>María &amp; Söhne &#x1F600;</t></si><si><r><t>Ana </t></r><r><rPr><b/></rPr><t xml:space="preserve">Gómez</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>'
  const sheet = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>`
  expect(await rowsOf(sheet, { sharedStrings })).toEqual([['María & Söhne 😀', 'Ana Gómez', 'inline']])
})

it('Workbooks: signs that XML has none for are read as they were typed', async () => {
  expect(await rowsOf(rowXml(1, ['a_x000D_b', '_x005F_x0041_', '_x_']))).toEqual([['a\rb', '_x0041_', '_x_']])
})

it('Workbooks: numbers come as they are stored, so that lost digits can be seen', async () => {
  const values = ['6.4618E+17', '123456789012345', '0.1', '-5']
  const sheet = `<row r="1">${values.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`
  expect(await rowsOf(sheet)).toEqual([values.map((text) => ({ kind: 'number', text }))])
})

it('Workbooks: a number says what its format or fifteen digits show', async () => {
  const sheet = '<row><c s="1"><v>12</v></c><c><v>1234.5599999999999</v></c><c s="2"><v>12</v></c></row>'
  expect(await rowsOf(sheet, { formats: ['0000', '#,##0.00 "days"'] })).toEqual([
    [
      { kind: 'number', text: '12', shown: '0012' },
      { kind: 'number', text: '1234.5599999999999', shown: '1234.56' },
      { kind: 'number', text: '12' },
    ],
  ])
})

it.each([
  ['a built-in format', 14, '45567', '2024-10-02'],
  ['a format of its own', 'dd/mm/yyyy', '45567.5', '2024-10-02T12:00:00'],
  ['a format with a language', '[$-416]d\\ mmmm', '45567', '2024-10-02'],
  ['hours beyond a day', '[h]:mm', '1.5', '1900-01-01T12:00:00'],
  ['the day before the one that never was', 14, '59', '1900-02-28'],
  ['the day after it', 14, '61', '1900-03-01'],
])('Workbooks: a date is told by its style, with %s', async (_, format, text, shown) => {
  expect(await rowsOf(`<row><c s="1"><v>${text}</v></c></row>`, { formats: [format] })).toEqual([
    [{ kind: 'date', text, shown }],
  ])
})

it.each(['General', '0.00E+00', '"days" 0', '[Red]0', '_-* #,##0.00_-', '@'])(
  'Workbooks: a number in the format %s is no date',
  async (format) => {
    const [row] = await rowsOf('<row><c s="1"><v>45567</v></c></row>', { formats: [format] })
    expect(row).toEqual([{ kind: 'number', text: '45567' }])
  },
)

it('Workbooks: dates are counted from 1904 where the workbook says so', async () => {
  const sheet = '<row><c s="1"><v>44105</v></c></row>'
  expect(await rowsOf(sheet, { formats: [14], is1904: true })).toEqual([
    [{ kind: 'date', text: '44105', shown: '2024-10-02' }],
  ])
})

it('Workbooks: true or false, errors, and formulas with their last result are told apart', async () => {
  const sheet =
    '<row><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c><f>A1*2</f><v>4</v></c><c t="str"><f>"a"</f><v>a</v></c><c><f>NOW()</f></c></row>'
  expect(await rowsOf(sheet)).toEqual([
    [
      { kind: 'boolean', text: 'true' },
      { kind: 'error', text: '#N/A' },
      { kind: 'number', text: '4', formula: true },
      { kind: 'text', text: 'a', formula: true },
      { kind: 'error', text: '', formula: true },
    ],
  ])
})

it('Workbooks: cells and rows are where their numbers say, and a blank cell far out is left out', async () => {
  const sheet = '<row r="2"><c r="B2"><v>1</v></c><c r="XFD2" s="0"/></row><row r="4"><c r="AB4"><v>2</v></c></row>'
  const rows = await rowsOf(sheet)
  expect(rows.map((row) => row.length)).toEqual([0, 2, 0, 28])
  expect([rows[1]?.[1], rows[3]?.[27]]).toMatchObject([{ text: '1' }, { text: '2' }])
})

it('Workbooks: the first sheet with rows that people see is read, or the one that is asked for', async () => {
  const sheets = {
    'Secret "1"': rowXml(1, ['hidden']),
    Empty: '',
    Pagos: rowXml(1, ['pagos']),
    More: rowXml(1, ['more']),
  }
  const parts = { sheets, hidden: ['Secret "1"'] }
  expect(await read(parts)).toMatchObject({ sheet: 'Pagos', sheets: Object.keys(sheets), table: { rows: [['pagos']] } })
  expect(await read(parts, { sheet: 'More' })).toMatchObject({ sheet: 'More', table: { rows: [['more']] } })
  expect(await read({ ...parts, hidden: Object.keys(sheets) })).toMatchObject({ sheet: 'Secret "1"' })
  expect(await readFile(makeWorkbook(parts), { sheet: 'None' })).toEqual({
    refusal: 'sheet_missing',
    params: { sheet: 'None' },
  })
})

it('Workbooks: tags may have a prefix, single quotation marks and spaces, and parts may be UTF-16', async () => {
  const sheet = `<x:worksheet xmlns:x='a>b'><x:sheetData><x:row r = '1' ><!-- > --><x:c r='A1' t='str'><x:v><![CDATA[a<b]]></x:v></x:c ></x:row></x:sheetData></x:worksheet>`
  for (const content of [sheet, Buffer.from(`\uFEFF${sheet}`, 'utf16le')]) {
    const others = [{ name: 'xl/worksheets/sheet1.xml', content }]
    expect(await rowsOf('', { others })).toEqual([['a<b']])
  }
})

it('Workbooks: parts that are not deflated, or whose sizes are in the extra field, are read', async () => {
  const sheets = { Sheet1: rowXml(1, ['stored']) }
  expect((await read({ sheets, isStored: true })).table.rows).toEqual([['stored']])
  const content = `<worksheet>${rowXml(1, ['wide'])}</worksheet>`
  expect(await rowsOf('', { others: [{ name: 'xl/worksheets/sheet1.xml', content, isWide: true }] })).toEqual([
    ['wide'],
  ])
})

it('Workbooks: macros are not looked at', async () => {
  const others = [{ name: 'xl/vbaProject.bin', content: 'anything' }]
  expect(await rowsOf(rowXml(1, ['a']), { others })).toEqual([['a']])
})

it('Workbooks: a large sheet is read in steps', async () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => [`name ${row}`, row, `0000${(row * 7_919) % 100_003}`])
  const sheet = rows.map((cells, row) => rowXml(row + 1, cells)).join('')
  const { table } = await read({ sheets: { Sheet1: sheet } })
  const texts = table.rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : Number(cell.text))))
  expect(texts).toEqual(rows)
})
