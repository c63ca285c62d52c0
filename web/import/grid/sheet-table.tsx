import { useMemo, useState } from 'react'
import { t } from '../../language/translate.ts'
import { useStore } from '../../state/store.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useAnnounce } from '../../ui/live-region.tsx'
import type { RowFilter, RowOrder, SheetCommand, SheetSummary } from '../protocol.ts'
import type { RemoteSheet } from '../remote-sheet.ts'
import { CellLine } from './cell-line.tsx'
import type { Editing } from './editing.ts'
import { useGridActions } from './grid-actions.ts'
import { createRowCache, type RowCache } from './row-cache.ts'
import { type CellPosition, firstCell, selectionOf } from './selection.ts'
import { SheetFilters } from './sheet-filters.tsx'
import { SheetGrid } from './sheet-grid.tsx'
import styles from './sheet-table.module.css'
import { SumLine } from './sum-line.tsx'

/** The id of the issues of the focused cell. */
const lineId = 'sheet-line'

/** The id of the description of the keys. */
const keysId = 'sheet-keys'

/** The rows of a sheet while they are fixed: the filters, the grid, and the issues of the focused cell. */
export function SheetTable({ sheet }: { readonly sheet: RemoteSheet }) {
  const summary = useStore(sheet.summary)
  const cache = useMemo(() => createRowCache(sheet), [sheet])
  const actions = useGridActions(sheet, cache, summary.fields)
  const [selection, select] = useState(firstCell)
  const [editing, edit] = useState<Editing>()
  const announce = useAnnounce()
  const { at } = selection
  function show(filter: RowFilter) {
    // Moves to the column that the filtered kind of error is about.
    const column = summary.fields.map(String).indexOf(filter.field ?? '') + 1
    select(selectionOf({ row: 0, column: column > 0 ? column : at.column }))
    void sheet.show(filter, summary.order).then(() => announce(t('sheet.shown', { count: sheet.summary.get().shown })))
  }
  function sort(order: RowOrder | undefined) {
    select(selectionOf({ row: 0, column: at.column }))
    void sheet.show(summary.filter, order).then(() => announce(t('sheet.sorted')))
  }
  return (
    <>
      <SumLine summary={summary} />
      <div className={styles.tools}>
        <SheetFilters summary={summary} onShow={show} />
        <History summary={summary} onCommand={(command) => void sheet.edit(command)} />
      </div>
      {summary.shown === 0 ? (
        <NothingShown onAll={() => show({})} />
      ) : (
        <>
          <SheetGrid
            {...{ summary, cache, selection, editing, actions }}
            onSelect={select}
            onEdit={edit}
            onSort={sort}
            describedBy={lineId}
            keysId={keysId}
          />
          <FocusedCell {...{ sheet, summary, cache, at }} onEdit={edit} />
          <p id={keysId} className={classNames(styles.keys, 'for-keys')}>
            {t('sheet.keys')}
          </p>
        </>
      )}
    </>
  )
}

interface FocusedCellProps {
  readonly sheet: RemoteSheet
  readonly summary: SheetSummary
  readonly cache: RowCache
  readonly at: CellPosition
  readonly onEdit: (editing: Editing) => void
}

function FocusedCell({ sheet, summary, cache, at, onEdit }: FocusedCellProps) {
  useStore(cache.arrivals)
  const field = summary.fields[at.column - 1]
  return (
    <CellLine
      id={lineId}
      row={cache.at(at.row)}
      field={field}
      summary={summary}
      countAlike={sheet.count}
      onCommand={(command) => void sheet.edit(command)}
      onSetAll={(alike, rows) => {
        if (field === undefined) return
        onEdit({
          text: undefined,
          rows,
          commit: (text) => void sheet.edit({ kind: 'fill', rows: { alike }, field, text }),
        })
      }}
    />
  )
}

interface HistoryProps {
  readonly summary: SheetSummary
  readonly onCommand: (command: SheetCommand) => void
}

function History({ summary: { canUndo, canRedo }, onCommand }: HistoryProps) {
  return (
    <div className={styles.history}>
      {canUndo && (
        <Button small onClick={() => onCommand({ kind: 'undo' })}>
          {t('sheet.undo')}
        </Button>
      )}
      {canRedo && (
        <Button small onClick={() => onCommand({ kind: 'redo' })}>
          {t('sheet.redo')}
        </Button>
      )}
    </div>
  )
}

function NothingShown({ onAll }: { readonly onAll: () => void }) {
  return (
    <div className={styles.empty}>
      <p>{t('sheet.noneShown')}</p>
      <Button onClick={onAll}>{t('sheet.showAll')}</Button>
    </div>
  )
}
