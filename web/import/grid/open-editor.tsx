import { type RefObject, useLayoutEffect, useState } from 'react'
import type { SheetField } from '#shared/import/sheet-field.ts'
import type { ShownRow } from '../protocol.ts'
import { CellEditor } from './cell-editor.tsx'
import type { CellRect, Editing, MoveAfterEdit } from './editing.ts'
import { afterTab, type CellPosition, type Extent, type Selection, selectionOf } from './selection.ts'

interface OpenEditorProps {
  readonly frame: RefObject<HTMLElement | null>
  readonly row: ShownRow | undefined
  readonly fields: readonly SheetField[]
  readonly at: CellPosition
  readonly extent: Extent
  readonly editing: Editing
  readonly onEdit: (editing: undefined) => void
  readonly onSelect: (selection: Selection) => void
}

/** The editor over its cell. It is rendered outside the scrolling frame, which would cut off its list. */
export function OpenEditor({ frame, row, fields, at, extent, editing, onEdit, onSelect }: OpenEditorProps) {
  const [rect, setRect] = useState<CellRect>()
  useLayoutEffect(() => {
    const grid = frame.current
    if (grid === null) return undefined
    const measure = () => setRect(rectOf(grid))
    measure()
    grid.addEventListener('scroll', measure, { passive: true })
    return () => grid.removeEventListener('scroll', measure)
  }, [frame])
  const field = fields[at.column - 1]
  if (rect === undefined || row === undefined || field === undefined) return null
  function close(text: string | undefined, move: MoveAfterEdit) {
    if (text !== undefined) (move === 'fill' && editing.fill ? editing.fill : editing.commit)(text)
    onEdit(undefined)
    const next = placeAfter(move, at, extent)
    if (next !== undefined) onSelect(next)
  }
  return <CellEditor row={row} field={field} editing={editing} rect={rect} onClose={close} />
}

/** The position of the focused cell within the frame around the grid. */
function rectOf(grid: HTMLElement): CellRect | undefined {
  const cell = grid.querySelector('[tabindex="0"]')?.getBoundingClientRect()
  const around = grid.parentElement?.getBoundingClientRect()
  if (cell === undefined || around === undefined) return undefined
  return { top: cell.top - around.top, left: cell.left - around.left, width: cell.width, height: cell.height }
}

function placeAfter(move: MoveAfterEdit, at: CellPosition, extent: Extent): Selection | undefined {
  if (move === 'stay' || move === 'fill') return undefined
  if (move === 'down') return selectionOf({ row: Math.min(at.row + 1, extent.rows - 1), column: at.column })
  return afterTab(selectionOf(at), move === 'previous', extent)
}
