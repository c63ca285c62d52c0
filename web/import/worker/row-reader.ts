import { type DecimalSign, plainAmount } from '#shared/import/amount-style.ts'
import type { Plan } from '#shared/import/plan.ts'
import { readTexts, type TextsReading } from '#shared/import/read-texts.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { destinationsOf } from '#shared/payout/destinations.ts'
import type { SheetReader } from '../sheet-memory.ts'
import type { Cells, RowReading } from '../sheet-row.ts'

/** Reads rows of a sheet as they stand there: amounts that a person types have the decimal sign of the file. */
export function createRowReader(decimal: DecimalSign | undefined, banks: Plan['banks']): SheetReader {
  const textsOf = (cells: Cells): Cells =>
    cells.amount === undefined ? cells : { ...cells, amount: plainAmount(cells.amount, decimal) }
  return {
    entryOf: (cells) => readTexts(textsOf(cells), banks).entry,
    read: (cells) => rowReading(readTexts(textsOf(cells), banks)),
  }
}

/** What a sheet keeps of a reading. */
export function rowReading({
  reading,
  errors,
  warnings,
}: Pick<TextsReading, 'reading' | 'errors' | 'warnings'>): RowReading {
  if (reading.country === undefined || errors.length > 0)
    return { country: reading.country?.code, errors, warnings, money: undefined, payment: undefined }
  const { request } = reading
  const money = { amount: decimalTextOf(Number(request.amount)), currencyCode: String(request.currencyCode) }
  const [destination] = destinationsOf(request)
  const payment = destination === undefined ? undefined : `${destination} ${money.amount} ${money.currencyCode}`
  return { country: reading.country.code, errors, warnings, money, payment }
}
