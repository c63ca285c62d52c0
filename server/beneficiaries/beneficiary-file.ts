import { setImmediate as turn } from 'node:timers/promises'
import type { BeneficiaryFileFormat } from '#shared/api/beneficiary.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import type { Person } from '#shared/api/session.ts'
import { filledFields } from '#shared/payout/entry.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import { requestCsvHead, requestCsvLine } from '#shared/payout/request-csv.ts'
import { type BeneficiaryRow, findBeneficiaryRows } from '../entry/beneficiary-rows.ts'
import { beneficiaryEntry } from '../entry/entry-columns.ts'
import { externalIdOf } from '../entry/external-ids.ts'
import { xlsxFile } from '../entry/xlsx-file.ts'
import type { Store } from '../store/store.ts'

/** So many are read in a few milliseconds. */
const atOnce = 100

/** All saved beneficiaries in clear but the erased ones, by name, and piece by piece. The audit log records who asked for it. */
export async function openBeneficiaryFile(
  store: Store,
  person: Person | undefined,
  format: BeneficiaryFileFormat,
): Promise<{ readonly name: string; readonly pieces: AsyncIterable<string | Uint8Array> }> {
  if (person !== undefined)
    await store.write(({ audit }) =>
      audit({
        personId: person.id,
        action: 'beneficiaries.exported',
        thing: { type: 'database', id: 'beneficiaries' },
        facts: { format },
      }),
    )
  const columns = columnsOf(store.fields)
  const pages = everybody(store)
  return {
    name: `beneficiaries-${store.now().toISOString().slice(0, 10)}.${format}`,
    pieces: format === 'csv' ? csvLines(pages, columns) : xlsxFile(pages, columns, 'Beneficiaries'),
  }
}

const ownColumn = { of: 'beneficiary', rule: 'text' } as const

/** What is saved of a beneficiary, also what is never sent, and what became of it. */
function columnsOf(fields: FieldTable): FieldTable {
  const saved = Object.entries(fields).flatMap(([name, { sent, ...field }]) =>
    field.of === 'beneficiary' ? [[name, field] as const] : [],
  )
  return { ...Object.fromEntries(saved), externalId: ownColumn, status: ownColumn, lastPayoutAt: ownColumn }
}

async function* everybody(store: Store): AsyncIterable<readonly PayoutRequest[]> {
  for (let last: BeneficiaryRow | undefined; ; await turn()) {
    const after = last && { nameKey: last.name_key, id: last.id }
    const filter = { text: undefined, country: undefined, status: undefined, after, limit: atOnce }
    const rows = await findBeneficiaryRows(store.db, filter)
    last = rows.at(-1)
    if (last === undefined) return
    yield rows.filter(({ erased_at }) => erased_at === null).map((row) => valuesOf(store, row))
  }
}

function valuesOf(store: Store, row: BeneficiaryRow): PayoutRequest {
  const { method, ...fields } = filledFields(beneficiaryEntry(store, row))
  const externalId = externalIdOf(store, row)
  return {
    ...fields,
    ...(externalId !== null && { externalId }),
    status: row.status,
    ...(row.last_payout_at !== null && { lastPayoutAt: row.last_payout_at }),
  }
}

async function* csvLines(pages: AsyncIterable<readonly PayoutRequest[]>, columns: FieldTable): AsyncIterable<string> {
  yield requestCsvHead(columns)
  for await (const rows of pages) yield rows.map((row) => requestCsvLine(row, columns)).join('')
}
