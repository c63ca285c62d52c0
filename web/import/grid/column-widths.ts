import { type CSSProperties, type PointerEvent, type RefObject, useState } from 'react'
import type { SheetField } from '#shared/import/sheet-field.ts'
import { columnWidth } from './column-width.ts'

/** The widths of the columns of a grid; column 0 is the head of the row. */
export interface ColumnWidths {
  /** For the grid: the widths that a person chose. */
  readonly style: CSSProperties
  /** The tracks of each row. They stay the same text, so that no row is rendered again while a border is dragged. */
  readonly template: string
  /** Wider by so many px. */
  readonly widen: (column: number, by: number) => void
  /** As wide as the longest text in sight needs, and no narrower than it is. */
  readonly fit: (column: number) => void
  /** Follows the pointer from the border of a heading until the button is released. */
  readonly drag: (column: number, event: PointerEvent) => void
}

/** In px. */
const narrowest = 48

export function useColumnWidths(frame: RefObject<HTMLElement | null>, fields: readonly SheetField[]): ColumnWidths {
  const [chosen, choose] = useState<Readonly<Record<string, string>>>({})
  const set = (column: number, width: number) =>
    choose((before) => ({ ...before, [variableOf(fields, column)]: `${Math.max(narrowest, Math.round(width))}px` }))
  const widthOf = (column: number) => headingOf(frame.current, column)?.getBoundingClientRect().width ?? 0
  return {
    style: chosen,
    template: ['var(--row-head)', ...fields.map((field) => `var(--width-${field}, ${columnWidth(field)}rem)`)].join(
      ' ',
    ),
    widen: (column, by) => set(column, widthOf(column) + by),
    fit(column) {
      const cells = frame.current?.querySelectorAll(`[aria-colindex="${column + 1}"]`) ?? []
      set(column, widthOf(column) + Math.max(0, ...[...cells].map(lackOf)))
    },
    drag(column, { clientX }) {
      const before = widthOf(column)
      const ended = new AbortController()
      const { signal } = ended
      window.addEventListener('pointermove', (event) => set(column, before + event.clientX - clientX), { signal })
      for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => ended.abort(), { signal })
    },
  }
}

function variableOf(fields: readonly SheetField[], column: number): `--${string}` {
  const field = fields[column - 1]
  return field === undefined ? '--row-head' : `--width-${field}`
}

function headingOf(grid: HTMLElement | null, column: number): Element | null | undefined {
  return grid?.querySelector(`[role="columnheader"][aria-colindex="${column + 1}"]`)
}

/** How much wider a cell would have to be to show all of its text. */
function lackOf(cell: Element): number {
  return Math.max(...[cell, ...cell.children].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
}
