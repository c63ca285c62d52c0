import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Figures are right-aligned, so that their digits line up. */
  readonly isFigure?: boolean | undefined
  /** On a phone, which shows no head, the cell begins with the column's title: for values that are unclear without it. */
  readonly named?: boolean | undefined
}

export interface TableProps<Row> {
  /** What it lists, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** The id of a row. */
  readonly rowKey: (row: Row) => string
  /** Gives each row an id that an address can link to. */
  readonly rowId?: ((row: Row) => string) | undefined
  /** Its rows are two small lines high where there is width for all columns. */
  readonly isDense?: boolean
}

/** A compact table; on a phone each row becomes a block. */
export function Table<Row>({ label, columns, rows, rowKey, rowId, isDense = false }: TableProps<Row>) {
  return (
    <div className={styles.scroll}>
      <table className={classNames(styles.table, isDense && styles.dense)} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: its title changes with the language, its place does not
              <th key={place} scope="col" className={classNames(column.isFigure === true && styles.figure)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} id={rowId?.(row)} tabIndex={rowId && -1}>
              {columns.map((column, place) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: as the head
                  key={place}
                  data-title={column.named === true ? column.title : undefined}
                  className={classNames(column.isFigure === true && styles.figure)}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
