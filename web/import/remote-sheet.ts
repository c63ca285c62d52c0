import type { Watchable } from '../state/store.ts'
import type {
  IssueGroup,
  KnownRow,
  ReadyRow,
  RowAnswer,
  RowFilter,
  RowOrder,
  SheetCommand,
  SheetSummary,
  ShownRow,
} from './protocol.ts'

/** A sheet from the page's side: a worker holds it, and answers asynchronously. */
export interface RemoteSheet {
  readonly summary: Watchable<SheetSummary>
  /** When it was last saved at the server before it was opened here; blank for one that begins here. */
  readonly savedAt: string
  readonly rows: (from: number, count: number) => Promise<readonly ShownRow[]>
  readonly show: (filter: RowFilter, order?: RowOrder) => Promise<void>
  readonly edit: (command: SheetCommand) => Promise<void>
  readonly ready: (most: number, after: number, asDrafts: boolean) => Promise<readonly ReadyRow[]>
  readonly answered: (answers: readonly RowAnswer[]) => Promise<void>
  readonly unknown: (most: number) => Promise<readonly ReadyRow[]>
  readonly learn: (known: readonly (KnownRow & { readonly row: number })[]) => Promise<void>
  /** The rows that are not saved, from an index on, whatever the filter shows. */
  readonly left: (from: number, count: number) => Promise<readonly ShownRow[]>
  /** How many rows have the issue. */
  readonly count: (alike: IssueGroup) => Promise<number>
  /** Resolves once the server has the current version of the sheet. */
  readonly flush: () => Promise<void>
  /** The same; rejects where another tab or device has changed it since. */
  readonly requireNewest: () => Promise<void>
}
