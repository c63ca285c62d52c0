import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../language/translate.ts'
import { useStore } from '../../state/store.ts'
import type { RowOrder, SheetSummary } from '../protocol.ts'
import { CellMenu } from './cell-menu.tsx'
import { useColumnWidths } from './column-widths.ts'
import type { Editing } from './editing.ts'
import type { GridActions } from './grid-actions.ts'
import { opened, useGridKeys } from './grid-keys.ts'
import type { MenuPlace } from './grid-pointer.ts'
import { GridHead, GridRow } from './grid-row.tsx'
import { OpenEditor } from './open-editor.tsx'
import type { RowCache } from './row-cache.ts'
import { blockOf, type CellPosition, clampSelection, type Extent, type Selection } from './selection.ts'
import styles from './sheet-grid.module.css'
import { useWindow } from './use-window.ts'

export interface SheetGridProps {
  readonly summary: SheetSummary
  readonly cache: RowCache
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly editing: Editing | undefined
  readonly onEdit: (editing: Editing | undefined) => void
  readonly actions: GridActions
  readonly onSort: (order: RowOrder | undefined) => void
  /** The id of the text that describes the focused cell. */
  readonly describedBy: string
  /** The id of the description of the keys. */
  readonly keysId: string
}

const rowHeight = 36

/**
 * The rows of a sheet, by the ARIA pattern of a grid and with the keys of a spreadsheet. Only rows near the visible part are rendered, so
 * that 20,000 take no longer than 50.
 */
export function SheetGrid(props: SheetGridProps) {
  const { summary, cache, selection, onSelect, editing, onEdit, actions, onSort, describedBy, keysId } = props
  const { fields, shown } = summary
  const frame = useRef<HTMLDivElement>(null)
  const [menu, openMenu] = useState<MenuPlace>()
  const closeMenu = useCallback(() => openMenu(undefined), [])
  const widths = useColumnWidths(frame, fields)
  const { first, last: end, page } = useWindow(frame, rowHeight, rowHeight)
  const last = Math.min(end, shown - 1)
  const extent: Extent = { rows: Math.max(1, shown), columns: fields.length + 1, page }
  const selected = clampSelection(selection, extent)
  const { at } = selected
  const block = blockOf(selected)
  useEffect(() => cache.follow(), [cache])
  useEffect(() => cache.want(first, last, at.row), [cache, first, last, at.row])
  useStore(cache.arrivals)
  const held = useFocusedCell(frame, at, editing !== undefined || menu !== undefined)
  const grid = { fields, selected, extent, onSelect, onEdit, actions, widths, onMenu: openMenu }
  const keys = useGridKeys(grid)
  const isChosen = (place: number) => selected.rows?.includes(place) ?? (place >= block.top && place <= block.bottom)
  return (
    <div className={styles.around}>
      <div
        ref={frame}
        className={styles.frame}
        // A short sheet is no higher than its rows, the head and the bar that scrolls.
        style={{ ...widths.style, maxBlockSize: (shown + 1.5) * rowHeight }}
        role="grid"
        aria-label={t('sheet.grid.label')}
        aria-describedby={keysId}
        aria-rowcount={shown + 1}
        aria-colcount={fields.length + 1}
        aria-multiselectable="true"
        {...keys}
      >
        <GridHead fields={fields} template={widths.template} order={summary.order} />
        <div role="rowgroup" className={styles.body} style={{ blockSize: shown * rowHeight }}>
          {placesOf(
            first,
            last,
            [held, at.row].filter((place) => place < shown),
          ).map((place) => (
            <GridRow
              key={place}
              place={place}
              top={place * rowHeight}
              row={cache.at(place)}
              fields={fields}
              template={widths.template}
              at={place === at.row ? at.column : undefined}
              left={isChosen(place) ? (selected.rows ? 0 : block.left) : undefined}
              right={isChosen(place) ? (selected.rows ? fields.length : block.right) : undefined}
              handle={place === block.bottom && selected.rows === undefined ? block.right : undefined}
              describedBy={describedBy}
            />
          ))}
        </div>
      </div>
      {menu !== undefined && (
        <CellMenu
          at={menu}
          field={fields[at.column - 1]}
          order={summary.order}
          {...{ selected, actions, widths, onSort }}
          onOpen={() => opened(grid, undefined)}
          onClose={closeMenu}
        />
      )}
      {editing !== undefined && (
        <OpenEditor frame={frame} row={cache.at(at.row)} at={at} {...{ fields, extent, editing, onEdit, onSelect }} />
      )}
    </div>
  )
}

/** Rows in sight, and the rows that have or will get focus, wherever they are: removing them would lose focus. */
function placesOf(first: number, last: number, focused: readonly number[]): readonly number[] {
  const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step)
  return [...new Set([...focused, ...places])].toSorted((one, other) => one - other)
}

/** Focuses the selected cell while the grid or its editor has focus, and scrolls it into sight. Returns the row that had focus before. */
function useFocusedCell(frame: { readonly current: HTMLElement | null }, at: CellPosition, isEditing: boolean): number {
  const held = useRef(at.row)
  const wasEditing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cell that is to be focused is the one at this place
  useLayoutEffect(() => {
    const grid = frame.current
    if (grid === null || isEditing) {
      wasEditing.current = isEditing
      return
    }
    const isHere = wasEditing.current || grid.contains(document.activeElement)
    held.current = at.row
    wasEditing.current = false
    if (!isHere) return
    const cell = grid.querySelector<HTMLElement>('[tabindex="0"]')
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [frame, at.row, at.column, isEditing])
  return held.current
}
