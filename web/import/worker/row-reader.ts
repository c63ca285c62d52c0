import { type DecimalSign, plainAmount } from '#shared/import/amount-style.ts'
import type { ImportPlan } from '#shared/import/import-plan.ts'
import { readRowTexts, type TextsReading } from '#shared/import/read-texts.ts'
import type { RowTexts } from '#shared/import/sheet-field.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { destinationsOf } from '#shared/payout/destinations.ts'
import type { RowAssessment } from '../protocol.ts'
import type { ImportRowReader } from '../sheet-memory.ts'

/** Reads the rows of a sheet; amounts typed into it have the decimal separator of the file. */
export function createRowReader(decimal: DecimalSign | undefined, banks: ImportPlan['banks']): ImportRowReader {
  const textsOf = (cells: RowTexts): RowTexts =>
    cells.amount === undefined ? cells : { ...cells, amount: plainAmount(cells.amount, decimal) }
  return {
    entryOf: (cells) => readRowTexts(textsOf(cells), banks).entry,
    read: (cells) => rowReading(readRowTexts(textsOf(cells), banks)),
  }
}

/** The part of a reading that a sheet keeps. */
export function rowReading({
  reading,
  errors,
  warnings,
}: Pick<TextsReading, 'reading' | 'errors' | 'warnings'>): RowAssessment {
  if (reading.country === undefined || errors.length > 0)
    return { country: reading.country?.code, errors, warnings, money: undefined, payment: undefined }
  const { request } = reading
  const money = { amount: decimalTextOf(Number(request.amount)), currencyCode: String(request.currencyCode) }
  const [destination] = destinationsOf(request)
  const payment = destination === undefined ? undefined : `${destination} ${money.amount} ${money.currencyCode}`
  return { country: reading.country.code, errors, warnings, money, payment }
}
