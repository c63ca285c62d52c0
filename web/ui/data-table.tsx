import { type CSSProperties, type ReactElement, type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { useLanguage } from '../language/language.ts'
import { classNames } from './class-names.ts'
import styles from './data-table.module.css'

export interface DataColumn<Row> {
  /** A getter where the columns are made once: `get title() { return t('list.amount') }` speaks the language of the moment. */
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Its share of the width, as a grid track: `minmax(8rem, 2fr)`. */
  readonly width: string
  /** Figures stand at the right, so that their places line up. */
  readonly isFigure?: boolean | undefined
  /** A sentence takes as many lines as it needs. */
  readonly wraps?: boolean | undefined
  /** On a phone, which shows no head, the value begins with the title. */
  readonly named?: boolean | undefined
}

export interface DataTableProps<Row> {
  /** What it lists, for screen readers. */
  readonly label: string
  /** As rowKey and href, held outside the component, so that a row that has not changed is not rendered again. */
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Where a row leads: its first cell is the link, and a press anywhere in the row follows it. */
  readonly href?: ((row: Row) => string) | undefined
  /** Rows in the shape of what is loading, instead of rows. */
  readonly skeletons?: number | undefined
}

/** Thousands of rows under a head that stays. The browser lays out and paints those in sight alone. On a phone a row is a few lines. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, skeletons = 0 } = props
  const drawn = useDrawnRows(props)
  return (
    <table {...roles.table} className={styles.table} aria-label={label} style={tracks(columns)}>
      <thead {...roles.group} className={styles.head}>
        <tr {...roles.row} className={styles.line}>
          {columns.map(({ title, isFigure }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a title changes with the language, its place does not
            <th key={place} {...roles.head} scope="col" className={classNames(isFigure === true && styles.figure)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {chunksOf(rows).map((chunk, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows come at the end alone, so a chunk is its place
        <tbody key={place} {...roles.group} className={styles.chunk} style={height(chunk.length)}>
          {chunk.map(drawn)}
        </tbody>
      ))}
      {skeletons > 0 && (
        <tbody {...hidden}>
          {Array.from({ length: skeletons }, (_, line) => line).map((line) => (
            <SkeletonRow key={line} cells={columns.length} />
          ))}
        </tbody>
      )}
    </table>
  )
}

/** Rows that the browser passes over together while they are out of sight. */
const chunkLength = 50

function chunksOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / chunkLength)
  return Array.from({ length: count }, (_, place) => rows.slice(place * chunkLength, (place + 1) * chunkLength))
}

/** A table that is laid out as a grid is no table any more to some screen readers, unless it says so. */
const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

type Variables = CSSProperties & Readonly<Record<`--${string}`, string | number>>

function tracks<Row>(columns: readonly DataColumn<Row>[]): Variables {
  return { '--tracks': columns.map(({ width }) => width).join(' ') }
}

function height(rows: number): Variables {
  return { '--rows': rows }
}

/** A row that has not changed is the same element, which React passes over: a page more costs that page alone. */
function useDrawnRows<Row extends object>({ columns, rowKey, href }: DataTableProps<Row>) {
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a row says is in the page's language
  return useMemo(() => {
    const elements = new WeakMap<Row, ReactElement>()
    return (row: Row) => {
      const element = elements.get(row) ?? <DataRow key={rowKey(row)} row={row} columns={columns} href={href} />
      elements.set(row, element)
      return element
    }
  }, [columns, rowKey, href, language])
}

interface DataRowProps<Row> {
  readonly row: Row
  readonly columns: readonly DataColumn<Row>[]
  readonly href: ((row: Row) => string) | undefined
}

function DataRow<Row>({ row, columns, href }: DataRowProps<Row>) {
  return (
    <tr {...roles.row} className={classNames(styles.line, styles.row, href !== undefined && styles.leads)}>
      {columns.map(({ title, cell, isFigure, named, wraps }, place) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: as the head
          key={place}
          {...roles.cell}
          data-title={named === true ? title : undefined}
          className={classNames(isFigure === true && styles.figure, wraps === true && styles.wraps)}
        >
          {place === 0 && href !== undefined ? (
            <Link href={href(row)} className={styles.link} onClick={() => window.scrollTo(0, 0)}>
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

const hidden = { 'aria-hidden': true } as const

function SkeletonRow({ cells }: { readonly cells: number }) {
  return (
    <tr className={classNames(styles.line, styles.row)}>
      {Array.from({ length: cells }, (_, cell) => cell).map((cell) => (
        <td key={cell}>
          <span className={styles.waiting} />
        </td>
      ))}
    </tr>
  )
}
