import { type OutcomeStatement, outcomeStatementSchema } from '#shared/api/outcome.ts'
import { longestText, readableText } from '#shared/api/texts.ts'
import type { Cell, TableRow } from '#shared/files/table.ts'
import { amountStyle, type DecimalSign, plainAmount } from '#shared/import/amount-style.ts'
import { cellText } from '#shared/import/cell-text.ts'
import type { ColumnChoice, OutcomeColumn } from './outcome-columns.ts'
import type { WordMeaning } from './status-words.ts'

/** A row of the file with the outcome of a payout. */
export interface OutcomeFileRow {
  /** The row number in the spreadsheet. */
  readonly row: number
  /** The name of the payout in the file. */
  readonly name: string
  readonly statement: OutcomeStatement
}

/** Why a row of the file has no outcome to record. */
type RowFault = 'noReference' | 'noStatus' | 'amount' | 'currency' | 'twice'

export interface FaultyRow {
  readonly row: number
  readonly name: string
  readonly fault: RowFault
}

export interface Statements {
  readonly stated: readonly OutcomeFileRow[]
  /** Rows that are left out because of the meaning of their word. */
  readonly left: number
  readonly faulty: readonly FaultyRow[]
}

export interface OutcomeFileMeaning {
  readonly headRow: number
  readonly columns: ColumnChoice
  readonly meanings: ReadonlyMap<string, WordMeaning>
  readonly decimal: DecimalSign | undefined
}

/** The outcomes in the rows below the headings: every row that is not empty is recorded, left out or faulty. */
export function statementsOf(rows: readonly TableRow[], meaning: OutcomeFileMeaning): Statements {
  const read = rows.flatMap((cells, index) =>
    index <= meaning.headRow || cells.every((cell) => cellText(cell).trim() === '')
      ? []
      : [readRow(cells, index + 1, meaning)],
  )
  const stated = read.flatMap((one) => ('statement' in one ? [one] : []))
  const unsure = contradicting(stated)
  return {
    stated: stated.filter(({ name }) => !unsure.has(name)),
    left: read.filter((one) => 'isLeft' in one).length,
    faulty: read.flatMap((one) => {
      if ('fault' in one) return [one]
      return 'statement' in one && unsure.has(one.name)
        ? [{ row: one.row, name: one.name, fault: 'twice' as const }]
        : []
    }),
  }
}

/** The different words in the outcome column, with the number of rows of each, the most frequent first. */
export function wordsIn(
  rows: readonly TableRow[],
  { headRow, columns }: Pick<OutcomeFileMeaning, 'headRow' | 'columns'>,
) {
  const counts = new Map<string, number>()
  for (const cells of rows.slice(headRow + 1)) {
    const word = textIn(cells, columns, 'status')
    if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].map(([word, count]) => ({ word, count })).toSorted((one, other) => other.count - one.count)
}

/** How amounts are written in the file, where it has any. */
export function styleOf(
  rows: readonly TableRow[],
  { headRow, columns }: Pick<OutcomeFileMeaning, 'headRow' | 'columns'>,
) {
  return amountStyle(
    rows
      .slice(headRow + 1)
      .flatMap((cells) => [cellIn(cells, columns, 'paidAmount'), cellIn(cells, columns, 'settlementAmount')]),
  )
}

/** The payouts that have two outcomes in the file. */
function contradicting(stated: readonly OutcomeFileRow[]): ReadonlySet<string> {
  const first = new Map<string, string>()
  const found = new Set<string>()
  for (const { name, statement } of stated) {
    const { outcome } = statement
    if ((first.get(name) ?? outcome) !== outcome) found.add(name)
    first.set(name, outcome)
  }
  return found
}

function readRow(
  cells: TableRow,
  row: number,
  { columns, meanings, decimal }: OutcomeFileMeaning,
): OutcomeFileRow | FaultyRow | { readonly isLeft: true } {
  const text = (column: OutcomeColumn) => textIn(cells, columns, column)
  const [reference, payoutId] = [text('reference'), text('payoutId')]
  const name = reference === '' ? payoutId : reference
  const outcome = meanings.get(text('status'))
  if (outcome === 'leave') return { isLeft: true }
  if (name === '' || name.length > longestText) return { row, name: '', fault: 'noReference' }
  if (outcome === undefined) return { row, name, fault: 'noStatus' }
  const amounts = {
    paidAmount: amountIn(cellIn(cells, columns, 'paidAmount'), decimal),
    settlementAmount: amountIn(cellIn(cells, columns, 'settlementAmount'), decimal),
  }
  if (Object.values(amounts).includes(null)) return { row, name, fault: 'amount' }
  const currencies = {
    paidCurrencyCode: text('paidCurrencyCode').toUpperCase(),
    settlementCurrencyCode: text('settlementCurrencyCode').toUpperCase(),
  }
  if (!Object.values(currencies).every((code) => /^(?:[A-Z]{3})?$/.test(code))) return { row, name, fault: 'currency' }
  const words = readableText.safeParse(text('words').slice(0, longestText)).data ?? ''
  const given = Object.entries({ ...amounts, ...currencies, words }).filter(([, value]) => value !== '')
  const named = reference === '' ? { payoutId } : { externalReference: reference }
  const statement = outcomeStatementSchema.safeParse({ ...named, outcome, ...Object.fromEntries(given) })
  return statement.success ? { row, name, statement: statement.data } : { row, name, fault: 'noReference' }
}

function cellIn(cells: TableRow, columns: ColumnChoice, column: OutcomeColumn): Cell | undefined {
  const index = columns[column]
  return index === undefined ? undefined : cells[index]
}

function textIn(cells: TableRow, columns: ColumnChoice, column: OutcomeColumn): string {
  return cellText(cellIn(cells, columns, column)).trim()
}

/** Decimal text; '' where there is none, null where it is not an amount. */
function amountIn(cell: Cell | undefined, decimal: DecimalSign | undefined): string | null {
  if (cell === undefined || cellText(cell).trim() === '') return ''
  const plain = plainAmount(cell, decimal).replace(/[\p{L}\p{Sc}\s]/gu, '')
  return /^\d{1,15}(?:\.\d{1,10})?$/.test(plain) ? plain : null
}
