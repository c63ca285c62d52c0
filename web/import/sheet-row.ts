import { type AcceptedDamage, damageCodes } from '#shared/api/damage.ts'
import type { Confirmed } from '#shared/api/entry.ts'
import { type Issue, warningId } from '#shared/api/issue.ts'
import type { CellDamage, KnownRow, RowRefusal, RowState, SheetField, ShownRow } from './protocol.ts'

/** The texts of a row by their fields; blank ones left out. */
export type Cells = Readonly<Partial<Record<SheetField, string>>>

/** What a person changes in a row, and takes back. */
export interface RowEdit {
  readonly cells: Cells
  readonly damage: readonly CellDamage[]
  readonly confirmed: Confirmed
  readonly isSkipped: boolean
}

/** A row of the sheet. It never changes: a changed row is another one. */
export interface SheetRow {
  readonly row: number
  readonly edit: RowEdit
  /** The refused payout that it pays in the place of. */
  readonly replaces?: string | undefined
  /** The payout that was saved of it. */
  readonly payoutId?: string | undefined
  /** What the server says of it as it stands. */
  readonly known?: KnownRow | undefined
  readonly refusal?: RowRefusal | undefined
  /** Undefined until it was read, and again once it has changed. */
  readonly reading?: RowReading | undefined
}

/** What the rules say of a row, as far as the sheet needs it: a reading holds much more, twenty thousand times. */
export interface RowReading {
  readonly country: string | undefined
  readonly errors: readonly Issue[]
  readonly warnings: readonly Issue[]
  /** What it pays: undefined while there are errors. */
  readonly money: { readonly amount: string; readonly currencyCode: string } | undefined
  /** Equal for rows that pay the same to the same account; undefined while there are errors. */
  readonly payment: string | undefined
}

export function stateOf({ payoutId, edit, refusal }: SheetRow): RowState {
  if (payoutId !== undefined) return 'saved'
  if (edit.isSkipped) return 'skipped'
  return refusal === undefined ? 'open' : 'refused'
}

/** Whether something is still to be done about a row. */
export function isPending(row: SheetRow): boolean {
  const state = stateOf(row)
  return state === 'open' || state === 'refused'
}

/** What is wrong with a row, by the rules and by the server. */
export function errorsOf({ reading, refusal }: SheetRow): readonly Issue[] {
  return [...(reading?.errors ?? []), ...(refusal?.errors ?? [])]
}

/** What stands in the way of saving a row: damage that nobody has accepted does, too. */
export function hasErrors(row: SheetRow): boolean {
  return row.refusal !== undefined || errorsOf(row).length > 0 || row.edit.damage.some(({ accepted }) => !accepted)
}

/** Whether nothing is wrong with a row. One that was not read yet is not. */
export function isSound(row: SheetRow): boolean {
  return row.reading !== undefined && stateOf(row) === 'open' && !hasErrors(row)
}

/** Whether a row can be saved: nothing is wrong, and no warning waits for a person to let it stand, without which the server refuses most. */
export function isReady(row: SheetRow): boolean {
  return isSound(row) && openWarningsOf(row).length === 0
}

/** What the rules and the server warn of, each thing once. */
function warningsOf({ reading, known, refusal }: SheetRow): readonly Issue[] {
  const all = [...(reading?.warnings ?? []), ...(known?.warnings ?? []), ...(refusal?.warnings ?? [])]
  return all.length < 2 ? all : [...new Map(all.map((warning) => [warningId(warning), warning])).values()]
}

/** Those that nobody lets stand. */
export function openWarningsOf(row: SheetRow): readonly Issue[] {
  const { confirmed } = row.edit
  const all = warningsOf(row)
  if (confirmed.length === 0) return all
  return all.filter((warning) => !confirmed.some((found) => found.warningId === warningId(warning)))
}

/** What was decided of a row in the sheet, as the audit log has it. */
export function decidedOf({ edit, reading }: SheetRow): readonly AcceptedDamage[] {
  const country = reading?.country
  return edit.damage.flatMap(({ field, kind, bank, column = '', taken }) => {
    const code = damageCodes.find((one) => one === kind)
    if (taken === undefined || code === undefined) return []
    return { column, field, code, ...(country && { country }), ...(bank && { bank }), taken, count: 1 }
  })
}

/** A row as the grid shows it. */
export function shownRow(row: SheetRow, twins: readonly number[]): ShownRow {
  const { edit, reading, known, refusal, payoutId } = row
  return {
    row: row.row,
    state: stateOf(row),
    cells: edit.cells,
    errors: errorsOf(row),
    warnings: warningsOf(row),
    damage: edit.damage,
    confirmed: edit.confirmed.map(({ warningId }) => warningId),
    country: reading?.country,
    payoutId,
    known,
    refusal,
    twins,
  }
}
