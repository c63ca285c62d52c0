import { createStore } from '../../state/store.ts'
import type { RemoteSheet } from '../remote-sheet.ts'
import type { ImportSheet } from '../sheet.ts'

/** A sheet like that of a worker: it answers asynchronously. */
export function remote(sheet: ImportSheet): RemoteSheet {
  const summary = createStore(sheet.summary())
  async function changed(change: () => void) {
    change()
    summary.set(sheet.summary())
  }
  return {
    summary,
    savedAt: '',
    rows: async (from, count) => sheet.rows(from, count),
    show: (filter, order) => changed(() => sheet.show(filter, order)),
    edit: (command) => changed(() => sheet.edit(command)),
    ready: async (most, after, asDrafts) => sheet.ready(most, after, asDrafts),
    answered: (answers) => changed(() => sheet.answered(answers)),
    unknown: async (most) => sheet.unknown(most),
    learn: (known) => changed(() => sheet.learn(known)),
    left: async (from, count) => sheet.left(from, count),
    count: async (alike) => sheet.count(alike),
    flush: async () => undefined,
    requireNewest: async () => undefined,
  }
}
