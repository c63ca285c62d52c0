import { decimalTextOf } from '#shared/payout/amount.ts'
import { destinationsOf } from '#shared/payout/destinations.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { readEntry } from '#shared/payout/read-entry.ts'
import type { CellDamage, SheetField } from '../protocol.ts'
import { createSheet, type Sheet } from '../sheet.ts'
import type { SheetReader } from '../sheet-memory.ts'
import type { Cells, RowReading, SheetRow } from '../sheet-row.ts'

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

/** The rules alone, as given by a program. */
const reader: SheetReader = { entryOf, read }

function entryOf({ TermsApproved, ...cells }: Cells): RawEntry {
  return { ...cells, ...(TermsApproved === 'true' && { TermsApproved: true }) }
}

function read(cells: Cells): RowReading {
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
export function sheetOf(rows: readonly Cells[], damage: readonly CellDamage[] = []): Sheet {
  const given = rows.map((cells, place): SheetRow => {
    return { row: place + 1, edit: { cells, damage, confirmed: [], isSkipped: false } }
  })
  const sheet = createSheet(fields, given, reader, () => undefined)
  while (sheet.readFor(50));
  return sheet
}

/** An Ecuadorian who is paid 10 dollars, unless told otherwise. */
export function ecuadorian(cells: Cells = {}): Cells {
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
