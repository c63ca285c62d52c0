import { plainAmount } from '#shared/import/amount-style.ts'
import type { ImportPlan } from '#shared/import/import-plan.ts'
import { readRowTexts, type TextsReading } from '#shared/import/read-texts.ts'
import type { RowTexts } from '#shared/import/sheet-field.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { destinationsOf } from '#shared/payout/destinations.ts'
import type { RowAssessment } from '../protocol.ts'
import type { ImportRowReader } from '../sheet-memory.ts'

/** Reads the rows of a sheet; amounts typed into it have the decimal separator of the file. */
export function createRowReader(
  { makes, decimal }: Pick<ImportPlan, 'makes' | 'decimal'>,
  banks: ImportPlan['banks'],
): ImportRowReader {
  const textsOf = (cells: RowTexts): RowTexts =>
    cells.amount === undefined ? cells : { ...cells, amount: plainAmount(cells.amount, decimal) }
  return {
    entryOf: (cells) => readRowTexts(textsOf(cells), banks, makes).entry,
    read: (cells) => rowReading(readRowTexts(textsOf(cells), banks, makes)),
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
  const { amount, currencyCode, documentType, documentNumber } = request
  // A beneficiary has none.
  const money =
    amount === undefined ? undefined : { amount: decimalTextOf(Number(amount)), currencyCode: String(currencyCode) }
  const [destination] = destinationsOf(request)
  const what = money === undefined ? `${documentType} ${documentNumber}` : `${money.amount} ${money.currencyCode}`
  const payment = destination === undefined ? undefined : `${destination} ${what}`
  return { country: reading.country.code, errors, warnings, money, payment }
}
