import type * as z from 'zod/mini'
import type { AcceptedDamage } from '#shared/api/damage.ts'
import type { refusedPayoutsSchema } from '#shared/api/outcome.ts'
import type { CountryCode } from '#shared/countries/rule-book.ts'
import type { Refusal } from '#shared/files/refusal.ts'
import type { Encoding, FileReading, Separator } from '#shared/files/table.ts'
import type { AmountStyle, DecimalSign } from '#shared/import/amount-style.ts'
import type { ColumnMeaning } from '#shared/import/column-meaning.ts'
import type { Damage, Longer } from '#shared/import/damage.ts'
import type { ColumnMatch } from '#shared/import/matching.ts'
import type { SheetField } from '#shared/import/sheet-field.ts'
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

/*
 * What the page asks of its worker. The worker holds the file and the sheet, so that no long task is one of the page.
 */

/** Where rows come from. */
export type Source =
  | { readonly kind: 'file'; readonly name: string; readonly bytes: ArrayBuffer }
  | { readonly kind: 'paste'; readonly text: string }

/** What a person says of a file in place of what was found out; what is left out is found out. */
export interface Choices {
  readonly encoding?: Encoding | undefined
  readonly separator?: Separator | undefined
  readonly sheet?: string | undefined
  /** The index of the row of headings; null: there is none. */
  readonly headRow?: number | null | undefined
  readonly decimal?: DecimalSign | undefined
  /** What columns become, by their index. */
  readonly columns?: Readonly<Record<number, ColumnMeaning>> | undefined
  /** For rows that name none; null: each row names its own. */
  readonly country?: CountryCode | null | undefined
  /** What a person decided about a group of damage (see damageKey), for every row of it. */
  readonly damage?: Readonly<Record<string, AcceptedDamage['taken']>> | undefined
}

/** Names what is decided together: one kind of damage in one column, country and, where that tells, bank; with a probable original, or without. */
export function damageKey({ column, code, country, bank = '', probable }: Damage): string {
  return `${column} ${code} ${country ?? ''} ${bank} ${probable === undefined ? '' : 'probable'}`
}

/** Damage that is decided together. */
export interface DamageGroup {
  readonly key: string
  readonly example: Damage
  /** The first few. */
  readonly examples: readonly Damage[]
  readonly rows: number
  /** The others of the country, and bank, that are longer than one of the group. */
  readonly longer: Longer | undefined
}

/** What a browser remembers of files of one layout: what a person made of their columns. It holds no cell of any row. */
export type Remembered = Readonly<Record<string, readonly ColumnMeaning[]>>

/** What the merchant calls banks, by their ids. */
export type BankNameList = readonly (readonly [id: string, name: string])[]

/** How a file was understood, for a person to see and correct. */
export interface Understood {
  readonly file: Pick<FileReading, 'format' | 'encoding' | 'separator' | 'sheets' | 'sheet'>
  /** False while it is still being read: all counts are of what was read so far. */
  readonly isWhole: boolean
  /** Rows with something in them, below the headings. */
  readonly rows: number
  /** Of these, totals lines, headings once more and examples of a template: they begin as skipped. */
  readonly others: number
  readonly headRow: number | undefined
  readonly layout: string
  readonly columns: readonly ColumnMatch[]
  /** The first rows as they stand, a heading not among them. */
  readonly preview: readonly { readonly row: number; readonly cells: readonly string[] }[]
  readonly decimal: DecimalSign | undefined
  /** What an amount such as 1.000 can mean, where the file does not tell. */
  readonly ask: AmountStyle['ask']
  /** Whether a column says the country; else the one for all rows, chosen or found out. */
  readonly hasCountry: boolean
  readonly country: CountryCode | undefined
  /** Of the rows in sight: how many are ready, and the fields of those that are not. */
  readonly sample: Sample
  /** What a spreadsheet did to the rows; nothing while the file is still being read, or where it did nothing to those in sight. */
  readonly damage: readonly DamageGroup[]
}

/** What the first rows come to, as a foretaste. */
export interface Sample {
  readonly rows: number
  readonly ready: number
  /** Not ready for warnings alone. */
  readonly waiting: number
  readonly fields: readonly { readonly field: string; readonly rows: number }[]
}

export function isRefusal(found: Understood | Refusal): found is Refusal {
  return 'refusal' in found
}

/** What the server keeps beside the rows of a sheet: how they are read. */
export interface SheetHead {
  readonly fields: readonly SheetField[]
  readonly decimal: DecimalSign | undefined
  readonly rows: number
}

/** What a refused payout says. */
export type RefusedPayout = z.infer<typeof refusedPayoutsSchema>['items'][number]

/** Rows as the server keeps them. */
export interface PartContent {
  readonly part: number
  readonly rows: readonly unknown[]
}

/** A row that is a payout by now, as the server knows it. */
export interface SavedRow {
  readonly row: number
  readonly payoutId: string
}

/** Everything that the page may ask. */
export interface WorkerCalls {
  readonly open: (source: Source, remembered: Remembered, names: BankNameList) => Promise<Understood | Refusal>
  readonly choose: (choices: Choices) => Promise<Understood | Refusal>
  /** Makes a sheet of the file as it is understood now; answers what of its damage was accepted by the person's choice, and in how many rows. */
  readonly begin: () => Promise<{ readonly head: SheetHead; readonly accepted: readonly AcceptedDamage[] }>
  /** Makes a sheet of payouts that are corrected and paid again, each row of one. */
  readonly beginAgain: (
    refused: readonly RefusedPayout[],
    names: BankNameList,
  ) => Promise<{ readonly head: SheetHead; readonly accepted: readonly AcceptedDamage[] }>
  /** Makes a sheet of what the server keeps: `restore` takes its parts in any number of calls, `restored` ends it. */
  readonly restore: (parts: readonly PartContent[], saved: readonly SavedRow[]) => void
  readonly restored: (head: SheetHead, names: BankNameList) => Promise<SheetSummary>
  readonly summary: () => SheetSummary
  readonly rows: (from: number, count: number) => readonly ShownRow[]
  readonly show: (filter: RowFilter) => SheetSummary
  readonly edit: (command: SheetCommand) => SheetSummary
  readonly ready: (most: number) => readonly ReadyRow[]
  readonly answered: (answers: readonly RowAnswer[]) => SheetSummary
  readonly left: (from: number, count: number) => readonly ShownRow[]
  readonly count: (alike: Alike) => number
  readonly unknown: (most: number) => readonly ReadyRow[]
  readonly learn: (known: readonly (KnownRow & { readonly row: number })[]) => SheetSummary
  /** Takes parts that changed since they were taken last, of at most so many rows; none where all are taken. */
  readonly unsaved: (mostRows: number) => readonly PartContent[]
  /** These were not saved after all. */
  readonly unsavedAgain: (parts: readonly number[]) => void
}

/** A question with its number, and the answer to it. */
export interface Call {
  readonly id: number
  readonly name: keyof WorkerCalls
  readonly args: readonly unknown[]
}

/** What the worker tells without being asked. */
export type WorkerNews =
  /** How far a file is read, from 0 to 1. */
  | { readonly news: 'progress'; readonly share: number; readonly rows: number }
  /** A file is understood as far as it is read. */
  | { readonly news: 'understood'; readonly understood: Understood }
  | { readonly news: 'summary'; readonly summary: SheetSummary }
  /** Rows wait to be saved. */
  | { readonly news: 'unsaved' }
