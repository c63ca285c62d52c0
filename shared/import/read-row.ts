import type { TableRow } from '#shared/files/table.ts'
import type { ImportPlan } from './import-plan.ts'
import { readRowTexts, type TextsReading } from './read-texts.ts'
import { type RowDamage, rowDamage } from './row-damage.ts'
import { rowTexts } from './row-texts.ts'
import type { RowTexts } from './sheet-field.ts'

/** A row of a file: the texts of its cells in a sheet, and what they come to. */
export interface RowReading extends TextsReading, RowDamage {
  readonly texts: RowTexts
}

/** Reads one row of a file by the plan of the file. Never throws. */
export function readRow(cells: TableRow, plan: ImportPlan): RowReading {
  const { texts, changes, sources } = rowTexts(cells, plan)
  const reading = readRowTexts(texts, plan.banks, plan.makes)
  return {
    ...reading,
    ...rowDamage(sources, reading, plan.zeroed),
    texts,
    changes: changes.concat(reading.changes),
  }
}
