import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { changedRow, type PayoutChange, type PayoutRow } from '../entry/payout-rows.ts'
import type { Tables } from '../store/schema.ts'
import type { RowReader } from '../store/store.ts'

export type ExportRow = Selectable<Tables['exports']>

/** The most values in one query. */
const atOnce = 500

/** A new export of nothing yet: its payouts are added some at a time. */
export async function insertExport(db: Kysely<Tables>, row: Insertable<Tables['exports']>): Promise<void> {
  await db.insertInto('exports').values(row).execute()
}

interface ApprovedFilter {
  readonly batchId: string | undefined
  /** Whose payouts are left out. */
  readonly notEnteredBy: readonly string[]
  readonly limit: number
}

/** The payouts that are approved, of one batch or of all, those entered first before the others; of a batch in its order. */
export async function approvedPayoutIds(
  db: Kysely<Tables>,
  { batchId, notEnteredBy, limit }: ApprovedFilter,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('payouts')
    .select('id')
    .where('state', '=', 'approved')
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .$if(notEnteredBy.length > 0, (query) => query.where('created_by', 'not in', notEnteredBy))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export function findExport(db: Kysely<Tables>, id: string): Promise<ExportRow | undefined> {
  return db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()
}

type Conclusion = Pick<ExportRow, 'state'> &
  Partial<Pick<ExportRow, 'count' | 'again' | 'totals' | 'warnings' | 'problem'>>

/** Nothing more happens to an export. */
export async function concludeExport(db: Kysely<Tables>, id: string, conclusion: Conclusion): Promise<ExportRow> {
  return await db.updateTable('exports').set(conclusion).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** What is in the way of one that is being prepared or undone. */
export async function setExportProblem(db: Kysely<Tables>, id: string, problem: string): Promise<void> {
  await db.updateTable('exports').set({ problem }).where('id', '=', id).execute()
}

/** Newest first, those before a certain one. */
export async function listExports(
  db: Kysely<Tables>,
  { before, limit }: { readonly before?: Pick<ExportRow, 'created_at' | 'id'> | undefined; readonly limit: number },
): Promise<readonly ExportRow[]> {
  const newest = db
    .selectFrom('exports')
    .selectAll()
    .where('state', '!=', 'undone')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (before === undefined) return await newest.execute()
  const { created_at, id } = before
  return await newest
    .where((is) =>
      is.or([is('created_at', '<', created_at), is.and([is('created_at', '=', created_at), is('id', '<', id)])]),
    )
    .execute()
}

/** How many payouts of each export have been erased since: its file has them no more. */
export async function countErased(
  db: Kysely<Tables>,
  exportIds: readonly string[],
): Promise<(exportId: string) => number> {
  const rows = await db
    // The few that were erased have an index of their own; SQLite takes the parts of a cross join in their order.
    .selectFrom('payouts')
    .crossJoin('export_payouts')
    .select(({ fn }) => ['export_id', fn.countAll<number>().as('count')])
    .where('request_encrypted', 'is', null)
    .where((is) => is('export_payouts.payout_id', '=', is.ref('payouts.id')))
    .where('export_id', 'in', exportIds)
    .groupBy('export_id')
    .execute()
  const byId = new Map(rows.map(({ export_id, count }) => [export_id, count]))
  return (exportId) => byId.get(exportId) ?? 0
}

/** The payouts of an export in the order of its file: those from a place on. */
export async function exportedPayouts(
  db: Kysely<Tables>,
  exportId: string,
  from: number,
): Promise<readonly (PayoutRow & { readonly place: number })[]> {
  return await payoutsInFile(db, exportId).where('place', '>=', from).limit(rowsAtOnce).execute()
}

/** Whole rows: this many are read and verified in a few milliseconds. */
const rowsAtOnce = 100

/** The payouts of an export with confirmed warnings or more than one approval, in the order of its file: those after a place. */
export async function confirmedPayouts(
  db: Kysely<Tables>,
  exportId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly (PayoutRow & { readonly place: number })[]> {
  const confirmed = payoutsInFile(db, exportId).where((is) =>
    is.or([is('confirmed_encrypted', 'is not', null), is('approvals_count', '>', 1)]),
  )
  return await confirmed.where('place', '>', after).limit(limit).execute()
}

/** Whole payouts, in the order of the file of an export. */
function payoutsInFile(db: Kysely<Tables>, exportId: string) {
  return db
    .selectFrom('export_payouts')
    .innerJoin('payouts', 'payouts.id', 'export_payouts.payout_id')
    .selectAll('payouts')
    .select('place')
    .where('export_id', '=', exportId)
    .orderBy('place')
}

/** A digest of the exported requests for the audit log: SHA-256 in hex over the JSON list of `[payoutId, requestHash]`, in the order of the file. */
export function createDigest() {
  const list = createHash('sha256').update('[')
  let comma = ''
  return {
    add: ({ id, request_hash }: Pick<PayoutRow, 'id' | 'request_hash'>) => {
      list.update(comma + JSON.stringify([id, request_hash]))
      comma = ','
    },
    hex: () => list.update(']').digest('hex'),
  }
}

/** The payouts that an export lists in the tables, in the order of the file; after each page other requests have a turn. */
export async function* exportParts(db: Kysely<Tables>, exportId: string) {
  for (let from = 0; ; await turn()) {
    const rows = await db
      .selectFrom('export_payouts')
      .innerJoin('payouts', 'payouts.id', 'export_payouts.payout_id')
      .select(['payouts.id as id', 'request_hash', 'place'])
      .where('export_id', '=', exportId)
      .where('place', '>=', from)
      .orderBy('place')
      .limit(atOnce)
      .execute()
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < atOnce) return
    from = last.place + 1
  }
}

/** Marks payouts that still have these versions, and counts each up. Answers how many were marked. */
export async function markExported(
  { db, encryption }: RowReader,
  rows: readonly PayoutRow[],
  marks: Required<Pick<PayoutChange, 'updated_at' | 'updated_by' | 'exported_at'>>,
): Promise<number> {
  let marked = 0
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce)
    const versionOf = await beneficiaryVersions(db, some)
    const changes = some.map((row) => {
      // Exporting it again involves no further review.
      const exported_version = row.exported_version ?? versionOf(row.beneficiary_id)
      const { row_mac } = changedRow(encryption, row, {
        ...marks,
        exported_version,
        undo_encrypted: null,
        state: 'exported',
      })
      return sql`(${row.id}, ${row.version}, ${exported_version}, ${row_mac})`
    })
    const { numAffectedRows = 0n } = await sql`
      update payouts set
        state = 'exported', version = payouts.version + 1,
        exported_version = cast(changes.column3 as integer), row_mac = changes.column4,
        undo_encrypted = null,
        updated_at = ${marks.updated_at}, updated_by = ${marks.updated_by}, exported_at = ${marks.exported_at}
      from (values ${sql.join(changes)}) as changes
      where payouts.id = changes.column1 and payouts.version = cast(changes.column2 as integer)`.execute(db)
    marked += Number(numAffectedRows)
  }
  return marked
}

async function beneficiaryVersions(
  db: Kysely<Tables>,
  rows: readonly PayoutRow[],
): Promise<(id: string | null) => number> {
  const ids = [...new Set(rows.flatMap(({ beneficiary_id }) => beneficiary_id ?? []))]
  const found = await db.selectFrom('beneficiaries').select(['id', 'version']).where('id', 'in', ids).execute()
  const byId = new Map<string | null, number>(found.map(({ id, version }) => [id, version]))
  return (id) => byId.get(id) ?? 0
}
