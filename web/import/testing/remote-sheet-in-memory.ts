import { createStore } from '../../state/store.ts'
import type { RemoteSheet } from '../remote-sheet.ts'
import type { Sheet } from '../sheet.ts'

/** A sheet as the page has it of a worker: it answers a moment later. */
export function remote(sheet: Sheet): RemoteSheet {
  const summary = createStore(sheet.summary())
  async function told(change: () => void) {
    change()
    summary.set(sheet.summary())
  }
  return {
    summary,
    rows: async (from, count) => sheet.rows(from, count),
    show: (filter) => told(() => sheet.show(filter)),
    edit: (command) => told(() => sheet.edit(command)),
    ready: async (most) => sheet.ready(most),
    answered: (answers) => told(() => sheet.answered(answers)),
    unknown: async (most) => sheet.unknown(most),
    learn: (known) => told(() => sheet.learn(known)),
    left: async (from, count) => sheet.left(from, count),
    count: async (alike) => sheet.count(alike),
    flush: async () => undefined,
    requireNewest: async () => undefined,
  }
}
