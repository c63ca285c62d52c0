import { type ExportFormat, exportSchema, type PayoutExport } from '#shared/api/export.ts'
import type { Person } from '#shared/api/session.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import { requestCsvHead, requestCsvLine } from '#shared/payout/request-csv.ts'
import { sentRequest } from '#shared/payout/sent-request.ts'
import { xlsxFile } from '../entry/xlsx-file.ts'
import { changedPastTheApp, doneOf } from '../jobs/job-rows.ts'
import { caught, Failure } from '../kernel/failure.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { sumOfCounts } from '../payout-state/confirmations.ts'
import { personNames } from '../people/people-rows.ts'
import { problemOf } from '../problems/problem-for.ts'
import type { Reader, Store } from '../store/store.ts'
import { countErased, type ExportRow, findExport, listExports } from './export-rows.ts'
import { type Requests, requestsOf, sentPayouts } from './sent-requests.ts'
import { failureIn, readColumn } from './undo-export.ts'

const pageLimit = 50

/**
 * One page of exports, newest first.
 * @throws Failure FIELDS_INVALID for a cursor that is none
 */
export async function findExportPage(
  db: Reader['db'],
  cursor: string | undefined,
): Promise<{ readonly items: readonly PayoutExport[]; readonly nextCursor: string | null }> {
  const place = readCursor('exports', cursor)
  const before = place && { created_at: place.key, id: place.id }
  const rows = await listExports(db, { before, limit: pageLimit + 1 })
  const page = rows.slice(0, pageLimit)
  const last = rows.length > pageLimit ? page.at(-1) : undefined
  return {
    items: await presentExports(db, page),
    nextCursor: last === undefined ? null : writeCursor('exports', last.created_at, last.id),
  }
}

/**
 * One export.
 * @throws Failure NOT_FOUND
 */
export async function findOneExport(db: Reader['db'], id: string): Promise<PayoutExport> {
  const row = await findExport(db, id)
  if (row === undefined) throw new Failure('NOT_FOUND', { params: { what: 'export' } })
  return presentExport(db, row)
}

/** One export, as lists show it. */
export async function presentExport(db: Reader['db'], row: ExportRow): Promise<PayoutExport> {
  const personOf = await personNames(db, [row.created_by])
  const erasedOf = await countErased(db, [row.id])
  return presented(row, personOf, erasedOf, await markedOf(db, [row]))
}

async function presentExports(db: Reader['db'], rows: readonly ExportRow[]): Promise<readonly PayoutExport[]> {
  const personOf = await personNames(
    db,
    rows.map(({ created_by }) => created_by),
  )
  const erasedOf = await countErased(
    db,
    rows.map(({ id }) => id),
  )
  const marked = await markedOf(db, rows)
  return rows.map((row) => presented(row, personOf, erasedOf, marked))
}

/** How many payouts are marked of those that are being prepared. */
function markedOf(db: Reader['db'], rows: readonly ExportRow[]) {
  return doneOf(
    db,
    rows.flatMap(({ id, state }) => (state === 'preparing' ? [id] : [])),
  )
}

function presented(
  row: ExportRow,
  personOf: (id: string) => Person,
  erasedOf: (exportId: string) => number,
  marked: ReadonlyMap<string, number>,
): PayoutExport {
  const shown = caught(() => shownIn(row))
  return {
    id: row.id,
    state: row.state,
    format: row.format,
    count: row.count,
    marked: marked.get(row.id) ?? 0,
    again: row.again,
    erased: erasedOf(row.id),
    createdAt: row.created_at,
    createdBy: personOf(row.created_by),
    ...(shown instanceof Failure ? { totals: [], warnings: sumOfCounts([]) } : shown),
    outcomes: { paid: row.stated_paid, refused: row.stated_refused, contradicted: row.stated_contradicted },
    problem: problemOn(shown instanceof Failure ? shown : failureOn(row, marked)),
  }
}

/** @throws Failure TAMPERED */
function shownIn({ totals, warnings }: ExportRow): Pick<PayoutExport, 'totals' | 'warnings'> {
  return {
    totals: readColumn(exportSchema.shape.totals, totals),
    warnings: warnings === null ? sumOfCounts([]) : readColumn(exportSchema.shape.warnings, warnings),
  }
}

/** One that is prepared by a job which is hidden or was changed past the app does not go on. */
function failureOn(row: ExportRow, marked: ReadonlyMap<string, number>): Failure | undefined {
  return row.state === 'preparing' && !marked.has(row.id) ? changedPastTheApp() : failureIn(row)
}

function problemOn(failure: Failure | undefined): PayoutExport['problem'] {
  if (failure === undefined) return null
  const { code, params, detail, ids } = problemOf(failure, '')
  return { code, detail, ...(params && { params }), ...(ids && { ids }) }
}

/** Text, or what is no text. */
type Piece = string | Uint8Array

/** The file of an export, ready to be sent piece by piece. */
export interface ExportFile {
  /** Names no person. */
  readonly name: string
  readonly contentType: string
  /** How many payouts were erased since and are not in it. */
  readonly leftOut: number
  readonly pieces: AsyncIterable<Piece>
}

/**
 * Opens the file of an export in its own format or another; audited with the person, if one is given.
 * @throws Failure NOT_FOUND, TAMPERED, STATE_CONFLICT while it is prepared
 */
export async function openExportFile(
  store: Store,
  person: Person | undefined,
  id: string,
  wanted: ExportFormat | undefined,
): Promise<ExportFile> {
  const found = await findExport(store.db, id)
  if (found === undefined || found.state === 'undone') throw new Failure('NOT_FOUND', { params: { what: 'export' } })
  if (found.state === 'preparing') throw new Failure('STATE_CONFLICT', { params: { why: 'preparing' } })
  const sent = await sentPayouts(store, id)
  const format = wanted ?? found.format
  if (person !== undefined)
    await store.write(({ audit }) =>
      audit({ personId: person.id, action: 'export.downloaded', thing: { type: 'export', id }, facts: { format } }),
    )
  return {
    name: `payout-requests-${found.created_at.slice(0, 10)}-${id.slice(0, 8)}.${format}`,
    contentType: exportContentTypes[format],
    leftOut: sent.filter(({ isErased }) => isErased).length,
    pieces: written[format](requestsOf(store, sent), store.fields),
  }
}

export const exportContentTypes: Readonly<Record<ExportFormat, string>> = {
  json: 'application/json; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const written: Readonly<Record<ExportFormat, (requests: Requests, fields: FieldTable) => AsyncIterable<Piece>>> = {
  json: jsonList,
  jsonl: jsonLines,
  csv: csvLines,
  xlsx: xlsxFile,
}

async function* jsonList(pages: Requests, fields: FieldTable): AsyncIterable<string> {
  let before = '[\n'
  for await (const requests of pages)
    for (const request of requests) {
      yield before + JSON.stringify(sentRequest(request, fields))
      before = ',\n'
    }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

async function* jsonLines(pages: Requests, fields: FieldTable): AsyncIterable<string> {
  for await (const requests of pages)
    yield requests.map((request) => `${JSON.stringify(sentRequest(request, fields))}\n`).join('')
}

async function* csvLines(pages: Requests, fields: FieldTable): AsyncIterable<string> {
  yield requestCsvHead(fields)
  for await (const requests of pages) yield requests.map((request) => requestCsvLine(request, fields)).join('')
}
