import type { LeftRow } from '#shared/import/left-rows.ts'
import type { SheetField } from '#shared/import/sheet-field.ts'
import { saveFile } from '../../api/save-file.ts'
import { issueText } from '../../language/issue-text.ts'
import { t } from '../../language/translate.ts'
import type { ShownRow } from '../protocol.ts'
import type { RemoteSheet } from '../remote-sheet.ts'
import { damageIn, damageText, issuesOf, refusalText } from './cells.ts'

export type LeftFormat = 'xlsx' | 'csv'

/** Rows fetched from the worker at a time. */
const portion = 500

/** Downloads the rows that are not saved, unchanged, each with its issues: a file that can be imported again. */
export async function downloadLeft(sheet: RemoteSheet, name: string, format: LeftFormat): Promise<void> {
  const rows: LeftRow[] = []
  for (;;) {
    const some = await sheet.left(rows.length, portion)
    rows.push(...some.map(leftRow))
    if (some.length < portion) break
  }
  await saveLeft(rows, name, format)
}

/** The workbook writer is loaded on demand. */
async function saveLeft(rows: readonly LeftRow[], batch: string, format: LeftFormat): Promise<void> {
  const { leftCsv, leftWorkbook } = await import('#shared/import/left-rows.ts')
  const headings = {
    row: t('sheet.left.row'),
    reasons: t('sheet.left.reasons'),
    of: (field: SheetField) => t(`field.${field}`),
  }
  const name = `${t('sheet.left.file', { name: batch })}.${format}`
  if (format === 'csv') return saveFile(name, [leftCsv(rows, headings)], 'text/csv')
  const pieces: BlobPart[] = []
  for await (const piece of leftWorkbook(rows, headings)) pieces.push(new Uint8Array(piece))
  saveFile(name, pieces, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
}

function leftRow(row: ShownRow): LeftRow {
  const issues = issuesOf(row)
  const reasons = [
    ...(row.state === 'skipped' ? [t('sheet.left.skipped')] : []),
    ...(row.refusal === undefined || issues.some(({ severity }) => severity === 'error')
      ? []
      : [refusalText(row.refusal)]),
    ...damageIn(row, undefined).map((damage) => damageText(row, damage)),
    ...issues.filter(({ isConfirmed }) => !isConfirmed).map(({ issue }) => issueText(issue)),
  ]
  return { row: row.row, texts: row.cells, reasons }
}
