import { type ArchiveMember, makeZip } from './make-zip.ts'

/** A workbook in parts, each as a program would write it or as a test wants it. */
export interface WorkbookParts {
  /** The rows of each sheet, as XML, by its name. */
  readonly sheets: Readonly<Record<string, string>>
  readonly hidden?: readonly string[]
  readonly sharedStrings?: string
  /** Codes of number formats; style 0 is none, style 1 the first of these. */
  readonly formats?: readonly (string | number)[]
  readonly is1904?: boolean
  /** Text before the root of the first sheet. */
  readonly prologue?: string
  /** Instead of, or beside, the parts that are made. */
  readonly others?: readonly ArchiveMember[]
  readonly isStored?: boolean
}

/** The bytes of the workbook. */
export function makeWorkbook(parts: WorkbookParts): Buffer {
  const others = new Set(parts.others?.map(({ name }) => name))
  const files = [...partsOf(parts)].filter(({ name }) => !others.has(name))
  return makeZip([...files.map((file) => ({ ...file, isStored: parts.isStored ?? false })), ...(parts.others ?? [])])
}

/** A row of cells as XML: texts, as shared by their place or inline, and numbers. */
export function rowXml(row: number, cells: readonly (string | number)[]): string {
  return `<row r="${row}">${cells.map((cell, column) => cellXml(letters(column) + row, cell)).join('')}</row>`
}

function cellXml(reference: string, cell: string | number): string {
  return typeof cell === 'number'
    ? `<c r="${reference}"><v>${cell}</v></c>`
    : `<c r="${reference}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
}

function letters(column: number): string {
  return column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function* partsOf(parts: WorkbookParts): Generator<ArchiveMember> {
  const names = Object.keys(parts.sheets)
  yield { name: '[Content_Types].xml', content: '<Types/>' }
  yield { name: '_rels/.rels', content: relations([['rId1', 'officeDocument', 'xl/workbook.xml']]) }
  yield { name: 'xl/workbook.xml', content: workbookXml(parts, names) }
  const sheets = names.map((_, place) => [`rId${place + 1}`, 'worksheet', `worksheets/sheet${place + 1}.xml`] as const)
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    content: relations([...sheets, ['s', 'styles', 'styles.xml'], ['t', 'sharedStrings', '/xl/sharedStrings.xml']]),
  }
  if (parts.sharedStrings !== undefined)
    yield { name: 'xl/sharedStrings.xml', content: `<sst ${main}>${parts.sharedStrings}</sst>` }
  yield { name: 'xl/styles.xml', content: stylesXml(parts.formats ?? []) }
  for (const [place, name] of names.entries()) {
    const data = `${place === 0 ? (parts.prologue ?? '') : ''}<worksheet ${main}><sheetData>${parts.sheets[name]}</sheetData></worksheet>`
    yield { name: `xl/worksheets/sheet${place + 1}.xml`, content: `<?xml version="1.0" encoding="UTF-8"?>\n${data}` }
  }
}

function workbookXml({ hidden = [], is1904 }: WorkbookParts, names: readonly string[]): string {
  const sheets = names.map(
    (name, place) =>
      `<sheet name="${escaped(name)}" sheetId="${place + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${place + 1}"/>`,
  )
  return `<workbook ${main} xmlns:r="${relationship}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets.join('')}</sheets></workbook>`
}

function stylesXml(formats: readonly (string | number)[]): string {
  const codes = formats.flatMap((format, place) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${200 + place}" formatCode="${escaped(format)}"/>`] : [],
  )
  const styles = formats.map((format, place) => `<xf numFmtId="${typeof format === 'string' ? 200 + place : format}"/>`)
  return `<styleSheet ${main}><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`
}

function relations(all: readonly (readonly [string, string, string])[]): string {
  const listed = all.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${relationship}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${listed.join('')}</Relationships>`
}
