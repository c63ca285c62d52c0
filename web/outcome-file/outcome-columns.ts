import { folded } from '#shared/banks/folded.ts'
import type { TableRow } from '#shared/files/table.ts'
import { cellText } from '#shared/import/cell-text.ts'

/** The columns of a file of outcomes. */
export const outcomeColumns = [
  'reference',
  'payoutId',
  'status',
  'words',
  'paidAmount',
  'paidCurrencyCode',
  'settlementAmount',
  'settlementCurrencyCode',
] as const

export type OutcomeColumn = (typeof outcomeColumns)[number]

/** The index of each column in the file. */
export type ColumnChoice = Readonly<Partial<Record<OutcomeColumn, number>>>

export interface OutcomeHeadings {
  /** The index of the row of headings; -1 where there is none. */
  readonly headRow: number
  readonly headings: readonly string[]
  readonly columns: ColumnChoice
}

/** The headings are among this many first rows, as titles may be above them. */
const searchedRows = 20

/**
 * The columns by the headings: those that are found, or the row that a person chose; null: there are none. Where none is found, the first
 * row that is not empty.
 */
export function headedBy(rows: readonly TableRow[], chosen?: number | null): OutcomeHeadings {
  const { headRow, columns } = chosen === undefined ? foundIn(rows) : headedAt(rows, chosen ?? -1)
  const unnamed = Array.from({ length: Math.max(0, ...rows.slice(0, searchedRows).map((row) => row.length)) }, () => '')
  return { headRow, headings: rows[headRow]?.map((cell) => cellText(cell).trim()) ?? unnamed, columns }
}

function headedAt(rows: readonly TableRow[], headRow: number) {
  return { headRow, columns: columnsIn(rows[headRow] ?? []) }
}

function foundIn(rows: readonly TableRow[]) {
  const found = rows.slice(0, searchedRows).map((_, headRow) => headedAt(rows, headRow))
  const first = Math.max(
    0,
    rows.findIndex((row) => row.length > 0),
  )
  return found.reduce((best, one) => (sizeOf(one) > sizeOf(best) ? one : best), { headRow: first, columns: {} })
}

function sizeOf({ columns }: { readonly columns: ColumnChoice }): number {
  return Object.keys(columns).length
}

function columnsIn(row: TableRow): ColumnChoice {
  const choice: Partial<Record<OutcomeColumn, number>> = {}
  for (const [index, cell] of row.entries()) {
    const column = columnByHeading.get(keyOf(cellText(cell)))
    if (column !== undefined) choice[column] ??= index
  }
  return choice
}

function keyOf(heading: string): string {
  return folded(heading).replaceAll(' ', '')
}

/** The headings used by exports, providers and people, in four languages. */
const headings: Readonly<Record<OutcomeColumn, string>> = {
  reference: `external reference, reference, ref, your reference, merchant reference, client reference, payout reference, payment reference,
    referencia, referencia externa, tu referencia, su referencia, referencia del pago, sua referência, referência do pagamento,
    référence externe, votre référence, référence du paiement`,
  payoutId: 'payout id, payout desk id, id, id del pago, id de pago, id do pagamento, id du paiement',
  status: `status, state, outcome, result, payment status, payout status, estado, estatus, resultado, estado del pago, situação, estado do pagamento,
    status do pagamento, statut, état, résultat, statut du paiement`,
  words: `words, message, reason, detail, details, description, comment, error, error message, status message, status reason, rejection reason,
    failure reason, mensaje, motivo, motivo del rechazo, motivo de rechazo, detalle, descripción, observación, mensagem, motivo da recusa, detalhe,
    descrição, observação, motif, motif du refus, motif du rejet, détail`,
  paidAmount: `paid amount, amount paid, local amount, payout amount, monto pagado, importe pagado, monto local, valor pago, valor local, montant payé,
    montant local`,
  paidCurrencyCode: `paid currency code, paid currency, local currency, payout currency, moneda pagada, moneda local, moneda del pago, moeda paga,
    moeda local, moeda do pagamento, devise payée, devise locale, devise du paiement`,
  settlementAmount: `settlement amount, amount settled, monto de liquidación, monto liquidado, importe liquidado, valor de liquidação, valor liquidado,
    montant de règlement, montant réglé`,
  settlementCurrencyCode: `settlement currency code, settlement currency, moneda de liquidación, moeda de liquidação, devise de règlement`,
}

const columnByHeading = new Map(
  outcomeColumns.flatMap((column) => headings[column].split(',').map((heading) => [keyOf(heading), column] as const)),
)
