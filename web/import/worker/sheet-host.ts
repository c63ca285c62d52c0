import type { ImportPlan } from '#shared/import/import-plan.ts'
import type { ImportRow } from '../protocol.ts'
import { createSheet, type ImportSheet } from '../sheet.ts'
import type { SheetHead, WorkerNews } from '../worker-calls.ts'
import { createRowReader } from './row-reader.ts'
import { createUnsavedParts, type UnsavedParts } from './sheet-parts.ts'

/** A sheet in the worker: it is read in the background, and reports its progress. */
export interface SheetHost {
  readonly sheet: ImportSheet
  readonly unsaved: UnsavedParts
}

/** Rows of a file that are read before the page's calls are answered. */
export const rowsAtOnce = 200

/** Rows are read in slices of this length, in ms; between them the page's calls are answered and progress is reported. */
const sliceMs = 20
const reportEveryMs = 200

export function hostSheet(
  head: SheetHead,
  rows: readonly ImportRow[],
  banks: ImportPlan['banks'],
  report: (news: WorkerNews) => void,
): SheetHost {
  const sheet = createSheet(head, rows, createRowReader(head, banks), (place) => {
    unsaved.touch(place)
    report({ news: 'unsaved' })
  })
  const unsaved = createUnsavedParts(sheet.all)
  void readAll(sheet, report)
  return { sheet, unsaved }
}

async function readAll(sheet: ImportSheet, report: (news: WorkerNews) => void): Promise<void> {
  let reportedAt = performance.now()
  while (sheet.readFor(sliceMs)) {
    await yieldToMessages()
    if (performance.now() < reportedAt + reportEveryMs) continue
    report({ news: 'summary', summary: sheet.summary() })
    reportedAt = performance.now()
  }
  report({ news: 'summary', summary: sheet.summary() })
}

/** Lets the page's calls be answered first. */
export function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
