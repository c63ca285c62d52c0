import type { Plan } from '#shared/import/plan.ts'
import { createSheet, type Sheet } from '../sheet.ts'
import type { SheetRow } from '../sheet-row.ts'
import type { SheetHead, WorkerNews } from '../worker-calls.ts'
import { createRowReader } from './row-reader.ts'
import { createUnsavedParts, type UnsavedParts } from './sheet-parts.ts'

/** A sheet in the worker: it is read in the background, and says so. */
export interface SheetHost {
  readonly sheet: Sheet
  readonly unsaved: UnsavedParts
}

/** Rows of a file that are read until the page is answered. */
export const rowsAtOnce = 200

/** So long rows are read until questions of the page are answered, and so often it is told how far that is, in ms. */
const sliceMs = 20
const tellMs = 200

export function hostSheet(
  { fields, decimal }: SheetHead,
  rows: readonly SheetRow[],
  banks: Plan['banks'],
  tell: (news: WorkerNews) => void,
): SheetHost {
  const sheet = createSheet(fields, rows, createRowReader(decimal, banks), (place) => {
    unsaved.touch(place)
    tell({ news: 'unsaved' })
  })
  const unsaved = createUnsavedParts(sheet.all)
  void readAll(sheet, tell)
  return { sheet, unsaved }
}

async function readAll(sheet: Sheet, tell: (news: WorkerNews) => void): Promise<void> {
  let told = performance.now()
  while (sheet.readFor(sliceMs)) {
    await turn()
    if (performance.now() < told + tellMs) continue
    tell({ news: 'summary', summary: sheet.summary() })
    told = performance.now()
  }
  tell({ news: 'summary', summary: sheet.summary() })
}

/** Lets questions of the page come first. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
