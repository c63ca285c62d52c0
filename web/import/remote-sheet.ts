import type { Watchable } from '../state/store.ts'
import type {
  Alike,
  KnownRow,
  ReadyRow,
  RowAnswer,
  RowFilter,
  SheetCommand,
  SheetSummary,
  ShownRow,
} from './protocol.ts'

/** A sheet as the page knows it: it is held elsewhere, by a worker, and answers a moment later. */
export interface RemoteSheet {
  readonly summary: Watchable<SheetSummary>
  readonly rows: (from: number, count: number) => Promise<readonly ShownRow[]>
  readonly show: (filter: RowFilter) => Promise<void>
  readonly edit: (command: SheetCommand) => Promise<void>
  readonly ready: (most: number) => Promise<readonly ReadyRow[]>
  readonly answered: (answers: readonly RowAnswer[]) => Promise<void>
  readonly unknown: (most: number) => Promise<readonly ReadyRow[]>
  readonly learn: (known: readonly (KnownRow & { readonly row: number })[]) => Promise<void>
  /** The rows that are not saved, from the how-many-th on, whichever are shown. */
  readonly left: (from: number, count: number) => Promise<readonly ShownRow[]>
  /** How many rows are alike. */
  readonly count: (alike: Alike) => Promise<number>
  /** Resolves once the server has the sheet as it stands. */
  readonly flush: () => Promise<void>
  /** The same; rejects where another tab or device has changed it since. */
  readonly requireNewest: () => Promise<void>
}
