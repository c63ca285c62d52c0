import { memo } from 'react'
import type { SheetField } from '#shared/import/sheet-field.ts'
import { t } from '../../language/translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { ErrorIcon, SuccessIcon, WarningIcon } from '../../ui/icons.tsx'
import { Name } from '../../ui/name.tsx'
import { ToneIcon, toneClass } from '../../ui/tone.tsx'
import { gradeTones } from '../../validations/grade-tones.ts'
import type { RowOrder, ShownRow } from '../protocol.ts'
import { cellMeaning, damageIn, gradesOf, issuesIn, issuesOf, isUnused, twinsText } from './cells.ts'
import { columnKind } from './column-width.ts'
import styles from './sheet-grid.module.css'

interface GridHeadProps {
  readonly fields: readonly SheetField[]
  readonly template: string
}

export function GridHead({ fields, template, order }: GridHeadProps & { readonly order: RowOrder | undefined }) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row} style={{ gridTemplateColumns: template }}>
        <div role="columnheader" tabIndex={-1} aria-colindex={1} className={classNames(styles.cell, styles.rowHead)}>
          {t('sheet.column.row')}
          <Border />
        </div>
        {fields.map((field, place) => (
          <div
            key={field}
            role="columnheader"
            tabIndex={-1}
            aria-colindex={place + 2}
            aria-sort={order?.field === field ? directionOf(order) : undefined}
            className={classNames(styles.cell, styles[columnKind(field)])}
          >
            {t(`field.${field}`)}
            {order?.field === field && <span aria-hidden="true">{order.isDescending ? ' ↓' : ' ↑'}</span>}
            <Border />
          </div>
        ))}
      </div>
    </div>
  )
}

function directionOf({ isDescending }: RowOrder): 'ascending' | 'descending' {
  return isDescending ? 'descending' : 'ascending'
}

/** Dragged, it sets the width of the column. */
function Border() {
  return <span className={styles.border} data-border="" />
}

interface GridRowProps extends GridHeadProps {
  readonly place: number
  readonly top: number
  /** Undefined while it is loading. */
  readonly row: ShownRow | undefined
  /** The column that has focus, where it is in this row. */
  readonly at: number | undefined
  /** The columns of the row that are selected; undefined: none. */
  readonly left: number | undefined
  readonly right: number | undefined
  /** The column whose cell has the fill handle of the block. */
  readonly handle: number | undefined
  readonly describedBy: string
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { place, top, row, fields, template, at, left, right, handle, describedBy } = props
  const attributes = (column: number) => ({
    'data-column': column,
    'aria-colindex': column + 1,
    'aria-selected': left !== undefined && right !== undefined && column >= left && column <= right,
    tabIndex: column === at ? 0 : -1,
    'aria-describedby': column === at ? describedBy : undefined,
  })
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      data-row={place}
      className={classNames(styles.row, styles.line, row !== undefined && styles[row.state])}
      style={{ gridTemplateColumns: template, insetBlockStart: top }}
    >
      <div role="rowheader" {...attributes(0)} className={classNames(styles.cell, styles.rowHead)}>
        {row !== undefined && <RowHead row={row} fields={fields} />}
      </div>
      {(row === undefined && at === undefined ? noFields : fields).map((field, index) => (
        <Cell
          key={field}
          row={row}
          field={field}
          fields={fields}
          attributes={attributes(index + 1)}
          hasHandle={index + 1 === handle}
        />
      ))}
    </div>
  )
})

/** A row that is loading has no cells yet: with fast scrolling it is out of sight before they arrive. */
const noFields: readonly SheetField[] = []

interface CellProps {
  readonly row: ShownRow | undefined
  readonly field: SheetField
  readonly fields: readonly SheetField[]
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>
  readonly hasHandle: boolean
}

function Cell({ row, field, fields, attributes, hasHandle }: CellProps) {
  const text = row?.cells[field] ?? ''
  const issues = row === undefined ? [] : issuesIn(row, field, fields)
  const isDamaged = row !== undefined && damageIn(row, field).length > 0
  const isWrong = isDamaged || issues.some(({ severity }) => severity === 'error')
  const [grade] = isWrong ? [] : gradesOf(issues)
  const name = row && text !== '' ? cellMeaning(row, field, text) : undefined
  return (
    <div
      role="gridcell"
      {...attributes}
      aria-invalid={isWrong || undefined}
      className={classNames(
        styles.cell,
        styles[columnKind(field)],
        isWrong && styles.wrong,
        grade !== undefined && toneClass(gradeTones[grade]),
        grade !== undefined && styles.doubtful,
        row !== undefined && isUnused(row, field) && styles.unused,
      )}
    >
      {isWrong ? <ErrorIcon /> : grade !== undefined && <ToneIcon tone={gradeTones[grade]} />}
      {name ?? text}
      {name !== undefined && name !== text && field !== 'country' && <span className={styles.quiet}> {text}</span>}
      {grade !== undefined && <span className="sr-only">{t('sheet.cell.warning')}</span>}
      {hasHandle && <span className={styles.handle} data-fill="" />}
    </div>
  )
}

interface RowHeadProps {
  readonly row: ShownRow
  readonly fields: readonly SheetField[]
}

/** The line of the row in its file, whom it pays under which reference, and its state as an icon and a word. */
function RowHead({ row, fields }: RowHeadProps) {
  const own = issuesIn(row, undefined, fields)
  const errors = issuesOf(row).filter(({ severity }) => severity === 'error').length + damageIn(row, undefined).length
  const [grade] = gradesOf(own)
  const isFit = row.state === 'open' && errors === 0
  const [twin, ...twins] = row.twins
  return (
    <>
      <span className={styles.number}>{row.row}</span>
      <span className={styles.payee}>
        <Name>{payeeOf(row)}</Name>
      </span>
      {row.state === 'saved' && <Standing icon={<SuccessIcon />} word={t('sheet.state.saved')} />}
      {row.state === 'skipped' && <Standing word={t('sheet.state.skipped')} />}
      {row.state === 'refused' && <Standing icon={<ErrorIcon />} word={t('sheet.state.refused')} />}
      {row.state === 'open' && errors > 0 && (
        <Standing icon={<ErrorIcon />} word={String(errors)} spoken={t('sheet.row.errors', { count: errors })} />
      )}
      {isFit && twin !== undefined && (
        <Standing
          icon={<WarningIcon />}
          word={twins.length > 0 ? `= ${twin} …` : `= ${twin}`}
          spoken={twinsText(row)}
        />
      )}
      {isFit && twin === undefined && own.length > 0 && (
        <Standing
          icon={<ToneIcon tone={gradeTones[grade ?? 'minor']} />}
          word=""
          spoken={t('sheet.row.warnings', { count: own.length })}
        />
      )}
      {isFit && twin === undefined && isNew(row) && <Standing word={t('sheet.row.new')} />}
    </>
  )
}

function payeeOf({ cells }: ShownRow): string {
  const name = [cells.beneficiaryFirstName, cells.beneficiaryLastName].filter(Boolean).join(' ')
  return [name, cells.externalReference].filter(Boolean).join(' · ')
}

interface StandingProps {
  readonly icon?: React.ReactNode
  readonly word: string
  readonly spoken?: string
}

function Standing({ icon, word, spoken }: StandingProps) {
  return (
    <span className={styles.standing}>
      {icon}
      <span aria-hidden={spoken !== undefined || undefined}>{word}</span>
      {spoken !== undefined && <span className="sr-only">{spoken}</span>}
    </span>
  )
}

function isNew({ known }: ShownRow): boolean {
  return known?.isCompared === true && known.beneficiary === null
}
