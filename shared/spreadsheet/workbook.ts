import { decimalTextOf } from '#shared/payout/amount.ts'
import { type ZipPart, zipOf } from './zip-writer.ts'

/** One column of a sheet: what is typed into a blank cell of it stays text. */
export interface WorkbookColumn {
  readonly heading: string
  /** In characters. */
  readonly width?: number
  /** Shown while the pointer rests on the heading. */
  readonly note?: string
  /** What a cell may be chosen from; another text is taken as well. Left out where they are more than a spreadsheet keeps in a cell's own list. */
  readonly choices?: readonly string[]
}

/** A text, empty for a blank cell; or a number of at most 15 digits, which a spreadsheet keeps exactly. */
export type WorkbookCell = string | number

export interface Workbook {
  /** At most 31 characters, without []:*?/\ among them. */
  readonly sheet: string
  readonly columns: readonly WorkbookColumn[]
  readonly rows: Iterable<readonly WorkbookCell[]> | AsyncIterable<readonly WorkbookCell[]>
}

/**
 * Writes a workbook of one sheet (ECMA-376, SpreadsheetML) as a stream of bytes. What is text stays text, so that no spreadsheet takes a code for
 * a number; memory holds some rows, whatever their count.
 */
export function writeWorkbook(workbook: Workbook): AsyncGenerator<Uint8Array> {
  const { columns, sheet } = workbook
  const hasNotes = columns.some(({ note }) => note !== undefined)
  const parts: readonly ZipPart[] = [
    { name: '[Content_Types].xml', text: [contentTypes(hasNotes)] },
    { name: '_rels/.rels', text: [relations([['officeDocument', 'xl/workbook.xml']])] },
    { name: 'xl/workbook.xml', text: [book(sheet)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: [
        relations([
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', 'styles.xml'],
        ]),
      ],
    },
    { name: 'xl/styles.xml', text: [styles] },
    { name: 'xl/worksheets/sheet1.xml', text: sheetXml(workbook, hasNotes) },
    ...(hasNotes ? partsOfNotes(columns) : []),
  ]
  return zipOf(parts)
}

function partsOfNotes(columns: readonly WorkbookColumn[]): readonly ZipPart[] {
  const links = relations([
    ['comments', '../comments1.xml'],
    ['vmlDrawing', '../drawings/vmlDrawing1.vml'],
  ])
  return [
    { name: 'xl/worksheets/_rels/sheet1.xml.rels', text: [links] },
    { name: 'xl/comments1.xml', text: [notesOf(columns)] },
    { name: 'xl/drawings/vmlDrawing1.vml', text: [vmlOf(columns)] },
  ]
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function contentTypes(hasNotes: boolean): string {
  const kinds = [
    ['workbook', 'sheet.main'],
    ['worksheets/sheet1', 'worksheet'],
    ['styles', 'styles'],
    ...(hasNotes ? [['comments1', 'comments']] : []),
  ]
  const own = kinds.map(
    ([part, kind]) => `<Override PartName="/xl/${part}.xml" ContentType="${sheetType}.${kind}+xml"/>`,
  )
  const vml = hasNotes
    ? '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>'
    : ''
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${vml}${own.join('')}</Types>`
}

function relations(targets: readonly (readonly [string, string])[]): string {
  const all = targets.map(
    ([type, target], place) => `<Relationship Id="rId${place + 1}" Type="${links}/${type}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`
}

function book(sheet: string): string {
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${links}"><sheets><sheet name="${xmlText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

/** Style 1 is text (number format 49, "@"), style 2 a heading. */
const styles = `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`

/** A piece of so many characters is handed on at once. */
const pieceLength = 64 * 1024

async function* sheetXml({ columns, rows }: Workbook, hasNotes: boolean): AsyncGenerator<string> {
  let piece = `${declaration}<worksheet xmlns="${main}" xmlns:r="${links}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${widths(columns)}<sheetData>`
  piece += row(
    columns.map(({ heading }) => heading),
    1,
    2,
  )
  let number = 1
  for await (const cells of rows) {
    number += 1
    piece += row(cells, number, 1)
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  const drawing = hasNotes ? '<legacyDrawing r:id="rId2"/>' : ''
  const all = `A1:${columnName(Math.max(0, columns.length - 1))}${lastRow}`
  yield `${piece}</sheetData>${validations(columns)}<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors>${drawing}</worksheet>`
}

/** The last that a sheet has. */
const lastRow = 1_048_576

function widths(columns: readonly WorkbookColumn[]): string {
  const all = columns.map(
    ({ width = 16 }, place) =>
      `<col min="${place + 1}" max="${place + 1}" width="${width}" style="1" customWidth="1"/>`,
  )
  return `<cols>${all.join('')}</cols>`
}

function row(cells: readonly WorkbookCell[], number: number, style: number): string {
  let made = `<row r="${number}">`
  for (const [place, cell] of cells.entries())
    if (cell !== '') made += `<c r="${columnName(place)}${number}"${contentOf(cell, style)}</c>`
  return `${made}</row>`
}

/** A text is in the sheet itself: a list of all texts would have to be written first. */
function contentOf(cell: WorkbookCell, style: number): string {
  if (typeof cell === 'number') return `><v>${decimalTextOf(cell)}</v>`
  return ` s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is>`
}

/** What a cell's own list of choices holds at most, separated by commas. */
const longestChoices = 255

function validations(columns: readonly WorkbookColumn[]): string {
  const lists = columns.flatMap(({ choices = [] }, place) => {
    const list = choices.join(',')
    if (choices.length === 0 || list.length > longestChoices || choices.some((choice) => choice.includes(',')))
      return []
    const column = columnName(place)
    return [
      `<dataValidation type="list" allowBlank="1" sqref="${column}2:${column}${lastRow}"><formula1>"${xmlText(list.replaceAll('"', '""'))}"</formula1></dataValidation>`,
    ]
  })
  return lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
}

/** The notes of the headings (ECMA-376, part 1, 18.7). */
function notesOf(columns: readonly WorkbookColumn[]): string {
  const all = columns.flatMap(({ note }, place) =>
    note === undefined
      ? []
      : [
          `<comment ref="${columnName(place)}1" authorId="0"><text><t xml:space="preserve">${xmlText(note)}</t></text></comment>`,
        ],
  )
  return `${declaration}<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>Payout Desk</author></authors><commentList>${all.join('')}</commentList></comments>`
}

/** Without its box, in the older language for drawings, no spreadsheet shows a note. ECMA-376, part 4, 19. */
function vmlOf(columns: readonly WorkbookColumn[]): string {
  const boxes = columns.flatMap(({ note }, place) => (note === undefined ? [] : [boxOf(place)]))
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="note" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${boxes.join('')}</xml>`
}

function boxOf(place: number): string {
  const anchor = [place + 1, 15, 1, 10, place + 4, 15, 8, 4].join(', ')
  return `<v:shape id="note${place}" type="#note" style="position:absolute;visibility:hidden" fillcolor="#ffffe1"><v:fill color2="#ffffe1"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${place}</x:Column></x:ClientData></v:shape>`
}

/** A, B … Z, AA, AB … */
export function columnName(place: number): string {
  const known = columnNames[place]
  if (known !== undefined) return known
  const letter = String.fromCharCode(65 + (place % 26))
  const made = place < 26 ? letter : columnName(Math.floor(place / 26) - 1) + letter
  columnNames[place] = made
  return made
}

const columnNames: string[] = []

/**
 * A text within XML as spreadsheets write it (ECMA-376, part 1, 22.9.2.19): characters that XML cannot hold as _x0001_, and what looks like one of these
 * as it is.
 */
function xmlText(text: string): string {
  if (!special.test(text)) return text
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(unwritable, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}

const special = /[&<>"_\p{Cc}\ufffe\uffff]/u

/** Of the controls, XML holds the tab and the line feed alone unchanged. */
const unwritable = /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
