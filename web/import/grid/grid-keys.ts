import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef } from 'react'
import type { SheetField } from '#shared/import/sheet-field.ts'
import { t } from '../../language/translate.ts'
import { widthStep } from './cell-menu.tsx'
import { blockIn, blockText } from './clipboard-block.ts'
import type { ColumnWidths } from './column-widths.ts'
import type { Editing } from './editing.ts'
import type { GridActions } from './grid-actions.ts'
import { type MenuPlace, useGridPointer } from './grid-pointer.ts'
import {
  afterTab,
  type Block,
  blockOf,
  type CellPosition,
  type Extent,
  rowsOfSelection,
  type Selection,
  selectionAfter,
  wholeColumn,
  withRow,
} from './selection.ts'

interface GridKeys {
  readonly fields: readonly SheetField[]
  readonly selected: Selection
  readonly extent: Extent
  readonly onSelect: (selection: Selection) => void
  readonly onEdit: (editing: Editing) => void
  readonly actions: GridActions
  readonly widths: ColumnWidths
  readonly onMenu: (at: MenuPlace) => void
}

/** Handlers of keys, pointer and clipboard in the grid. */
export function useGridKeys(grid: GridKeys) {
  const { selected, onSelect } = grid
  /** After Escape, the next Tab leaves the grid. */
  const isLeaving = useRef(false)
  const pointer = useGridPointer({ ...grid, onOpen: () => opened(grid, undefined) })
  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.nativeEvent.isComposing || (event.key === 'Tab' && isLeaving.current)) return
      isLeaving.current = event.key === 'Escape'
      if (isLeaving.current && selected.rows) onSelect({ ...selected, rows: undefined })
      if (pressed(event, grid)) event.preventDefault()
    },
    onFocus(event: FocusEvent) {
      // A person who comes back moves by cells again.
      if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget))
        isLeaving.current = false
    },
    ...pointer,
    onCopy: (event: ClipboardEvent) => copied(event, grid),
    onCut(event: ClipboardEvent) {
      copied(event, grid)
      grid.actions.clear(blockOf(selected))
    },
    onPaste(event: ClipboardEvent) {
      event.preventDefault()
      const lines = blockIn(event.clipboardData.getData('text/plain'))
      grid.actions.put(blockOf(selected), lines)
      const { top, left } = blockOf(selected)
      grid.actions.say(t('sheet.pasted', { rows: lines.length, columns: lines[0]?.length ?? 0 }))
      onSelect(pastedBlock({ row: top, column: Math.max(1, left) }, lines, blockOf(selected), grid.extent))
    },
  }
}

/** Handles a key; false where it does nothing here. */
function pressed(event: KeyboardEvent, grid: GridKeys): boolean {
  const { selected, extent, onSelect, actions } = grid
  const isWithCtrl = event.ctrlKey || event.metaKey
  if (isWithCtrl && !event.altKey && pressedWithCtrl(event, grid)) return true
  if (event.altKey && event.shiftKey && isSideways(event.key)) {
    grid.widths.widen(selected.at.column, event.key === 'ArrowRight' ? widthStep : -widthStep)
    return true
  }
  if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
    const { left, bottom } = event.target instanceof Element ? event.target.getBoundingClientRect() : nowhere
    grid.onMenu({ left, top: bottom })
    return true
  }
  const moved = selectionAfter(event, selected, extent)
  if (moved !== undefined) {
    onSelect(moved)
    return true
  }
  if (isWithCtrl || event.altKey) return false
  switch (event.key) {
    case 'Tab': {
      const next = afterTab(selected, event.shiftKey, extent)
      if (next !== undefined) onSelect(next)
      return next !== undefined
    }
    case 'Enter':
    case 'F2':
      return opened(grid, undefined)
    case 'Delete':
    case 'Backspace':
      actions.clear(blockOf(selected))
      return true
    case ' ':
      if (event.shiftKey) onSelect(withRow(selected, selected.at))
      else if (selected.at.column > 0) return opened(grid, '')
      else actions.toggleSkipped(rowsOfSelection(selected))
      return true
    default:
      return event.key.length === 1 && opened(grid, event.key)
  }
}

const nowhere = { left: 0, bottom: 0 }

function isSideways(key: string): boolean {
  return key === 'ArrowLeft' || key === 'ArrowRight'
}

function pressedWithCtrl({ key, shiftKey }: KeyboardEvent, { selected, extent, onSelect, actions }: GridKeys): boolean {
  const { undo, redo, fillDown } = actions
  const letter = key.toLowerCase()
  if (letter === 'd') {
    fillDown(blockOf(selected))
    return true
  }
  if (key === ' ') {
    onSelect(wholeColumn(selected.at.column, extent))
    return true
  }
  if (letter === 'z') {
    if (shiftKey) redo()
    else undo()
    return true
  }
  if (letter === 'y') redo()
  return letter === 'y'
}

/** Begins to edit the cell; false for the head of a row and for a saved row, which the sheet does not change any more. */
export function opened({ fields, selected, onEdit, actions }: GridKeys, text: string | undefined): boolean {
  const { at } = selected
  const field = fields[at.column - 1]
  const row = actions.rowAt(at.row)
  if (field === undefined || row === undefined) return false
  if (row.state === 'saved') actions.say(t('sheet.savedRow'))
  else
    onEdit({
      text,
      rows: 1,
      commit: (typed) => actions.set(at.row, field, typed),
      fill: (typed) =>
        selected.rows ? actions.fillRows(selected.rows, field, typed) : actions.put(blockOf(selected), [[typed]]),
    })
  return true
}

function copied(event: ClipboardEvent, { selected, actions }: GridKeys): void {
  event.preventDefault()
  const block = blockOf(selected)
  const lines = actions.textsNow(block)
  if (lines !== undefined) event.clipboardData.setData('text/plain', blockText(lines))
  // Rows that are not loaded yet arrive too late for the event.
  else void actions.texts(block).then((found) => navigator.clipboard.writeText(blockText(found)))
  actions.say(t('sheet.copied', { rows: block.bottom - block.top + 1 }))
}

/** The pasted block is then selected. */
function pastedBlock(
  from: CellPosition,
  lines: readonly (readonly string[])[],
  before: Block,
  { rows, columns }: Extent,
): Selection {
  if (lines.length === 1 && lines[0]?.length === 1)
    return { at: from, from: { row: before.bottom, column: Math.max(1, before.right) } }
  const row = Math.min(rows - 1, from.row + lines.length - 1)
  const column = Math.min(columns - 1, from.column + Math.max(...lines.map(({ length }) => length)) - 1)
  return { at: from, from: { row, column } }
}
