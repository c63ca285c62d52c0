import { type MouseEvent, type PointerEvent, useRef } from 'react'
import type { ColumnWidths } from './column-widths.ts'
import type { GridActions } from './grid-actions.ts'
import {
  type Block,
  blockOf,
  type CellPosition,
  type Extent,
  rowsOfSelection,
  type Selection,
  selectionOf,
  wholeColumn,
  withRow,
} from './selection.ts'

interface GridPointer {
  readonly selected: Selection
  readonly extent: Extent
  readonly onSelect: (selection: Selection) => void
  readonly actions: GridActions
  readonly widths: ColumnWidths
  readonly onOpen: () => void
  readonly onMenu: (at: MenuPlace) => void
}

/** Where a menu opens in the window, in px. */
export interface MenuPlace {
  readonly left: number
  readonly top: number
}

/** Handlers of the mouse and of touch in the grid. */
export function useGridPointer(grid: GridPointer) {
  const { selected, extent, onSelect, actions, widths, onOpen, onMenu } = grid
  /** The block that is being repeated by its fill handle, and the row down to which. */
  const filling = useRef<{ readonly block: Block; readonly bottom: number }>(undefined)
  function beginFilling() {
    const block = blockOf(selected)
    filling.current = { block, bottom: block.bottom }
    // The button may be released outside the grid.
    window.addEventListener(
      'pointerup',
      () => {
        if (filling.current !== undefined) actions.repeat(block, filling.current.bottom)
        filling.current = undefined
      },
      { once: true },
    )
  }
  function fillTo(block: Block, row: number) {
    const bottom = Math.max(block.bottom, row)
    filling.current = { block, bottom }
    onSelect({ at: { row: bottom, column: block.right }, from: { row: block.top, column: block.left } })
  }
  return {
    onPointerDown(event: PointerEvent) {
      const column = headingAt(event.target)
      if (column !== undefined && isOn('border', event.target)) widths.drag(column, event)
      else if (column !== undefined) onSelect(wholeColumn(column, extent))
      const at = placeOf(event.target)
      if (at === undefined || event.button !== 0) return
      if (isOn('fill', event.target)) beginFilling()
      // A second tap opens the cell, as a touch screen has no key for it.
      else if (event.pointerType === 'touch' && isSame(at, selected.at)) onOpen()
      else if (event.ctrlKey || event.metaKey) onSelect(withRow(selected, at))
      else onSelect(event.shiftKey ? { at, from: selected.from } : selectionOf(at))
    },
    onPointerMove(event: PointerEvent) {
      if (event.buttons !== 1 || event.pointerType === 'touch' || event.ctrlKey || event.metaKey) return
      const at = placeOf(event.target)
      if (at === undefined || isSame(at, selected.at)) return
      if (filling.current === undefined) onSelect({ at, from: selected.from })
      else fillTo(filling.current.block, at.row)
    },
    onDoubleClick({ target }: MouseEvent) {
      const column = headingAt(target)
      if (column === undefined) onOpen()
      else if (isOn('border', target)) widths.fit(column)
    },
    onContextMenu(event: MouseEvent) {
      const at = placeOf(event.target)
      if (at === undefined && headingAt(event.target) === undefined) return
      event.preventDefault()
      if (at !== undefined && !isSelected(at, selected)) onSelect(selectionOf(at))
      onMenu({ left: event.clientX, top: event.clientY })
    },
  }
}

function placeOf(target: EventTarget): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.closest<HTMLElement>('[data-row]')
  if (cell === null || row === null || row === undefined) return undefined
  return { row: Number(row.dataset.row), column: Number(cell.dataset.column) }
}

/** Whether the pointer is on a part of a cell that is dragged: its fill handle, or the border of a heading. */
function isOn(part: 'fill' | 'border', target: EventTarget): boolean {
  return target instanceof Element && target.closest(`[data-${part}]`) !== null
}

function isSelected({ row, column }: CellPosition, selected: Selection): boolean {
  const { left, right } = blockOf(selected)
  const isInColumns = selected.rows !== undefined || (column >= left && column <= right)
  return isInColumns && rowsOfSelection(selected).includes(row)
}

/** The column whose heading was pressed; 0 in the corner. */
function headingAt(target: EventTarget): number | undefined {
  const heading = target instanceof Element ? target.closest('[role="columnheader"]') : null
  return heading === null ? undefined : Number(heading.getAttribute('aria-colindex')) - 1
}

function isSame(one: CellPosition, other: CellPosition): boolean {
  return one.row === other.row && one.column === other.column
}
