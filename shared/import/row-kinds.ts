import { folded } from '#shared/banks/folded.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import type { Cell, TableRow } from '#shared/files/table.ts'
import { cellText, isBlankCell, tellingText } from './cell-text.ts'
import type { Matching } from './matching.ts'
import type { SheetField } from './sheet-field.ts'
import { sampleValues } from './template.ts'

/**
 * A row that is no payout: empty ones are left out and counted; for the others, leaving them out is proposed: a totals line, the headings once more, an
 * example of a template, a note below the payouts.
 */
export interface OtherRow {
  /** The index in the table. */
  readonly index: number
  readonly kind: 'empty' | 'total' | 'heading' | 'sample' | 'note'
}

/** The rows of data that are no payouts, in order. */
export function otherRows(rows: readonly TableRow[], { headRow, firstRow, columns }: Matching): readonly OtherRow[] {
  const head = headRow === undefined ? undefined : rows[headRow]
  const placesOf = (field: SheetField) =>
    columns.flatMap(({ index, meaning }) => (meaning.as === 'field' && meaning.field === field ? [index] : []))
  const amounts = placesOf('amount')
  const names = [placesOf('beneficiaryFirstName'), placesOf('beneficiaryLastName')].map(([place]) => place)
  const accounts = [...placesOf('accountNumber'), ...placesOf('recipientPixKey'), ...placesOf('documentNumber')]
  const last = rows.findLastIndex((row) => !row.every(isBlankCell))
  const lastPaid = rows.findLastIndex((row) => accounts.some((place) => hasNumber(row[place])))
  const found: OtherRow[] = []
  for (let index = firstRow; index < rows.length; index += 1) {
    const row = rows[index] ?? []
    const kind = kindOf(row, {
      head,
      amounts,
      names,
      accounts,
      isLast: index === last,
      isBelow: lastPaid >= 0 && index > lastPaid,
    })
    if (kind !== undefined) found.push({ index, kind })
  }
  return found
}

interface Places {
  readonly head: TableRow | undefined
  readonly amounts: readonly number[]
  readonly names: readonly (number | undefined)[]
  readonly accounts: readonly number[]
  readonly isLast: boolean
  /** Below all rows that have an account or a document. */
  readonly isBelow: boolean
}

function kindOf(row: TableRow, places: Places): OtherRow['kind'] | undefined {
  const { head, accounts } = places
  // Most rows are payouts: this is asked of each before anything else.
  if (accounts.some((index) => hasNumber(row[index]))) return isSample(row, places) ? 'sample' : undefined
  const filled = row.flatMap((cell, index) => (isBlankCell(cell) ? [] : [index]))
  if (filled.length === 0) return 'empty'
  if (head !== undefined && filled.every((index) => cellText(row[index]) === cellText(head[index]))) return 'heading'
  if (isTotal(row, filled, places)) return 'total'
  return isNote(row, filled, places) ? 'note' : undefined
}

function hasNumber(cell: Cell | undefined): boolean {
  return /[\d@]/.test(tellingText(cell))
}

/** "Elaboró: J. Ramírez": who made the sheet, below its rows. */
function isNote(row: TableRow, filled: readonly number[], { amounts, isBelow }: Places): boolean {
  const isText = filled.every((index) => typeof row[index] === 'string' && !amounts.includes(index))
  return isBelow && filled.length <= 2 && isText
}

/** "Total", "Suma", or at the end of the file an amount and nothing else; a payout has an account or a document. */
function isTotal(row: TableRow, filled: readonly number[], { amounts, isLast }: Places): boolean {
  const texts = filled.map((index) => folded(tellingText(row[index])))
  if (texts.some((text) => /^(?:gran |grand |sub ?)?total(?:es|is|aux)?\b|^(?:suma|soma|somme|sum)\b/.test(text)))
    return true
  return isLast && filled.length === 1 && filled.some((index) => amounts.includes(index))
}

function isSample(row: TableRow, { names, accounts }: Places): boolean {
  const [first, last] = names.map((index) => (index === undefined ? '' : cellText(row[index])))
  if (first !== sampleValues.beneficiaryFirstName || last !== sampleValues.beneficiaryLastName) return false
  return accounts.some((index) => sampleNumbers().has(tellingText(row[index]).replace(/^'/, '')))
}

let numbersMade: ReadonlySet<string> | undefined

function sampleNumbers(): ReadonlySet<string> {
  numbersMade ??= new Set(
    Object.values(ruleBook).flatMap(({ methods }) =>
      methods.flatMap(({ sample }) =>
        [sample.accountNumber, sample.recipientPixKey, sample.documentNumber].flatMap((number) => number ?? []),
      ),
    ),
  )
  return numbersMade
}
