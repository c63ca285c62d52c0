import type { Kysely, Selectable } from 'kysely'
import type { PayoutRow } from './payout-rows.ts'
import type { Tables } from './schema.ts'

export type ExportRow = Selectable<Tables['exports']>

/** A query takes so many values. */
const atOnce = 500

/** Keeps an export with its payouts in the order of the file. */
export async function insertExport(db: Kysely<Tables>, row: ExportRow, payoutIds: readonly string[]): Promise<void> {
  await db.insertInto('exports').values(row).execute()
  const places = payoutIds.map((payout_id, place) => ({ export_id: row.id, place, payout_id }))
  for (let from = 0; from < places.length; from += atOnce)
    await db
      .insertInto('export_payouts')
      .values(places.slice(from, from + atOnce))
      .execute()
}

export function findExport(db: Kysely<Tables>, id: string): Promise<ExportRow | undefined> {
  return db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Newest first, those before a certain one. */
export async function listExports(
  db: Kysely<Tables>,
  { before, limit }: { readonly before?: Pick<ExportRow, 'created_at' | 'id'> | undefined; readonly limit: number },
): Promise<readonly ExportRow[]> {
  const newest = db.selectFrom('exports').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
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
  const rows =
    exportIds.length === 0
      ? []
      : await db
          .selectFrom('export_payouts')
          .innerJoin('payouts', 'payouts.id', 'export_payouts.payout_id')
          .select(({ fn }) => ['export_id', fn.countAll<number>().as('count')])
          .where('export_id', 'in', exportIds)
          .where('request_encrypted', 'is', null)
          .groupBy('export_id')
          .execute()
  const byId = new Map(rows.map(({ export_id, count }) => [export_id, count]))
  return (exportId) => byId.get(exportId) ?? 0
}

/** The requests of an export, encrypted, in the order of its file: those from a place on. */
export async function exportedRequests(
  db: Kysely<Tables>,
  exportId: string,
  from: number,
): Promise<readonly { readonly place: number; readonly id: string; readonly request_encrypted: string | null }[]> {
  return await db
    .selectFrom('export_payouts')
    .innerJoin('payouts', 'payouts.id', 'export_payouts.payout_id')
    .select(['place', 'payouts.id as id', 'request_encrypted'])
    .where('export_id', '=', exportId)
    .where('place', '>=', from)
    .orderBy('place')
    .limit(atOnce)
    .execute()
}

/** A payout at the version that was looked at, and where it stands now. */
interface Marked extends Pick<PayoutRow, 'id' | 'version' | 'state'> {}

/** Marks payouts that still have these versions, and counts each up. Answers how many were marked. */
export async function markExported(
  db: Kysely<Tables>,
  payouts: readonly Marked[],
  marks: { readonly updated_at: string; readonly updated_by: string; readonly exported_at: string },
): Promise<number> {
  let marked = 0
  for (const alike of groupsOf(payouts))
    for (let from = 0; from < alike.length; from += atOnce)
      marked += await markAlike(db, alike.slice(from, from + atOnce), marks)
  return marked
}

function groupsOf(payouts: readonly Marked[]): Iterable<readonly Marked[]> {
  const groups = new Map<string, Marked[]>()
  for (const payout of payouts) {
    const key = `${payout.version} ${payout.state}`
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(payout)
  }
  return groups.values()
}

/** Of one version and one state. */
async function markAlike(db: Kysely<Tables>, payouts: readonly Marked[], marks: object): Promise<number> {
  const [first] = payouts
  if (first === undefined) return 0
  const { version, state } = first
  const ids = payouts.map(({ id }) => id)
  const { numUpdatedRows } = await db
    .updateTable('payouts')
    .set(({ fn, ref, selectFrom }) => ({
      ...marks,
      state,
      version: version + 1,
      // Nobody looks at it anew when it is exported again.
      exported_version: fn.coalesce(
        'exported_version',
        selectFrom('beneficiaries').select('beneficiaries.version').where('id', '=', ref('beneficiary_id')),
      ),
    }))
    .where('id', 'in', ids)
    .where('version', '=', version)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
