import type { BatchMakes } from '#shared/api/batch.ts'
import type { AcceptedDamage, DecidedDamage } from '#shared/api/damage.ts'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import type { Issue } from '#shared/api/issue.ts'
import type { Problem } from '#shared/api/problem.ts'
import type { LongerNumbers } from '#shared/import/damage.ts'
import type { RowTexts, SheetField } from '#shared/import/sheet-field.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import type { Total } from '#shared/payout/totals.ts'

/* The messages between the page and its worker about a sheet. The worker holds every row; the page holds what it shows. */

/** The state of a row. Open: not saved yet; refused: by the server, until the row is changed. */
export type RowState = 'open' | 'refused' | 'saved' | 'skipped'

/** What Excel did to a cell, as found by shared/import; `accepted` by a person. */
export interface CellDamage {
  readonly field: SheetField
  readonly kind: string
  /** The probable original; undefined where it cannot be known. */
  readonly probable: string | undefined
  readonly accepted: boolean
  /** The bank of the row, where it decides the length of an account. */
  readonly bank?: string | undefined
  /** Other values of the country, and bank, that are longer. */
  readonly longer?: LongerNumbers | undefined
  /** The heading of its column, or its number. */
  readonly column?: string | undefined
  /** What a person decided about this cell in the sheet. Decisions about its whole group, made before, are recorded already. */
  readonly taken?: DecidedDamage['taken'] | undefined
  /** What they decided about its whole group. */
  readonly takenBefore?: AcceptedDamage['taken'] | undefined
  /** What the file has in the cell. */
  readonly given?: string | undefined
}

/** The parts of a row that a person changes, and can undo. */
export interface RowEdit {
  readonly cells: RowTexts
  readonly damage: readonly CellDamage[]
  readonly confirmed: WarningConfirmations
  readonly isSkipped: boolean
}

/** A row of the sheet. It never changes: a changed row is another one. */
export interface ImportRow {
  readonly row: number
  readonly edit: RowEdit
  /** The refused payout that it replaces. */
  readonly replaces?: string | undefined
  /** The provider's words for why that was refused. */
  readonly refusedFor?: string | undefined
  /** The payout, or beneficiary, it was saved as. */
  readonly savedId?: string | undefined
  /** What the server knows about this version of the row. */
  readonly known?: KnownRow | undefined
  readonly refusal?: RowRefusal | undefined
  /** Undefined until it was read, and again once it has changed. */
  readonly reading?: RowAssessment | undefined
  /** Another row has the same reference, which one payout alone can have. */
  readonly sharesReference?: boolean | undefined
}

/** The rules' result for a row, as far as the sheet needs it: a full reading holds much more, for twenty thousand rows. */
export interface RowAssessment {
  readonly country: string | undefined
  readonly errors: readonly Issue[]
  readonly warnings: readonly Issue[]
  /** The amount to pay; undefined while there are errors, and of a beneficiary. */
  readonly money: { readonly amount: string; readonly currencyCode: string } | undefined
  /** Equal for rows that pay the same to the same account, or that are the same beneficiary; undefined while there are errors. */
  readonly payment: string | undefined
}

/** One row as the grid shows it. */
export interface ShownRow
  extends Pick<ImportRow, 'row' | 'savedId' | 'known' | 'refusal' | 'refusedFor'>,
    Pick<RowEdit, 'cells' | 'damage'>,
    Pick<RowAssessment, 'country' | 'errors' | 'warnings'> {
  readonly state: RowState
  /** The ids of the warnings that were confirmed (warningId). */
  readonly confirmed: readonly string[]
  /** The other rows of the sheet that pay the same to the same account, or are the same beneficiary. */
  readonly twins: readonly number[]
}

/** The server's answer about a row before it is saved: POST /api/batch-checks. */
export interface KnownRow {
  /** The saved beneficiary with exactly these details; null: a new one, or none that was looked for. */
  readonly beneficiary: { readonly id: string; readonly version: number; readonly name: string } | null
  /** Whether the row was compared with what is saved; else it is when it is saved. */
  readonly isCompared: boolean
  readonly warnings: readonly Issue[]
}

/** The filter of rows. A part that is left out matches all; a code without a field matches it in any field. */
export interface RowFilter {
  readonly state?: RowState | undefined
  /** `damage`: not accepted yet; `ready`: nothing prevents saving; `twins`: another row pays the same; `new`, `known`: the beneficiary is; `later`: known once saved. */
  readonly with?: 'errors' | 'warnings' | 'damage' | 'ready' | 'twins' | 'new' | 'known' | 'later' | undefined
  readonly field?: string | undefined
  readonly code?: string | undefined
  /** Rows with this text in any cell. */
  readonly text?: string | undefined
}

/** What the shown rows are sorted by; blank cells come last. */
export interface RowOrder {
  readonly field: SheetField
  readonly isDescending: boolean
}

/** How many rows have one kind of issue on a field. */
export interface IssueCount {
  /** A field, or the subject of an issue that is on no field. */
  readonly field: string
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly rows: number
  /** The first of them, as an example. */
  readonly example: Issue
}

/** What is shown around the grid, about all rows. Sent after every change. */
export interface SheetSummary {
  /** Grows with each change of rows or of the filter; answers for an older version are outdated. */
  readonly version: number
  /** What its rows become. */
  readonly makes: BatchMakes
  readonly fields: readonly SheetField[]
  /** Of the file; open + refused + saved + skipped = given. `ready` and `waiting` are parts of the open ones, `withErrors` of open and refused. */
  readonly rows: {
    readonly given: number
    readonly open: number
    readonly refused: number
    readonly saved: number
    readonly skipped: number
    readonly ready: number
    /** Rows without errors that have a warning to confirm. */
    readonly waiting: number
    readonly withErrors: number
    /** Not ready, and fit to be saved as drafts. */
    readonly draftable: number
    /** Not read yet: until then the counts are of the rows that were read. */
    readonly unread: number
  }
  /** How many rows pass the filter. They stay in the list once they are fixed, until the filter is applied again. */
  readonly shown: number
  readonly filter: RowFilter
  /** Undefined: the order of the file. */
  readonly order: RowOrder | undefined
  readonly issues: readonly IssueCount[]
  /** Of the rows that are not saved: those with unconfirmed warnings, and those whose beneficiary is new, known, or looked for when they are saved. */
  readonly withWarnings: number
  readonly beneficiaries: { readonly new: number; readonly known: number; readonly later: number }
  /** Of the rows that are not saved: those with damage that is not accepted, and those that pay the same as another one. */
  readonly damaged: number
  readonly twins: number
  /** Of the rows that are ready or wait, by currency. */
  readonly totals: readonly Total[]
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** The rows that are not saved and have the same issue; a warning counts until it is confirmed. */
export interface IssueGroup {
  readonly severity: 'error' | 'warning'
  readonly code: string
  readonly field: string
  /** Those with this text in the field, and in this country; left out: with any. */
  readonly text?: string | undefined
  readonly country?: string | undefined
  /** Only rows whose country does not ask for the field by any method. */
  readonly isNotAsked?: true | undefined
  /** Of damage: only cells that can be decided together with this one, in rows of this country, or without a country. */
  readonly damage?: CellDamage | undefined
}

/** Rows by their numbers, all that the filter shows, those at shown places, or all with the same issue. */
export type RowSelection =
  | readonly number[]
  | 'shown'
  | { readonly places: readonly number[] }
  | { readonly alike: IssueGroup }

/** One change by a person, undone as one. Places count the rows that are shown, from 0. */
export type SheetCommand =
  | {
      readonly kind: 'set'
      readonly cells: readonly { readonly row: number; readonly field: SheetField; readonly text: string }[]
    }
  /** The same text in a field of many rows. */
  | { readonly kind: 'fill'; readonly rows: RowSelection; readonly field: SheetField; readonly text: string }
  /** A block from the clipboard, with its upper left corner at a place; what does not fit is left out and counted. */
  | {
      readonly kind: 'paste'
      readonly place: number
      readonly field: SheetField
      readonly lines: readonly (readonly string[])[]
    }
  | { readonly kind: 'skip' | 'reopen'; readonly rows: RowSelection }
  | { readonly kind: 'confirm'; readonly row: number; readonly warningId: string; readonly reason?: string | undefined }
  /** Confirms one kind of warning in every row. */
  | { readonly kind: 'confirm-alike'; readonly alike: IssueGroup; readonly reason?: string | undefined }
  /** Applies the remedy at this place of the list, in each row its own. */
  | { readonly kind: 'remedy'; readonly alike: IssueGroup; readonly place: number }
  /** Takes the probable originals of a field, or accepts its text: a person's decision, saved with the row. */
  | {
      readonly kind: 'accept-damage'
      readonly rows: RowSelection
      readonly field: SheetField
      readonly take: 'probable' | 'as-it-is'
    }
  | { readonly kind: 'undo' | 'redo' }

/** A row as it is sent to the server: POST /api/batches/{id}/rows. */
export interface ReadyRow {
  readonly row: number
  readonly entry: RawEntry
  readonly confirmed: WarningConfirmations
  /** What was decided in the sheet about damage by a spreadsheet: sent separately, for the audit log. */
  readonly accepted: readonly AcceptedDamage[]
  /** The same, and what was decided before, for the payout: with the values that the file has. */
  readonly decided: readonly DecidedDamage[]
  /** The refused payout that it replaces. */
  readonly replaces?: string
  /** It is saved as a draft, whatever is wrong with it. */
  readonly withErrors?: true
}

/** The result for a row that was sent. */
export type RowAnswer =
  | { readonly row: number; readonly savedId: string }
  | { readonly row: number; readonly refusal: RowRefusal }

/** Why the server refused a row that passes the rules. */
export interface RowRefusal {
  /** The code of the problem, with the params of its message. */
  readonly code: string
  readonly detail?: string
  readonly params?: NonNullable<Problem['params']>
  readonly errors: readonly Issue[]
  /** Warnings that were not confirmed. */
  readonly warnings?: readonly Issue[] | undefined
}
