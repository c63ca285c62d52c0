import type { BatchMakes } from '#shared/api/batch.ts'
import { isFieldFor, type SheetField, sheetFields } from '#shared/import/sheet-field.ts'
import type { ImportRow, RowAnswer, RowFilter, RowOrder, SheetCommand } from '../protocol.ts'
import type { PartContent, WorkerCalls, WorkerNews } from '../worker-calls.ts'
import { readWithProgress } from './read-with-progress.ts'
import { createRowReader } from './row-reader.ts'
import { hostSheet, type SheetHost } from './sheet-host.ts'
import { refusedRow, restoredRow } from './sheet-parts.ts'
import { sheetRows } from './sheet-rows.ts'
import { createTableSource, moreBanks, type TableSource } from './table-source.ts'

/** The worker's state for the page: first a file, then the sheet that is made of it. */
export function createDesk(report: (news: WorkerNews) => void): WorkerCalls {
  let source: TableSource | undefined
  let host: SheetHost | undefined
  const restoring: PartContent[] = []
  const savedRows = new Map<number, string>()

  function opened(): SheetHost {
    if (host === undefined) throw new Error('There is no sheet yet.')
    return host
  }

  const summary = () => opened().sheet.summary()
  const changed =
    <Args extends readonly unknown[]>(change: (sheet: SheetHost['sheet'], ...args: Args) => void) =>
    (...args: Args) => {
      change(opened().sheet, ...args)
      return summary()
    }
  return {
    table: (from, choices) => readWithProgress(from, choices, () => undefined, report),
    async open(from, makes, remembered, names) {
      source = createTableSource(from, { makes, remembered, names, more: await moreBanks() }, report)
      return source.understand({})
    },
    choose: (choices) => sourceOf(source).understand(choices),
    async begin() {
      const given = sourceOf(source).rows()
      const { plan } = given
      const { rows, accepted } = await sheetRows(given, report)
      const { makes, decimal } = plan
      const head = { makes, fields: usedFields(rows, makes), decimal, rows: rows.length }
      host = hostSheet(head, rows, plan.banks, report)
      host.unsaved.touchAll()
      return { head, accepted }
    },
    async beginAgain(refused, names) {
      const banks = { names: new Map(names), more: await moreBanks() }
      const rows = refused.map(refusedRow)
      const reader = createRowReader({ makes: 'payouts', decimal: undefined }, banks)
      const read = rows.map((row) => ({ ...row, reading: reader.read(row.edit.cells) }))
      const head = { makes: 'payouts', fields: usedFields(read), decimal: undefined, rows: rows.length } as const
      host = hostSheet(head, read, banks, report)
      host.unsaved.touchAll()
      return { head, accepted: [] }
    },
    restore(parts, saved) {
      restoring.push(...parts)
      for (const { row, id } of saved) savedRows.set(row, id)
    },
    async restored(head, names) {
      const rows = restoring
        .toSorted((one, other) => one.part - other.part)
        .flatMap((part) => part.rows.map(restoredRow))
      host = hostSheet(head, rows, { names: new Map(names), more: await moreBanks() }, report)
      // Rows that were saved by a page that ended before it could record that.
      host.sheet.answered(unnoted(rows, savedRows))
      return summary()
    },
    summary,
    rows: (from, count) => opened().sheet.rows(from, count),
    show: changed((sheet, filter: RowFilter, order?: RowOrder) => sheet.show(filter, order)),
    edit: changed((sheet, command: SheetCommand) => sheet.edit(command)),
    ready: (most, after, asDrafts) => opened().sheet.ready(most, after, asDrafts),
    answered: changed((sheet, answers: readonly RowAnswer[]) => sheet.answered(answers)),
    left: (from, count) => opened().sheet.left(from, count),
    count: (alike) => opened().sheet.count(alike),
    unknown: (most) => opened().sheet.unknown(most),
    learn: changed((sheet, ...known: Parameters<WorkerCalls['learn']>) => sheet.learn(...known)),
    unsaved: (mostRows) => opened().unsaved.take(mostRows),
    unsavedAgain: (parts) => opened().unsaved.touchParts(parts),
  }
}

function unnoted(rows: readonly ImportRow[], savedRows: ReadonlyMap<number, string>): readonly RowAnswer[] {
  return rows.flatMap(({ row, savedId: noted }) => {
    const savedId = savedRows.get(row)
    return savedId === undefined || noted !== undefined ? [] : [{ row, savedId }]
  })
}

function sourceOf(source: TableSource | undefined): TableSource {
  if (source === undefined) throw new Error('There is no file yet.')
  return source
}

/**
 * The columns of the grid: fields that every payout has, and all that some row fills or lacks, as a missing value can only be typed in its
 * own column.
 */
function usedFields(rows: readonly ImportRow[], makes: BatchMakes = 'payouts'): readonly SheetField[] {
  const used = new Set<string>(always.filter((field) => isFieldFor(makes, field)))
  for (const { edit, reading } of rows) {
    for (const field of Object.keys(edit.cells)) used.add(field)
    if (!edit.isSkipped) for (const { field } of reading?.errors ?? []) used.add(field)
  }
  return sheetFields.filter((field) => used.has(field))
}

const always: readonly SheetField[] = [
  'country',
  'beneficiaryFirstName',
  'beneficiaryLastName',
  'documentType',
  'documentNumber',
  'bankName',
  'accountNumber',
  'payoutAccountTypeCode',
  'amount',
  'currencyCode',
]
