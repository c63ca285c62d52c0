import type { SheetField } from '#shared/import/sheet-field.ts'
import type { CellDamage, ImportRow, IssueGroup, RowEdit, RowSelection, SheetCommand } from './protocol.ts'
import { isAlike, openIds, remedyOf } from './sheet-alike.ts'
import { rowStateOf } from './sheet-row.ts'

type HistoryCommand = Extract<SheetCommand, { readonly kind: 'undo' | 'redo' }>

/** A command that changes rows, other than undo and redo. */
type RowCommand = Exclude<SheetCommand, HistoryCommand>

export function isOfHistory(command: SheetCommand): command is HistoryCommand {
  return command.kind === 'undo' || command.kind === 'redo'
}

/** The sheet that a command applies to. */
export interface EditedSheet {
  readonly fields: readonly SheetField[]
  readonly rows: readonly ImportRow[]
  /** The indexes in `rows` that are shown, in their order. */
  readonly view: readonly number[]
  /** The index of a row by its number. */
  readonly placeOf: (row: number) => number | undefined
}

/** One row before and after a command. */
export interface RowChange {
  readonly place: number
  readonly before: RowEdit
  readonly after: RowEdit
}

/** The row changes of a command. Saved rows are left out: their payouts are changed on the payout's own page. */
export function rowChangesOf(sheet: EditedSheet, command: RowCommand): readonly RowChange[] {
  const edits = new Map<number, RowEdit>()
  const change = (place: number | undefined, edit: (before: RowEdit) => RowEdit) => {
    const row = place === undefined ? undefined : sheet.rows[place]
    if (place === undefined || row === undefined || rowStateOf(row) === 'saved') return
    edits.set(place, edit(edits.get(place) ?? row.edit))
  }
  for (const { place, edit } of stepsOf(sheet, command)) change(place, edit)
  return [...edits].flatMap(([place, after]) => {
    const before = sheet.rows[place]?.edit
    return before === undefined || isSame(before, after) ? [] : [{ place, before, after }]
  })
}

interface HistoryStep {
  readonly place: number | undefined
  readonly edit: (before: RowEdit) => RowEdit
}

function stepsOf(sheet: EditedSheet, command: RowCommand): readonly HistoryStep[] {
  switch (command.kind) {
    case 'set':
      return command.cells.map(({ row, field, text }) => ({ place: sheet.placeOf(row), edit: withText(field, text) }))
    case 'fill':
      return stepsFor(sheet, command.rows, withText(command.field, command.text))
    case 'paste':
      return pasted(sheet, command)
    case 'skip':
      return stepsFor(sheet, command.rows, (before) => ({ ...before, isSkipped: true }))
    case 'reopen':
      return stepsFor(sheet, command.rows, (before) => ({ ...before, isSkipped: false }))
    case 'confirm':
      return [{ place: sheet.placeOf(command.row), edit: withConfirmation(command) }]
    case 'confirm-alike':
      return stepsAlike(sheet, command.alike, (row) => allConfirmed(row, command))
    case 'remedy':
      return stepsAlike(sheet, command.alike, (row) => remedied(row, command))
    case 'accept-damage':
      return stepsFor(sheet, command.rows, withAcceptance(command))
  }
}

function stepsFor(sheet: EditedSheet, rows: RowSelection, edit: HistoryStep['edit']): readonly HistoryStep[] {
  if (typeof rows === 'object' && 'alike' in rows) return stepsAlike(sheet, rows.alike, () => edit)
  return placesOf(sheet, rows).map((place) => ({ place, edit }))
}

function placesOf({ view, placeOf }: EditedSheet, rows: Exclude<RowSelection, { readonly alike: IssueGroup }>) {
  if (rows === 'shown') return view
  return 'places' in rows ? rows.places.map((place) => view[place]) : rows.map(placeOf)
}

/** One step for each row with the same issue. */
function stepsAlike(
  { rows }: EditedSheet,
  alike: IssueGroup,
  edit: (row: ImportRow) => HistoryStep['edit'],
): readonly HistoryStep[] {
  return rows.flatMap((row, place) => (isAlike(row, alike) ? [{ place, edit: edit(row) }] : []))
}

function allConfirmed(row: ImportRow, { alike, reason }: Extract<RowCommand, { readonly kind: 'confirm-alike' }>) {
  return (before: RowEdit): RowEdit =>
    openIds(row, alike).reduce((edit, warningId) => withConfirmation({ warningId, reason })(edit), before)
}

function remedied(row: ImportRow, { alike, place }: Extract<RowCommand, { readonly kind: 'remedy' }>) {
  const remedy = remedyOf(row, alike, place)
  return remedy === undefined ? (before: RowEdit) => before : withText(remedy.field, remedy.value)
}

/** A block is pasted into the rows and columns shown below and right of its place; what does not fit is left out. */
function pasted(
  { fields, view }: EditedSheet,
  { place, field, lines }: Extract<RowCommand, { readonly kind: 'paste' }>,
): readonly HistoryStep[] {
  const first = fields.indexOf(field)
  return lines.flatMap((texts, line) =>
    texts.flatMap((text, column) => {
      const into = fields[first + column]
      return into === undefined ? [] : [{ place: view[place + line], edit: withText(into, text) }]
    }),
  )
}

/** Someone who changes a cell has looked at it, so the damage in it no longer matters, but to who reviews the payout. */
function withText(field: SheetField, typed: string) {
  const text = typed.trim()
  return (before: RowEdit): RowEdit => {
    if ((before.cells[field] ?? '') === text) return before
    const { [field]: _, ...others } = before.cells
    const damage = before.damage.map((found): CellDamage => {
      const taken = text === found.given ? 'as_it_is' : 'typed'
      return found.field === field ? { ...found, accepted: true, taken } : found
    })
    return { ...before, cells: text === '' ? others : { ...others, [field]: text }, damage }
  }
}

function withConfirmation({ warningId, reason }: { readonly warningId: string; readonly reason?: string | undefined }) {
  return (before: RowEdit): RowEdit => {
    const others = before.confirmed.filter((found) => found.warningId !== warningId)
    return { ...before, confirmed: [...others, { warningId, ...(reason !== undefined && { reason }) }] }
  }
}

/** Without a known original there is none to take, and a person has to type it. */
function withAcceptance({ field, take }: Extract<RowCommand, { readonly kind: 'accept-damage' }>) {
  return (before: RowEdit): RowEdit => {
    const found = before.damage.find((damage) => damage.field === field && !damage.accepted)
    if (found === undefined || (take === 'probable' && found.probable === undefined)) return before
    const taken = take === 'probable' ? 'probable' : 'as_it_is'
    const damage = before.damage.map((one) => (one === found ? ({ ...one, accepted: true, taken } as const) : one))
    const cells = take === 'probable' ? { ...before.cells, [field]: found.probable } : before.cells
    return { ...before, cells, damage }
  }
}

function isSame(one: RowEdit, other: RowEdit): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
