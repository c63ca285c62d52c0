import { CompiledQuery, type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { rowsOfKeys } from './by-keys.ts'
import { composed } from './composed.ts'
import type { Encryption } from './encryption/encryption.ts'
import { referenceColumns } from './entry-columns.ts'
import { isIntact, rowMac } from './row-mac.ts'
import type { Tables } from './schema.ts'
import type { Reader } from './store.ts'
import { forgetQuestionsOfPayout } from './validation-job-rows.ts'

export type PayoutRow = Selectable<Tables['payouts']>

export type NewPayoutRow = Omit<Insertable<Tables['payouts']>, 'row_mac'>

export type PayoutChange = Partial<Omit<PayoutRow, 'id' | 'version' | 'row_mac'>>

type Keys = Pick<Reader, 'db' | 'encryption'>

export function findPayout(db: Kysely<Tables>, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The payouts of these ids, in no order. */
export function findPayouts(db: Kysely<Tables>, ids: readonly string[]): Promise<readonly PayoutRow[]> {
  return rowsOfKeys(ids, (some) => db.selectFrom('payouts').selectAll().where('id', 'in', some).execute())
}

/** The ids of the payouts that have these references, by the reference. */
export async function payoutsByReference(
  { db, encryption }: Pick<Reader, 'db' | 'encryption'>,
  references: readonly string[],
): Promise<Map<string, string>> {
  const byHash = new Map(
    references.map((reference) => [referenceColumns(encryption, reference).reference_hash, reference]),
  )
  const rows = await rowsOfKeys([...byHash.keys()], (some) =>
    db.selectFrom('payouts').select(['id', 'reference_hash']).where('reference_hash', 'in', some).execute(),
  )
  return new Map(rows.map(({ id, reference_hash }) => [byHash.get(reference_hash) ?? '', id]))
}

/** The payout that pays in the place of another. */
export function replacementOf(db: Kysely<Tables>, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('replaces_id', '=', id).executeTakeFirst()
}

/** The payout that was entered from an unfinished form. */
export function payoutOfDraft(db: Kysely<Tables>, draftId: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('draft_id', '=', draftId).executeTakeFirst()
}

export async function insertPayout({ db, encryption }: Keys, row: NewPayoutRow): Promise<void> {
  await db
    .insertInto('payouts')
    .values({ ...row, row_mac: rowMac(encryption, 'payouts', row) })
    .execute()
}

/** Changes a payout that still has this version, and counts it up: its row now; undefined when it has another by now. */
export async function updatePayout(
  { db, encryption }: Keys,
  row: PayoutRow,
  change: PayoutChange,
): Promise<PayoutRow | undefined> {
  const next = changedRow(encryption, row, change)
  // SQLite writes to each index of a column that is named, also where it stays as it is.
  const changed = Object.entries(next).filter(([name, value]) => value !== Reflect.get(row, name))
  const columns = changed.map(([name]) => name)
  const text = composed(db, JSON.stringify(['payouts', columns]), () => {
    const set = sql.join(columns.map((name) => sql`${sql.ref(name)} = ${null}`))
    return sql`update payouts set ${set} where id = ${null} and version = ${null}`
  })
  const { numAffectedRows } = await db.executeQuery(
    CompiledQuery.raw(text, [...changed.map(([, value]) => value), row.id, row.version]),
  )
  return numAffectedRows === 1n ? next : undefined
}

/** A row as it is after a change. */
export function changedRow(encryption: Encryption, row: PayoutRow, change: PayoutChange): PayoutRow {
  requireOwn(encryption, row)
  const next = { ...row, ...change, version: row.version + 1 }
  return { ...next, row_mac: rowMac(encryption, 'payouts', next) }
}

/** A new MAC would vouch for what somebody else wrote. */
export function requireOwn(encryption: Encryption, row: PayoutRow): void {
  if (!isIntact(encryption, 'payouts', row))
    throw new Error('A payout that was changed outside of the app is not written again.')
}

export async function deletePayout(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('search_terms').where('kind', '=', 'payout').where('thing_id', '=', id).execute()
  await forgetQuestionsOfPayout(db, id)
  await db.deleteFrom('payouts').where('id', '=', id).execute()
}

/** The payouts to a beneficiary that wait for review. */
export async function payoutsInReview(db: Kysely<Tables>, beneficiaryId: string): Promise<readonly PayoutRow[]> {
  return await db
    .selectFrom('payouts')
    .selectAll()
    .where('beneficiary_id', '=', beneficiaryId)
    .where('state', '=', 'in_review')
    .execute()
}

/** The payouts with an approval that have not gone out. */
export async function payoutsUnderWay(db: Kysely<Tables>): Promise<readonly PayoutRow[]> {
  return await db
    .selectFrom('payouts')
    .selectAll()
    .where('state', 'in', ['in_review', 'approved'])
    .where('approvals_count', '>', 0)
    .execute()
}

/** The newest exported payout to a beneficiary beside this one, of those that were not erased. */
export function lastExported(
  db: Kysely<Tables>,
  { id, beneficiary_id }: Pick<PayoutRow, 'id' | 'beneficiary_id'>,
): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('beneficiary_id', '=', beneficiary_id)
    .where('state', '=', 'exported')
    .where('id', '!=', id)
    .where('erased_at', 'is', null)
    .orderBy('exported_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The newest exported payouts to each of these beneficiaries, so many of each; tests left out, which move no money. */
export async function newestExported(db: Kysely<Tables>, beneficiaryIds: readonly string[], limit: number) {
  return await rowsOfKeys(beneficiaryIds, (some) => {
    const ranked = db
      .selectFrom('payouts')
      .select(['id', 'beneficiary_id', 'amount', 'currency_code'])
      .select(({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('beneficiary_id').orderBy('exported_at', 'desc'))
          .as('place'),
      )
      .where('beneficiary_id', 'in', some)
      .where('state', '=', 'exported')
      .where('test_mode', '=', 0)
    return db.selectFrom(ranked.as('ranked')).selectAll().where('place', '<=', limit).orderBy('place').execute()
  })
}

/** The ids are kept as a JSON list of texts; an id of ours has no character that `like` reads otherwise. */
export function holding(personId: string): string {
  return `%"${personId}"%`
}
