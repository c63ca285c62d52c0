import * as z from 'zod/mini'
import { exportSchema, type PayoutExport } from '#shared/api/payout.ts'
import type { Person } from '#shared/api/person.ts'
import { readCursor, writeCursor } from '../page-cursor.ts'
import { countErased, type ExportRow, listExports } from '../store/export-rows.ts'
import { personNames } from '../store/people-rows.ts'
import type { Reader } from '../store/store.ts'

const pageLimit = 50

/**
 * One page of exports, newest first.
 * @throws Failure FIELDS_INVALID for a cursor that is none
 */
export async function findExportPage(
  db: Reader['db'],
  cursor: string | undefined,
): Promise<{ readonly items: readonly PayoutExport[]; readonly nextCursor: string | null }> {
  const place = readCursor(cursor)
  const before = place && { created_at: place.key, id: place.id }
  const rows = await listExports(db, { before, limit: pageLimit + 1 })
  const page = rows.slice(0, pageLimit)
  const last = rows.length > pageLimit ? page.at(-1) : undefined
  return {
    items: await presentExports(db, page),
    nextCursor: last === undefined ? null : writeCursor(last.created_at, last.id),
  }
}

/** One export, as lists show it. */
export async function presentExport(db: Reader['db'], row: ExportRow): Promise<PayoutExport> {
  const personOf = await personNames(db, [row.created_by])
  const erasedOf = await countErased(db, [row.id])
  return presented(row, personOf, erasedOf)
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
  return rows.map((row) => presented(row, personOf, erasedOf))
}

function presented(
  row: ExportRow,
  personOf: (id: string) => Person,
  erasedOf: (exportId: string) => number,
): PayoutExport {
  return {
    id: row.id,
    format: row.format,
    count: row.count,
    again: row.again,
    erased: erasedOf(row.id),
    createdAt: row.created_at,
    createdBy: personOf(row.created_by),
    totals: z.parse(exportSchema.shape.totals, JSON.parse(row.totals)),
  }
}
