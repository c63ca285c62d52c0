import type * as z from 'zod/mini'
import type { BatchMakes } from '#shared/api/batch.ts'
import type { AcceptedDamage } from '#shared/api/damage.ts'
import type { refusedPayoutsSchema } from '#shared/api/outcome.ts'
import type { SavedSheetParts } from '#shared/api/sheet.ts'
import type { CountryCode } from '#shared/countries/rule-book.ts'
import type { FileRefusal } from '#shared/files/refusal.ts'
import type { Encoding, FileReading, Separator } from '#shared/files/table.ts'
import type { DecimalSign } from '#shared/import/amount-style.ts'
import type { ColumnMeaning } from '#shared/import/column-meaning.ts'
import type { Damage, LongerNumbers } from '#shared/import/damage.ts'
import type { AmountAsked, AmountChoices } from '#shared/import/file-amounts.ts'
import type { ColumnMatch } from '#shared/import/matching.ts'
import type { SheetField } from '#shared/import/sheet-field.ts'
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

/* The calls of the page to its worker. The worker holds the file and the sheet, so that no long task blocks the page. */

/** The source of the rows. */
export type ImportSource =
  | { readonly kind: 'file'; readonly name: string; readonly bytes: ArrayBuffer }
  | { readonly kind: 'paste'; readonly text: string }

/** A person's corrections of how a file is read; what is left out is detected. */
export interface FileChoices extends AmountChoices {
  readonly encoding?: Encoding | undefined
  readonly separator?: Separator | undefined
  readonly sheet?: string | undefined
  /** The index of the row of headings; null: there is none. */
  readonly headRow?: number | null | undefined
  /** The meanings of columns, by index. */
  readonly columns?: Readonly<Record<number, ColumnMeaning>> | undefined
  /** For rows without a country; null: each row names its own. */
  readonly country?: CountryCode | null | undefined
  /** A person's decision about a group of damage (see damageKey), for all of its rows. */
  readonly damage?: Readonly<Record<string, AcceptedDamage['taken']>> | undefined
}

/**
 * Identifies damage that is decided together: one kind in one column and country, and where it matters one bank, with or without a probable
 * original.
 */
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
  /** The other values of the country, and bank, that are longer than one of the group. */
  readonly longer: LongerNumbers | undefined
}

/** The meanings of columns that a person chose, by layout. It holds no cell of any row. */
export type LayoutMemory = Readonly<Record<string, readonly ColumnMeaning[]>>

/** The merchant's names for banks, by their ids. */
export type BankNamePairs = readonly (readonly [id: string, name: string])[]

/** How a file was understood, for a person to check and correct. */
export interface FileUnderstanding {
  readonly file: Pick<FileReading, 'format' | 'encoding' | 'separator' | 'sheets' | 'sheet'>
  /** False while the file is still being read: all counts are of the rows so far. */
  readonly isWhole: boolean
  /** Rows with something in them, below the headings. */
  readonly rows: number
  /** Of these, totals lines, repeated headings and examples from the template: they start as skipped. */
  readonly others: number
  /** Cells that are results of formulas, as the program that saved the file computed them. */
  readonly formulas: number
  /** Rows that are broken in the file itself, in part or as a whole. */
  readonly unreadable: number
  readonly makes: BatchMakes
  readonly headRow: number | undefined
  readonly layout: string
  readonly columns: readonly ColumnMatch[]
  /** The indexes of columns with values that are left out, as the countries of their rows do not ask for them. */
  readonly leftOut: readonly number[]
  /** The first rows of the file, unchanged, without the headings. */
  readonly preview: readonly { readonly row: number; readonly cells: readonly string[] }[]
  readonly decimal: DecimalSign | undefined
  /** What an amount such as 1.000 can mean, where the file does not show it. */
  readonly ask: AmountAsked | undefined
  /** Whether a column has the country; else the one for all rows, chosen or detected. */
  readonly hasCountry: boolean
  readonly country: CountryCode | undefined
  /** Of the first rows: how many are ready, and the fields of those that are not. */
  readonly sample: Sample
  /** Damage by a spreadsheet; empty while the file is still being read, or where the first rows have none. */
  readonly damage: readonly DamageGroup[]
}

/** The result for the first rows, as a preview. */
export interface Sample {
  readonly rows: number
  readonly ready: number
  /** Not ready only because of warnings. */
  readonly waiting: number
  /** `isWithoutColumn`: the file has no column for it, as far as is known. */
  readonly fields: readonly { readonly field: string; readonly rows: number; readonly isWithoutColumn: boolean }[]
}

export function isFileRefusal(found: object): found is FileRefusal {
  return 'refusal' in found
}

/** What the server saves with the rows of a sheet: how they are read. */
export interface SheetHead {
  readonly makes: BatchMakes
  readonly fields: readonly SheetField[]
  readonly decimal: DecimalSign | undefined
  readonly rows: number
}

/** The details of a refused payout. */
export type RefusedPayout = z.infer<typeof refusedPayoutsSchema>['items'][number]

/** Rows as the server saves them. */
export interface PartContent {
  readonly part: number
  readonly rows: readonly unknown[]
}

/** All calls of the page. */
export interface WorkerCalls {
  /** Reads a file that is no sheet: its rows as they are. */
  readonly table: (source: ImportSource, choices: FileChoices) => Promise<FileReading | FileRefusal>
  readonly open: (
    source: ImportSource,
    makes: BatchMakes,
    remembered: LayoutMemory,
    names: BankNamePairs,
  ) => Promise<FileUnderstanding | FileRefusal>
  readonly choose: (choices: FileChoices) => Promise<FileUnderstanding | FileRefusal>
  /** Makes a sheet of the file as it is now understood; answers which damage was accepted by the person's choice, and in how many rows. */
  readonly begin: () => Promise<{ readonly head: SheetHead; readonly accepted: readonly AcceptedDamage[] }>
  /** Makes a sheet of refused payouts that are corrected and paid again, one row for each. */
  readonly beginAgain: (
    refused: readonly RefusedPayout[],
    names: BankNamePairs,
  ) => Promise<{ readonly head: SheetHead; readonly accepted: readonly AcceptedDamage[] }>
  /** Makes a sheet of saved rows: `restore` takes their parts in any number of calls, `restored` ends it. */
  readonly restore: (parts: readonly PartContent[], saved: SavedSheetParts['saved']) => void
  readonly restored: (head: SheetHead, names: BankNamePairs) => Promise<SheetSummary>
  readonly summary: () => SheetSummary
  readonly rows: (from: number, count: number) => readonly ShownRow[]
  readonly show: (filter: RowFilter, order?: RowOrder) => SheetSummary
  readonly edit: (command: SheetCommand) => SheetSummary
  readonly ready: (most: number, after?: number, asDrafts?: boolean) => readonly ReadyRow[]
  readonly answered: (answers: readonly RowAnswer[]) => SheetSummary
  readonly left: (from: number, count: number) => readonly ShownRow[]
  readonly count: (alike: IssueGroup) => number
  readonly unknown: (most: number) => readonly ReadyRow[]
  readonly learn: (known: readonly (KnownRow & { readonly row: number })[]) => SheetSummary
  /** Takes the parts that changed since the last call, with at most this many rows; none once all are taken. */
  readonly unsaved: (mostRows: number) => readonly PartContent[]
  /** These parts could not be saved. */
  readonly unsavedAgain: (parts: readonly number[]) => void
}

/** A call with its number, which its answer repeats. */
export interface WorkerCall {
  readonly id: number
  readonly name: keyof WorkerCalls
  readonly args: readonly unknown[]
}

/** Messages that the worker sends unasked. */
export type WorkerNews =
  /** The share of the file that was read, from 0 to 1. */
  | { readonly news: 'progress'; readonly share: number; readonly rows: number }
  /** How the file is understood so far. */
  | { readonly news: 'understood'; readonly understood: FileUnderstanding }
  | { readonly news: 'summary'; readonly summary: SheetSummary }
  /** There are unsaved rows. */
  | { readonly news: 'unsaved' }
