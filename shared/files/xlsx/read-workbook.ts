import type { ReadProgress } from '#shared/files/read-progress.ts'
import { FileReadError } from '#shared/files/refusal.ts'
import type { FileReading, FileReadOptions } from '#shared/files/table.ts'
import { TableBuilder } from '#shared/files/table-builder.ts'
import { UnpackingBudget } from '#shared/files/unpack.ts'
import type { ZipEntry } from '#shared/files/zip.ts'
import { damagedFile } from '#shared/files/zip.ts'
import { StylesReader } from './number-formats.ts'
import { type Package, readWholePart, readWorkbookPart } from './part.ts'
import { SharedStringsReader } from './shared-strings.ts'
import { type SheetContext, WorksheetReader } from './sheet-reader.ts'
import { readWorkbook, type WorkbookSheet } from './workbook.ts'

/**
 * Reads a sheet of a workbook: the one that is asked for, else the first that has rows and that people see. Macros are never looked at.
 * @throws Refused
 */
export async function* readXlsx(
  entries: ReadonlyMap<string, ZipEntry>,
  options: FileReadOptions,
): AsyncGenerator<ReadProgress, FileReading> {
  const parts = { entries, budget: new UnpackingBudget() }
  const workbook = await readWorkbook(parts)
  const candidates = candidatesAmong(workbook.sheets, options.sheet)
  const strings = new SharedStringsReader()
  if (workbook.sharedStrings !== undefined) await readWholePart(parts, workbook.sharedStrings, strings)
  const styles = new StylesReader()
  if (workbook.styles !== undefined) await readWholePart(parts, workbook.styles, styles)
  const context = { texts: strings.texts, formats: styles.formats, is1904: workbook.is1904 }
  for (const sheet of candidates) {
    const reading = readingOf(workbook.sheets, sheet)
    for await (const share of readSheet(parts, sheet, context, reading.table)) yield { share, reading }
    if (reading.table.rows.length > 0) return reading
  }
  throw new FileReadError({ refusal: 'empty', params: {} })
}

/** The sheets to try, in this order. Without a name, hidden ones come last. */
function candidatesAmong(sheets: readonly WorkbookSheet[], wanted: string | undefined): readonly WorkbookSheet[] {
  if (wanted === undefined) return sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden))
  const named = sheets.filter(({ name }) => name === wanted)
  if (named.length === 0) throw new FileReadError({ refusal: 'sheet_missing', params: { sheet: wanted.slice(0, 100) } })
  return named
}

function readingOf(
  sheets: readonly WorkbookSheet[],
  { name }: WorkbookSheet,
): FileReading & { readonly table: TableBuilder } {
  return {
    format: 'xlsx',
    encoding: null,
    separator: null,
    sheets: sheets.map((sheet) => sheet.name),
    sheet: name,
    table: new TableBuilder(),
  }
}

async function* readSheet(
  { entries, budget }: Package,
  { path }: WorkbookSheet,
  context: SheetContext,
  table: TableBuilder,
): AsyncGenerator<number> {
  const entry = entries.get(path)
  if (entry === undefined) throw damagedFile()
  let shareOfLastStep = 0
  for await (const share of readWorkbookPart(entry, budget, new WorksheetReader(table, context))) {
    // A piece is some hundred cells: too little for a step.
    if (share - shareOfLastStep < 0.02 && share < 1) continue
    shareOfLastStep = share
    yield share
  }
}
