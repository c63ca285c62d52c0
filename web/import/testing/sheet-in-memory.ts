import type { BatchMakes } from '#shared/api/batch.ts'
import { noBankNames } from '#shared/banks/bank-names.ts'
import type { RowTexts, SheetField } from '#shared/import/sheet-field.ts'
import { decimalTextOf } from '#shared/payout/amount.ts'
import { destinationsOf } from '#shared/payout/destinations.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { readEntry } from '#shared/payout/read-entry.ts'
import type { CellDamage, ImportRow, RowAssessment } from '../protocol.ts'
import { createSheet, type ImportSheet } from '../sheet.ts'
import type { ImportRowReader } from '../sheet-memory.ts'
import { createRowReader } from '../worker/row-reader.ts'

const fields: readonly SheetField[] = [
  'country',
  'beneficiaryFirstName',
  'beneficiaryLastName',
  'documentType',
  'documentNumber',
  'bankName',
  'accountAgencyNumber',
  'accountNumber',
  'payoutAccountTypeCode',
  'amount',
  'currencyCode',
  'TermsApproved',
]

/** A reader that applies only the rules, as to an entry of a program. */
const reader: ImportRowReader = { entryOf, read }

function entryOf({ TermsApproved, ...cells }: RowTexts): RawEntry {
  return { ...cells, ...(TermsApproved === 'true' && { TermsApproved: true }) }
}

function read(cells: RowTexts): RowAssessment {
  const reading = readEntry(entryOf(cells))
  if (reading.country === undefined)
    return { country: undefined, errors: reading.errors, warnings: [], money: undefined, payment: undefined }
  const { country, errors, warnings, request } = reading
  const { amount, currencyCode } = request
  const isPaid = errors.length === 0 && typeof amount === 'number' && typeof currencyCode === 'string'
  const money = isPaid ? { amount: decimalTextOf(amount), currencyCode } : undefined
  const payment = money && JSON.stringify([destinationsOf(request), money])
  return { country: country.code, errors, warnings, money, payment }
}

/** A sheet of rows with these texts, each with this damage, all read. */
export function sheetOf(
  rows: readonly RowTexts[],
  damage: readonly CellDamage[] = [],
  makes: BatchMakes = 'payouts',
  refusedFor?: string,
): ImportSheet {
  const given = rows.map((cells, place): ImportRow => {
    return { row: place + 1, refusedFor, edit: { cells, damage, confirmed: [], isSkipped: false } }
  })
  const banks = { names: noBankNames, more: {} }
  const reads = makes === 'payouts' ? reader : createRowReader({ makes, decimal: undefined }, banks)
  const sheet = createSheet({ makes, fields }, given, reads, () => undefined)
  while (sheet.readFor(50));
  return sheet
}

/** The cells of an Ecuadorian payout of 10 dollars, unless the test sets others. */
export function ecuadorian(cells: RowTexts = {}): RowTexts {
  return {
    country: 'EC',
    beneficiaryFirstName: 'Ana',
    beneficiaryLastName: 'Paredes',
    documentType: '04',
    documentNumber: '1710034065',
    bankName: '0023',
    accountNumber: '2200123456',
    payoutAccountTypeCode: '0001',
    amount: '10',
    currencyCode: 'USD',
    TermsApproved: 'true',
    ...cells,
  }
}
