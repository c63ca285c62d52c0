import type { Row } from '#shared/files/table.ts'
import type { Plan } from './plan.ts'
import { readTexts, type TextsReading } from './read-texts.ts'
import { rowTexts } from './row-texts.ts'
import type { RowTexts } from './sheet-field.ts'

/** A row of a file: the texts of its cells in a sheet, and what they come to. */
export interface RowReading extends TextsReading {
  readonly texts: RowTexts
}

/** Reads one row of a file by the plan of the file. Never throws. */
export function readRow(cells: Row, plan: Plan): RowReading {
  const { texts, changes } = rowTexts(cells, plan)
  const reading = readTexts(texts, plan.banks)
  return { ...reading, texts, changes: changes.concat(reading.changes) }
}
