import { type CSSProperties, type PointerEvent, type ReactElement, type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { useLanguage } from '../language/language.ts'
import { classNames } from './class-names.ts'
import styles from './data-table.module.css'
import head from './data-table-head.module.css'

export interface DataColumn<Row> {
  /** Make it a getter where columns are created once: `get title() { return t('list.amount') }` follows a change of language. */
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Its share of the width, as a grid track: `minmax(8rem, 2fr)`. */
  readonly width: string
  /** Figures are right-aligned, so that their digits line up. */
  readonly isFigure?: boolean | undefined
  /** A sentence takes as many lines as it needs. */
  readonly wraps?: boolean | undefined
  /** On a phone, which shows no head, the value begins with the title. */
  readonly named?: boolean | undefined
  /** On a phone: next to the first cell, filling the line below it, or hidden. A table with one of these has two lines a row there. */
  readonly narrow?: 'beside' | 'grows' | 'hidden' | undefined
  /** Shown on a wide screen alone. */
  readonly isExtra?: boolean | undefined
  /** What the rows are sorted by when its title is pressed. */
  readonly sort?: string | undefined
}

/** How the rows are sorted, and how to change it. */
export interface Sorting {
  readonly by: string
  readonly direction: 'asc' | 'desc'
  readonly sortBy: (by: string) => void
}

export interface DataTableProps<Row> {
  /** What it lists, for screen readers. */
  readonly label: string
  /** As rowKey and href, held outside the component, so that a row that has not changed is not rendered again. */
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** The target of a row: its first cell is the link, and a click anywhere in the row follows it. */
  readonly href?: ((row: Row) => string) | undefined
  /** Placeholder rows while the list is loading. */
  readonly skeletons?: number | undefined
  readonly sorting?: Sorting | undefined
}

/** Thousands of rows under a sticky head. The browser lays out and paints only those in sight. On a phone a row is a few lines. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, skeletons = 0, sorting } = props
  const drawn = useDrawnRows(props)
  const hasTwoLines = columns.some(({ narrow }) => narrow !== undefined)
  return (
    <table
      {...roles.table}
      className={classNames(styles.table, hasTwoLines && styles.twoLines)}
      aria-label={label}
      style={tracks(columns)}
      onPointerOver={showWhole}
    >
      <thead {...roles.group} className={head.head}>
        <tr {...roles.row} className={styles.line}>
          {columns.map((column, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a title changes with the language, its place does not
            <Head key={place} column={column} sorting={sorting} />
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
            <SkeletonRow key={line} columns={columns} />
          ))}
        </tbody>
      )}
    </table>
  )
}

interface ColumnHeadProps<Row> {
  readonly column: DataColumn<Row>
  readonly sorting: Sorting | undefined
}

/** The title of a column; where rows can be sorted by it, a button that does, and the other way round when it is pressed again. */
function Head<Row>({ column, sorting }: ColumnHeadProps<Row>) {
  const { title, sort } = column
  const isSorted = sorting !== undefined && sort === sorting.by
  const isDescending = sorting?.direction === 'desc'
  return (
    <th
      {...roles.head}
      scope="col"
      className={classNames(cellClass({ ...column, wraps: false }), head.title)}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {sorting === undefined || sort === undefined ? (
        title
      ) : (
        <button type="button" className={head.sort} onClick={() => sorting.sortBy(sort)}>
          <span>{title}</span>
          {isSorted && <span aria-hidden="true">{isDescending ? ' ↓' : ' ↑'}</span>}
        </button>
      )}
    </th>
  )
}

/** A cell that is cut off shows its whole text as a tooltip; a screen reader reads all of it anyway. */
function showWhole({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (cell !== null && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? ''
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
  const usual = columns.filter(({ isExtra }) => isExtra !== true)
  return { '--tracks': widths(usual), '--wide-tracks': widths(columns) }
}

function widths<Row>(columns: readonly DataColumn<Row>[]): string {
  return columns.map(({ width }) => width).join(' ')
}

function cellClass<Row>({ isFigure, wraps, narrow, isExtra }: DataColumn<Row>): string {
  return classNames(
    isFigure === true && styles.figure,
    wraps === true && styles.wraps,
    narrow !== undefined && styles[narrow],
    isExtra === true && styles.extra,
  )
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
      {columns.map((column, place) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: as the head
          key={place}
          {...roles.cell}
          data-title={column.named === true ? column.title : undefined}
          className={cellClass(column)}
        >
          {place === 0 && href !== undefined ? (
            <Link href={href(row)} className={styles.link} onClick={() => window.scrollTo(0, 0)}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

const hidden = { 'aria-hidden': true } as const

function SkeletonRow<Row>({ columns }: Pick<DataTableProps<Row>, 'columns'>) {
  return (
    <tr className={classNames(styles.line, styles.row)}>
      {columns.map((column, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as the head
        <td key={place} className={cellClass(column)}>
          <span className={styles.waiting} />
        </td>
      ))}
    </tr>
  )
}
