import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { FileRefusalCode } from '#shared/files/refusal.ts'
import { makeWorkbook, rowXml, type WorkbookParts } from './make-workbook.ts'
import { type ArchiveMember, makeZip } from './make-zip.ts'

/** A file that is broken by mistake or in bad faith, and the expected result of reading it. */
export interface HostileFile {
  readonly what: string
  readonly expected: FileRefusalCode | 'read'
  readonly make: () => Uint8Array
}

const megabyte = 1024 * 1024

/** The most bytes that are read at all. */
const full = 40 * megabyte

const sheet = 'xl/worksheets/sheet1.xml'

function workbook(rows: string, parts: Omit<WorkbookParts, 'sheets'> = {}): Uint8Array {
  return makeWorkbook({ sheets: { Sheet1: rows }, ...parts })
}

function withPart(part: ArchiveMember): Uint8Array {
  return workbook(rowXml(1, ['a']), { others: [part] })
}

/** Text again and again, up to so many bytes. */
function repeated(text: string, bytes: number = full): Uint8Array {
  return Buffer.alloc(bytes, text)
}

function file(what: string, expected: HostileFile['expected'], make: () => Uint8Array | string): HostileFile {
  return {
    what,
    expected,
    make: () => {
      const made = make()
      return typeof made === 'string' ? Buffer.from(made, 'latin1') : made
    },
  }
}

const texts: readonly HostileFile[] = [
  file('a line of 100 MB', 'too_big', () => repeated('a', 100 * megabyte)),
  file('a line of 40 MB', 'row_too_long', () => repeated('a')),
  file('a line of 40 MB of cells', 'row_too_long', () => repeated('a,')),
  file('40 MB of line ends', 'too_many_rows', () => repeated('\n')),
  file('40 MB of old line ends', 'too_many_rows', () => repeated('\r')),
  file('40 MB of commas', 'row_too_long', () => repeated(',')),
  file('40 MB of spaces', 'row_too_long', () => repeated(' ')),
  file('rows of a million commas', 'empty', () => repeated(`${','.repeat(1_000_000)}\n`)),
  file('a million columns', 'too_many_columns', () => `a\n${'1,'.repeat(500_000)}x`),
  file('501 columns', 'too_many_columns', () => `${'a,'.repeat(500)}b\n`),
  file('500 columns in 4,000 rows', 'read', () => `${'a,'.repeat(499)}b\n`.repeat(4_000)),
  file('200,000 rows', 'too_many_rows', () => 'Ana,Gómez,12.50\n'.repeat(200_000)),
  file('a row below a million blank ones', 'too_many_rows', () => `a\n${'\n'.repeat(1_000_000)}b`),
  file('a quotation mark that is never closed', 'quote_not_closed', () => `a,b\n"c,${'d\n'.repeat(10 * megabyte)}`),
  file('40 MB of quotation marks', 'quote_not_closed', () => repeated('"')),
  file('40 MB of open quotation marks', 'too_many_columns', () => repeated('"a,')),
  file('40 MB of doubled quotation marks', 'too_many_columns', () => repeated('"",""a,')),
  file('rows of misplaced quotation marks', 'too_many_rows', () => repeated('"a"b,"c\n"d"\n')),
  file('formulas', 'read', () => `=cmd|' /C calc'!A0,@SUM(1+1)\n+1,-1`),
  file('a zero among text', 'read', () => 'a,b\0\nc,d\n'),
  file('zeros among text', 'binary', () => 'a,b\0\nc\0,d\n'),
  file('nothing but zeros', 'binary', () => Buffer.alloc(full)),
  file('40 MB of UTF-16', 'too_many_rows', () => Buffer.alloc(full, Buffer.from('\uFEFFAna;Gómez\n', 'utf16le'))),
  file('UTF-16 with half a sign at its end', 'read', () => Buffer.from('\xff\xfea\0,\0b\0\n', 'latin1')),
  file('random bytes', 'binary', () => randomBytes(megabyte)),
]

const jsons: readonly HostileFile[] = [
  file('40 MB of brackets', 'row_too_long', () => repeated('[')),
  file('JSON 40 MB deep', 'broken_json', () => `[{"a":${'['.repeat(full - 10)}`),
  file('objects 40 MB deep', 'broken_json', () => repeated('{"a":')),
  file('a JSON text of 40 MB', 'row_too_long', () => `[{"a":"${'x'.repeat(full - 10)}`),
  file('a JSON number of 39 MB', 'row_too_long', () => `[{"a":${'1'.repeat(39 * megabyte)}}]`),
  file('a JSON number of a million digits', 'broken_json', () => `[{"a":${'1'.repeat(1_000_000)}}]`),
  file('backslashes', 'row_too_long', () => `[{"a":"${'\\'.repeat(full - 10)}`),
  file('a record with as many keys as it can have', 'too_many_columns', () => {
    return `[{${Array.from({ length: 80_000 }, (_, key) => `"k${key}":1`).join(',')}}]`
  }),
  file('200,000 records', 'too_many_rows', () => '{"a":"b","amount":12.50}\n'.repeat(200_000)),
  file('records with ever new keys', 'too_many_columns', () => {
    return Array.from({ length: 1_000 }, (_, key) => `{"k${key}":1}`).join('\n')
  }),
  file('a key that is no name for a column', 'read', () => '[{"__proto__":{"x":1},"constructor":"a"}]'),
]

const others: readonly HostileFile[] = [
  file('a PDF', 'pdf', () => '%PDF-1.7\n%âãÏÓ\n'),
  file('a picture', 'picture', () => '\x89PNG\r\n\x1a\n'),
  file('a photograph', 'picture', () => '\0\0\0\x18ftypheic'),
  file('a web page', 'markup', () => '\r\n<!DOCTYPE html>\n<table><tr><td>1</td></tr></table>'),
  file('an old XML spreadsheet', 'markup', () => '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>'),
  file('a workbook of Excel 2003', 'old_excel', () => `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(10_000)}`),
  file('a workbook with a password', 'password', () => {
    return `\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(1_024)}${[...'EncryptedPackage'].join('\0')}`
  }),
  file('a text document', 'document', () => makeZip([{ name: 'word/document.xml', content: '<w/>' }])),
  file('a spreadsheet of LibreOffice', 'opendocument', () => {
    return makeZip(['mimetype', 'content.xml'].map((name) => ({ name, content: '' })))
  }),
  file('a spreadsheet of Numbers', 'apple_numbers', () => makeZip([{ name: 'Index/Document.iwa', content: '' }])),
  file('a binary workbook', 'binary_workbook', () => makeZip([{ name: 'xl/workbook.bin', content: '' }])),
  file('an archive', 'archive', () => makeZip([{ name: 'payouts.csv', content: 'a,b' }])),
  file('a workbook in an archive in an archive', 'archive', () => {
    const inner = makeZip([{ name: 'payouts.xlsx', content: workbook(rowXml(1, ['a'])) }])
    return makeZip([{ name: 'inner.zip', content: inner }])
  }),
  file('an archive with a password', 'password', () => makeZip([{ name: 'a', content: 'a', isEncrypted: true }])),
]

const rowsOfWorkbooks: readonly HostileFile[] = [
  file('a cell at XFD1048576', 'too_many_columns', () => {
    return workbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
  }),
  file('a cell in the last row', 'too_many_rows', () =>
    workbook('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
  ),
  file('a cell in the last column', 'too_many_columns', () => workbook('<row r="1"><c r="XFD1"><v>1</v></c></row>')),
  file('a cell beyond the last column', 'damaged', () => workbook('<row r="1"><c r="XFE1"><v>1</v></c></row>')),
  file('a cell in a column with a million letters', 'damaged', () => {
    return workbook(`<row r="1"><c r="${'A'.repeat(10_000)}1"><v>1</v></c></row>`)
  }),
  file('a row twice', 'damaged', () => workbook(rowXml(1, ['a']) + rowXml(1, ['b']))),
  file('rows without a number', 'damaged', () => workbook('<row r="one"><c><v>1</v></c></row>')),
  file('200,000 rows of a workbook', 'too_many_rows', () => {
    return workbook(Array.from({ length: 200_000 }, (_, row) => rowXml(row + 1, ['Ana', row])).join(''))
  }),
  file('a shared text that is not there', 'damaged', () => workbook('<row><c t="s"><v>-1</v></c></row>')),
  file('a text of 10 MB', 'text_too_long', () => workbook(rowXml(1, [randomBytes(5 * megabyte).toString('hex')]))),
  file('a number of 10 MB', 'cell_too_long', () => {
    return workbook(`<row><c><v>${randomBytes(5 * megabyte).toString('hex')}</v></c></row>`)
  }),
  file('too many shared texts', 'too_many_cells', () => {
    const sharedStrings = Array.from({ length: 750_001 }, (_, place) => `<si><t>${place}</t></si>`).join('')
    return workbook('', { sharedStrings })
  }),
  file('macros', 'read', () => withPart({ name: 'xl/vbaProject.bin', content: randomBytes(1_000) })),
]

const xmls: readonly HostileFile[] = [
  file('a DOCTYPE', 'doctype', () => workbook(rowXml(1, ['a']), { prologue: '<!DOCTYPE worksheet>' })),
  file('an entity that reads a file', 'doctype', () => {
    return workbook('', { prologue: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' })
  }),
  file('a billion laughs', 'doctype', () => {
    const content = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><workbook>&b;</workbook>'
    return withPart({ name: 'xl/workbook.xml', content })
  }),
  file('an entity that is not there', 'read', () => workbook(rowXml(1, ['a']).replace('>a<', '>&b;<'))),
  file('a sheet that ends within a tag', 'empty', () => withPart({ name: sheet, content: '<worksheet><row r="1' })),
  file('a tag that never ends', 'damaged', () =>
    withPart({ name: sheet, content: `<${randomBytes(megabyte).toString('hex')}` }),
  ),
  file('tags with many attributes', 'empty', () => {
    const tag = `<c ${Array.from({ length: 4_000 }, (_, place) => `a${place}="b"`).join(' ')}/>`
    return withPart({ name: sheet, content: tag.repeat(500) })
  }),
  file('elements 30 MB deep', 'unpacks_too_big', () =>
    withPart({ name: sheet, content: repeated('<a>', 30 * megabyte) }),
  ),
  file('40 MB of cells that are blank', 'too_many_cells', () => {
    const cells = Array.from({ length: 10_000 }, (_, place) => `<c r="A${place}" s="${(place * 7_919) % 1_009}"/>`)
    return withPart({ name: sheet, content: cells.join('').repeat(200) })
  }),
]

const archives: readonly HostileFile[] = [
  file('a zip bomb', 'unpacks_too_big', () => withPart({ name: sheet, content: repeated('0', 100 * megabyte) })),
  file('a zip bomb in its texts', 'unpacks_too_big', () => {
    return withPart({ name: 'xl/sharedStrings.xml', content: repeated('<si><t>a</t></si>', 30 * megabyte) })
  }),
  file('a zip bomb that lies about its size', 'damaged', () => {
    return withPart({ name: sheet, content: repeated(' ', 200 * megabyte), size: 1_000 })
  }),
  file('a sheet that says it is of 4 GB', 'unpacks_too_big', () => {
    return withPart({ name: sheet, content: 'a', size: 0xfffffff0 })
  }),
  file('a sheet of more bytes than are read', 'unpacks_too_big', () => {
    return withPart({ name: sheet, content: randomBytes(megabyte), size: 130 * megabyte })
  }),
  file('a wrong sum', 'damaged', () => withPart({ name: sheet, content: rowXml(1, ['a']), crc: 1 })),
  file('a wrong sum of what is not deflated', 'damaged', () => {
    return withPart({ name: sheet, content: rowXml(1, ['a']), crc: 1, isStored: true })
  }),
  file('a workbook without its end', 'damaged', () => workbook(rowXml(1, ['a'])).subarray(0, -30)),
  file('a workbook without its beginning', 'damaged', () => {
    const bytes = workbook(rowXml(1, ['a']))
    return Buffer.concat([bytes.subarray(0, 4), bytes.subarray(400)])
  }),
  file('a sheet that is no deflated data', 'damaged', () => {
    const packed = deflateRawSync('<worksheet>')
    const bytes = Buffer.from(workbook(rowXml(1, ['a'])))
    return bytes.fill(0xff, bytes.indexOf(sheet) + sheet.length, bytes.indexOf(sheet) + sheet.length + packed.length)
  }),
  file('an archive with 60,000 files', 'archive', () => {
    return makeZip(Array.from({ length: 60_000 }, (_, place) => ({ name: `a${place}`, content: '', isStored: true })))
  }),
  file('a workbook without sheets', 'empty', () => withPart({ name: 'xl/workbook.xml', content: '<workbook/>' })),
  file('a workbook without a workbook', 'damaged', () => makeZip([{ name: '[Content_Types].xml', content: '' }])),
  file('a sheet that is not there', 'damaged', () => {
    return withPart({
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationship Id="rId1" Type="x/worksheet" Target="../../../../etc/passwd"/>',
    })
  }),
]

/** All of them; made when they are needed, none is kept. */
export const hostileFiles: readonly HostileFile[] = [
  ...texts,
  ...jsons,
  ...others,
  ...rowsOfWorkbooks,
  ...xmls,
  ...archives,
]
