import type { AcceptedDamage } from '#shared/api/damage.ts'
import type { Confirmed } from '#shared/api/entry.ts'
import type { Issue } from '#shared/api/issue.ts'
import type { Problem } from '#shared/api/problem.ts'
import type { Longer } from '#shared/import/damage.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import type { FieldName } from '#shared/payout/fields.ts'
import type { Total } from '#shared/payout/totals.ts'

/*
 * What the page and its worker say to each other about a sheet. The worker holds every row; the page holds what it shows.
 */

/** A column of the sheet: a field of the payout, or how it is paid. */
export type SheetField = FieldName | 'method'

/** What a row has come to. Open: still to be mended or saved; refused: by the server, until it is changed. */
export type RowState = 'open' | 'refused' | 'saved' | 'skipped'

/** What Excel did to a cell, as shared/import tells it; `accepted` by a person. Gone once the cell is changed. */
export interface CellDamage {
  readonly field: SheetField
  readonly kind: string
  /** What the original probably was; undefined where it cannot be known. */
  readonly probable: string | undefined
  readonly accepted: boolean
  /** Of the row, where it decides how long an account is. */
  readonly bank?: string | undefined
  /** Others of the country, and bank, that are longer. */
  readonly longer?: Longer | undefined
  /** The heading of its column, or its number. */
  readonly column?: string | undefined
  /** What a person decided of it in the sheet; what was decided for its whole group before is told already. */
  readonly taken?: AcceptedDamage['taken'] | undefined
}

/** One row as the grid shows it. */
export interface ShownRow {
  /** Its number in the file, by which it is named everywhere. */
  readonly row: number
  readonly state: RowState
  /** Texts as given or typed; blank ones left out. */
  readonly cells: Readonly<Partial<Record<SheetField, string>>>
  readonly errors: readonly Issue[]
  readonly warnings: readonly Issue[]
  readonly damage: readonly CellDamage[]
  /** The ids of the warnings that were confirmed (warningId). */
  readonly confirmed: readonly string[]
  /** The country by which it is read; undefined where none is known. */
  readonly country: string | undefined
  /** The payout that was saved of it. */
  readonly payoutId: string | undefined
  /** What only the server knows; undefined until it was asked about the row as it stands. */
  readonly known: KnownRow | undefined
  /** Why it was not saved as it stands; gone once it is changed. */
  readonly refusal: RowRefusal | undefined
  /** The other rows of the sheet that pay the same to the same account. */
  readonly twins: readonly number[]
}

/** What the server says of a row before it is saved: POST /api/batch-checks. */
export interface KnownRow {
  /** The saved beneficiary with exactly these details; null: a new one. */
  readonly beneficiary: { readonly id: string; readonly version: number; readonly name: string } | null
  readonly warnings: readonly Issue[]
}

/** Which rows are shown. Of what is left out, all. A code alone means it in any field. */
export interface RowFilter {
  readonly state?: RowState | undefined
  /** `damage`: that nobody has accepted yet; `ready`: nothing is in the way of saving it; `twins`: another row pays the same; `new`, `known`: its beneficiary is. */
  readonly with?: 'errors' | 'warnings' | 'damage' | 'ready' | 'twins' | 'new' | 'known' | undefined
  readonly field?: string | undefined
  readonly code?: string | undefined
  /** Rows with this text in any cell. */
  readonly text?: string | undefined
}

/** So many rows have this said of a field. */
export interface IssueCount {
  /** A field, or what the sentence is about that is none. */
  readonly field: string
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly rows: number
  /** The first of them, to say what it is like. */
  readonly example: Issue
}

/** The sheet as a whole: what stands around the grid. Sent after every change. */
export interface SheetSummary {
  /** Grows with each change of rows or of what is shown: windows of before are old. */
  readonly version: number
  readonly fields: readonly SheetField[]
  /** Of the file; open + refused + saved + skipped = given. `ready` and `waiting` are parts of the open ones, `withErrors` of open and refused. */
  readonly rows: {
    readonly given: number
    readonly open: number
    readonly refused: number
    readonly saved: number
    readonly skipped: number
    readonly ready: number
    /** Nothing is wrong with them, but somebody has to let a warning stand. */
    readonly waiting: number
    readonly withErrors: number
    /** Not read yet: the counts of what was read are all there is so far. */
    readonly unread: number
  }
  /** How many rows the filter lets through. They stay, also once they are mended, until it is asked again. */
  readonly shown: number
  readonly filter: RowFilter
  readonly issues: readonly IssueCount[]
  /** Rows with warnings that nobody lets stand, and rows whose beneficiary is new or known, of those that are not saved. */
  readonly withWarnings: number
  readonly beneficiaries: { readonly new: number; readonly known: number }
  /** Rows with damage that nobody has accepted, and rows that pay the same as another one, of those that are not saved. */
  readonly damaged: number
  readonly twins: number
  /** Of the rows that are ready or wait, by currency. */
  readonly totals: readonly Total[]
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** Rows that are not saved of which the same is said: of a warning, while nobody lets it stand. */
export interface Alike {
  readonly severity: 'error' | 'warning'
  readonly code: string
  readonly field: string
  /** Those with this text in the field, and in this country; left out: with any. */
  readonly text?: string | undefined
  readonly country?: string | undefined
  /** Of damage: only what is to be decided as this is, in rows of this country, or of none. */
  readonly damage?: CellDamage | undefined
}

/** Rows by their numbers, all that the filter shows, those shown from one place to another, or all of which the same is said. */
export type SomeRows =
  | readonly number[]
  | 'shown'
  | { readonly places: readonly [number, number] }
  | { readonly alike: Alike }

/** One change that a person makes, and takes back as one. Places count the rows that are shown, from 0. */
export type SheetCommand =
  | {
      readonly kind: 'set'
      readonly cells: readonly { readonly row: number; readonly field: SheetField; readonly text: string }[]
    }
  /** The same text in a field of many rows. */
  | { readonly kind: 'fill'; readonly rows: SomeRows; readonly field: SheetField; readonly text: string }
  /** A block from the clipboard, its upper left corner at a place; what does not fit is left out and counted. */
  | {
      readonly kind: 'paste'
      readonly place: number
      readonly field: SheetField
      readonly lines: readonly (readonly string[])[]
    }
  | { readonly kind: 'skip' | 'reopen'; readonly rows: SomeRows }
  | { readonly kind: 'confirm'; readonly row: number; readonly warningId: string; readonly reason?: string | undefined }
  /** Lets a kind of warning stand in every row. */
  | { readonly kind: 'confirm-alike'; readonly alike: Alike; readonly reason?: string | undefined }
  /** Takes the remedy that is offered at this place, in each row its own. */
  | { readonly kind: 'remedy'; readonly alike: Alike; readonly place: number }
  /** Takes the probable originals of a field, or lets what stands there stand: a person's decision, saved with the row. */
  | {
      readonly kind: 'accept-damage'
      readonly rows: SomeRows
      readonly field: SheetField
      readonly take: 'probable' | 'as-it-is'
    }
  | { readonly kind: 'undo' | 'redo' }

/** What is sent to the server of a row that is ready: POST /api/batches/{id}/rows. */
export interface ReadyRow {
  readonly row: number
  readonly entry: RawEntry
  readonly confirmed: Confirmed
  /** What was decided in the sheet of what a spreadsheet did to it: told by itself, for the audit log. */
  readonly decided: readonly AcceptedDamage[]
  /** The refused payout that it pays in the place of. */
  readonly replaces?: string
}

/** What came of a row that was sent. */
export type RowAnswer =
  | { readonly row: number; readonly payoutId: string }
  | { readonly row: number; readonly refusal: RowRefusal }

/** Why the server refused a row that the rules take. */
export interface RowRefusal {
  /** The code of the problem, with what its sentence says. */
  readonly code: string
  readonly detail?: string
  readonly params?: NonNullable<Problem['params']>
  readonly errors: readonly Issue[]
  /** Those that nobody had let stand. */
  readonly warnings?: readonly Issue[] | undefined
}
