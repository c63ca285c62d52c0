import type { SheetField } from '#shared/import/sheet-field.ts'
import { t } from '../../language/translate.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { RowOrder } from '../protocol.ts'
import { blockText } from './clipboard-block.ts'
import type { ColumnWidths } from './column-widths.ts'
import type { GridActions } from './grid-actions.ts'
import { blockOf, rowsOfSelection, type Selection } from './selection.ts'

interface CellMenuProps {
  readonly at: { readonly left: number; readonly top: number }
  readonly selected: Selection
  /** Of the focused cell; undefined at the head of a row. */
  readonly field: SheetField | undefined
  readonly order: RowOrder | undefined
  readonly actions: GridActions
  readonly widths: ColumnWidths
  readonly onOpen: () => void
  readonly onSort: (order: RowOrder | undefined) => void
  readonly onClose: () => void
}

/** What can be done with the selected cells, their rows and the column. */
export function CellMenu(props: CellMenuProps) {
  const { at, onClose } = props
  return (
    <Menu
      label={t('sheet.menu.label')}
      at={at}
      groups={[ofCells(props), ofRows(props), ofOrder(props), ofWidth(props)]}
      onClose={onClose}
    />
  )
}

function ofCells({ selected, field, actions, onOpen }: CellMenuProps): readonly MenuEntry[] {
  if (field === undefined) return []
  const block = blockOf(selected)
  return [
    { label: t('sheet.menu.edit'), keys: 'F2', onChoose: onOpen },
    {
      label: t('sheet.menu.copy'),
      keys: 'Ctrl C',
      onChoose: () => void actions.texts(block).then((lines) => navigator.clipboard.writeText(blockText(lines))),
    },
    { label: t('sheet.menu.fillDown'), keys: 'Ctrl D', onChoose: () => actions.fillDown(block) },
    { label: t('sheet.menu.clear'), keys: 'Delete', onChoose: () => actions.clear(block) },
  ]
}

function ofRows({ selected, actions }: CellMenuProps): readonly MenuEntry[] {
  const rows = rowsOfSelection(selected)
  const isSkipped = actions.rowAt(rows[0] ?? 0)?.state === 'skipped'
  return [
    {
      label: t(isSkipped ? 'sheet.menu.include' : 'sheet.menu.skip', { count: rows.length }),
      onChoose: () => actions.toggleSkipped(rows),
    },
  ]
}

function ofOrder({ field, order, onSort }: CellMenuProps): readonly MenuEntry[] {
  const by = (isDescending: boolean) => () => field !== undefined && onSort({ field, isDescending })
  return [
    ...(field === undefined
      ? []
      : [
          { label: t('sheet.menu.ascending'), onChoose: by(false) },
          { label: t('sheet.menu.descending'), onChoose: by(true) },
        ]),
    ...(order === undefined ? [] : [{ label: t('sheet.menu.asInFile'), onChoose: () => onSort(undefined) }]),
  ]
}

function ofWidth({ selected: { at }, widths }: CellMenuProps): readonly MenuEntry[] {
  return [
    { label: t('sheet.menu.wider'), keys: 'Alt Shift →', onChoose: () => widths.widen(at.column, widthStep) },
    { label: t('sheet.menu.narrower'), keys: 'Alt Shift ←', onChoose: () => widths.widen(at.column, -widthStep) },
    { label: t('sheet.menu.fit'), onChoose: () => widths.fit(at.column) },
  ]
}

/** How much wider a column becomes by one key, in px. */
export const widthStep = 32
