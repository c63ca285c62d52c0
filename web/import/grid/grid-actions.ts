import { useMemo } from 'react'
import type { SheetField } from '#shared/import/sheet-field.ts'
import { t } from '../../language/translate.ts'
import { useAnnounce } from '../../ui/live-region.tsx'
import type { ShownRow } from '../protocol.ts'
import type { RemoteSheet } from '../remote-sheet.ts'
import type { RowCache } from './row-cache.ts'
import type { Block } from './selection.ts'

/** The effects of the grid's keys on the sheet. */
export interface GridActions {
  readonly set: (place: number, field: SheetField, text: string) => void
  /** Puts lines of texts into the block that begins there; a single text fills a whole block. */
  readonly put: (block: Block, lines: readonly (readonly string[])[]) => void
  readonly clear: (block: Block) => void
  /** Sets a field in rows chosen one by one. */
  readonly fillRows: (places: readonly number[], field: SheetField, text: string) => void
  /** Fills a block with its first row; a single row with the one above it. */
  readonly fillDown: (block: Block) => void
  /** Repeats a block below it, down to a row. */
  readonly repeat: (block: Block, bottom: number) => void
  /** The texts of a block, synchronously if all of its rows are loaded. */
  readonly textsNow: (block: Block) => readonly (readonly string[])[] | undefined
  readonly texts: (block: Block) => Promise<readonly (readonly string[])[]>
  readonly undo: () => void
  readonly redo: () => void
  /** Skips rows, or includes them again if the first of them is skipped. */
  readonly toggleSkipped: (places: readonly number[]) => void
  readonly say: (words: string) => void
  readonly rowAt: (place: number) => ShownRow | undefined
}

/** Rows requested at a time when more are copied than are in sight. */
const portion = 500

export function useGridActions(sheet: RemoteSheet, cache: RowCache, fields: readonly SheetField[]): GridActions {
  const announce = useAnnounce()
  return useMemo(() => {
    /** Column 0 is the head of the row, which is neither copied nor written to. */
    const fieldsOf = ({ left, right }: Block) => fields.slice(Math.max(0, left - 1), right)
    const textsOf = (row: ShownRow, block: Block) => fieldsOf(block).map((field) => row.cells[field] ?? '')
    function put(block: Block, lines: readonly (readonly string[])[]) {
      const field = fields[Math.max(0, block.left - 1)]
      if (field !== undefined) void sheet.edit({ kind: 'paste', place: block.top, field, lines })
    }
    async function texts(block: Block) {
      const lines: (readonly string[])[] = []
      for (let from = block.top; from <= block.bottom; from += portion) {
        const rows = await sheet.rows(from, Math.min(portion, block.bottom - from + 1))
        lines.push(...rows.map((row) => textsOf(row, block)))
      }
      return lines
    }
    async function repeat(block: Block, bottom: number) {
      if (bottom <= block.bottom) return
      const lines = await texts(block)
      const into = { ...block, top: block.bottom + 1, bottom }
      put(
        into,
        placesIn(into).map((_, step) => lines[step % lines.length] ?? []),
      )
      announce(t('sheet.filled', { rows: bottom - block.bottom }))
    }
    return {
      set(place, field, text) {
        const row = cache.at(place)?.row
        if (row !== undefined) void sheet.edit({ kind: 'set', cells: [{ row, field, text }] })
      },
      put: (block, lines) => put(block, lines.length === 1 && lines[0]?.length === 1 ? filled(block, lines[0]) : lines),
      clear: (block) => put(block, filled(block, [''])),
      fillRows: (places, field, text) => void sheet.edit({ kind: 'fill', rows: { places }, field, text }),
      fillDown(block) {
        const top = block.top === block.bottom ? block.top - 1 : block.top
        if (top >= 0) void repeat({ ...block, top, bottom: top }, block.bottom)
      },
      repeat: (block, bottom) => void repeat(block, bottom),
      textsNow(block) {
        const rows = placesIn(block).map((place) => cache.at(place))
        const known = rows.filter((row) => row !== undefined)
        return known.length === rows.length ? known.map((row) => textsOf(row, block)) : undefined
      },
      texts,
      undo() {
        void sheet.edit({ kind: 'undo' })
        announce(t('sheet.undone'))
      },
      redo() {
        void sheet.edit({ kind: 'redo' })
        announce(t('sheet.redone'))
      },
      toggleSkipped(places) {
        const isSkipped = cache.at(places[0] ?? 0)?.state === 'skipped'
        void sheet.edit({ kind: isSkipped ? 'reopen' : 'skip', rows: { places } })
      },
      say: announce,
      rowAt: cache.at,
    }
  }, [sheet, cache, fields, announce])
}

function placesIn({ top, bottom }: Block): readonly number[] {
  return Array.from({ length: bottom - top + 1 }, (_, step) => top + step)
}

/** One text for each cell of a block. All lines are one array, so that it is sent to the worker once. */
function filled(block: Block, [text = '']: readonly string[]): readonly (readonly string[])[] {
  const width = block.right - Math.max(1, block.left) + 1
  const line = Array.from({ length: width }, () => text)
  return placesIn(block).map(() => line)
}
