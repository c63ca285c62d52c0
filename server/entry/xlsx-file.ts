import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { type FieldTable, sentIn } from '#shared/payout/fields.ts'
import { sentName } from '#shared/payout/sent-request.ts'
import { type WorkbookCell, writeWorkbook } from '#shared/spreadsheet/workbook.ts'

/**
 * Payout requests as a workbook in pieces, however many there are: a column for each field in the interface's order, and every cell a text but
 * the amount. A spreadsheet leaves texts as they are: 0001 stays 0001, an account keeps its 18 digits, =1+1 is no formula. An amount has at most
 * 15 digits; as a number it can be added up, is shown with the reader's decimal separator, and is read back without a question what 1.500 means. An empty
 * cell is a field that is not there.
 */
export function xlsxFile(
  pages: AsyncIterable<readonly PayoutRequest[]>,
  fields: FieldTable,
  sheet = 'Payout requests',
): AsyncIterable<Uint8Array> {
  const names = sentIn(fields)
  const columns = names.map((name) => ({ heading: sentName(fields, name), width: 22 }))
  return writeWorkbook({ sheet, columns, rows: rowsOf(pages, names) })
}

async function* rowsOf(
  pages: AsyncIterable<readonly PayoutRequest[]>,
  names: readonly string[],
): AsyncIterable<readonly WorkbookCell[]> {
  for await (const requests of pages) for (const request of requests) yield names.map((name) => cellOf(request[name]))
}

function cellOf(value: PayoutRequest[string] | undefined): WorkbookCell {
  return typeof value === 'number' ? value : String(value ?? '')
}
