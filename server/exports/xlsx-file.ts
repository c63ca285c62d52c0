import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { type FieldTable, sentIn } from '#shared/payout/fields.ts'
import { sentName } from '#shared/payout/sent-request.ts'
import { zipFile } from './zip-file.ts'

/*
 * Payout requests as a workbook of one sheet (ECMA-376): a column for each field in the interface's order, and every cell a text but the
 * amount. A spreadsheet leaves texts as they are: 0001 stays 0001, an account keeps its 18 digits, =1+1 is no formula. An amount has at most
 * 15 digits, which a spreadsheet keeps exactly; as a number it can be added up, is shown with whoever's decimal sign, and is read back without
 * a question what 1.500 means. An empty cell is a field that is not there.
 */

/** The file in pieces, however many requests there are. */
export function xlsxFile(
  pages: AsyncIterable<readonly PayoutRequest[]>,
  fields: FieldTable,
): AsyncIterable<Uint8Array> {
  return zipFile([
    ...Object.entries(parts).map(([name, text]) => ({ name, pieces: onePiece(text) })),
    { name: 'xl/worksheets/sheet1.xml', pieces: sheet(pages, fields) },
  ])
}

async function* onePiece(text: string): AsyncIterable<string> {
  yield text
}

async function* sheet(pages: AsyncIterable<readonly PayoutRequest[]>, fields: FieldTable): AsyncIterable<string> {
  const names = sentIn(fields)
  yield `${xml}<worksheet xmlns="${main}">${firstRowStays}<cols><col min="1" max="${names.length}" width="22" style="1" customWidth="1"/></cols><sheetData>`
  let number = 1
  yield row(
    number,
    names.map((name) => textCell(sentName(fields, name))),
  )
  for await (const requests of pages) {
    const rows = requests.map((request) => {
      number += 1
      return row(
        number,
        names.map((name) => cellOf(request[name])),
      )
    })
    yield rows.join('')
  }
  yield '</sheetData></worksheet>'
}

/** What a cell holds, behind its place; undefined for an empty one. */
type CellContent = string | undefined

function row(number: number, contents: readonly CellContent[]): string {
  const cells = contents.map((content, place) =>
    content === undefined ? '' : `<c r="${letters(place)}${number}"${content}`,
  )
  return `<row r="${number}">${cells.join('')}</row>`
}

function cellOf(value: PayoutRequest[string] | undefined): CellContent {
  if (typeof value === 'number') return `><v>${decimalTextOf(value)}</v></c>`
  return value === undefined || value === '' ? undefined : textCell(String(value))
}

/** In the style of texts, and in the sheet itself: a list of all texts would have to be written first. */
function textCell(text: string): CellContent {
  return ` s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** A to Z, then AA and on. */
function letters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : letters(Math.floor(place / 26) - 1) + last
}

/** Control characters as Excel writes them, _x000D_; a text that looks like one begins with an escaped underscore. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(controls, (found) => `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (found) => entities[found] ?? found)
}

/** Those that XML does not hold, and the carriage return, which its readers take for a line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const firstRowStays =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

/** Number format 49 is text, so that what is typed into a cell stays as it was typed. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kinds}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kinds}.styles+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Payout requests" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}
