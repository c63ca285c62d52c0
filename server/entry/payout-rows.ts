import { CompiledQuery, type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { groupedBy, rowsOfKeys } from '../store/by-keys.ts'
import { composed } from '../store/composed.ts'
import type { Encryption } from '../store/encryption/encryption.ts'
import { powerOfTwo } from '../store/insert-rows.ts'
import { isIntact, rowMac } from '../store/row-mac.ts'
import type { Tables } from '../store/schema.ts'
import type { RowReader } from '../store/store.ts'
import { referenceColumns } from './entry-columns.ts'
import { forgetQuestionsOfPayout } from './forgotten-question-rows.ts'

export type PayoutRow = Selectable<Tables['payouts']>

export type NewPayoutRow = Omit<Insertable<Tables['payouts']>, 'row_mac'>

export type PayoutChange = Partial<Omit<PayoutRow, 'id' | 'version' | 'row_mac'>>

export function findPayout(db: Kysely<Tables>, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The payouts of these ids, in no order. */
export function findPayouts(db: Kysely<Tables>, ids: readonly string[]): Promise<readonly PayoutRow[]> {
  return rowsOfKeys(ids, (some) => db.selectFrom('payouts').selectAll().where('id', 'in', some).execute())
}

/** The ids of the payouts that have these references, by the reference. */
export async function payoutsByReference(
  { db, encryption }: RowReader,
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

export async function insertPayout({ db, encryption }: RowReader, row: NewPayoutRow): Promise<void> {
  await db
    .insertInto('payouts')
    .values({ ...row, row_mac: rowMac(encryption, 'payouts', row) })
    .execute()
}

/** Changes a payout that still has this version, and counts it up: its row now; undefined when it has another by now. */
export async function updatePayout(
  { db, encryption }: RowReader,
  row: PayoutRow,
  change: PayoutChange,
): Promise<PayoutRow | undefined> {
  const next = changedRow(encryption, row, change)
  return (await writePayouts(db, [{ before: row, row: next }])) === 1 ? next : undefined
}

/** A payout as it was, and as {@link changedRow} has it. */
interface ChangedPayout {
  readonly before: PayoutRow
  readonly row: PayoutRow
}

/** The most rows that one statement changes. */
const changedAtOnce = 64

/** Writes payouts that were changed, those of the same columns together; answers how many of them still had the version of before. */
export async function writePayouts(db: Kysely<Tables>, changed: readonly ChangedPayout[]): Promise<number> {
  let count = 0
  // SQLite writes to each index of a column that is named, also where it stays as it is.
  const alike = groupedBy(changed, ({ before, row }) =>
    JSON.stringify(Object.keys(row).filter((name) => Reflect.get(row, name) !== Reflect.get(before, name))),
  )
  for (const [key, some] of alike) {
    const columns = z.array(z.string()).parse(JSON.parse(key))
    for (let from = 0; from < some.length; ) {
      const atOnce = powerOfTwo(Math.min(some.length - from, changedAtOnce))
      count += await writeAlike(db, columns, some.slice(from, from + atOnce))
      from += atOnce
    }
  }
  return count
}

async function writeAlike(
  db: Kysely<Tables>,
  columns: readonly string[],
  some: readonly ChangedPayout[],
): Promise<number> {
  const [first] = some
  const types = columns.map((name) => typeOf(first, name))
  const text = composed(db, JSON.stringify(['payouts', some.length, columns, types]), () =>
    updateOf(columns, types, some.length),
  )
  const values = some.flatMap(({ before, row }) => [
    before.id,
    before.version,
    ...columns.map((name): unknown => Reflect.get(row, name)),
  ])
  const { numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values))
  return Number(numAffectedRows)
}

/** PostgreSQL takes a value that is not told otherwise for text. Of what has changed, one of both is something. */
function typeOf(changed: ChangedPayout | undefined, name: string): 'bigint' | 'text' {
  const either = [changed?.row, changed?.before].map((row): unknown => row && Reflect.get(row, name))
  return either.some((value) => typeof value === 'number') ? 'bigint' : 'text'
}

function updateOf(columns: readonly string[], types: readonly ('bigint' | 'text')[], count: number) {
  const value = (type: 'bigint' | 'text') => sql`cast(${null} as ${sql.raw(type)})`
  const row = sql`(${sql.join((['text', 'bigint', ...types] as const).map(value))})`
  const rows = sql.join(Array.from({ length: count }, () => row))
  // Names that no column has: those of the payout would be meant.
  const given = columns.map((_, place) => sql.ref(`value_${place}`))
  const set = sql.join(columns.map((name, place) => sql`${sql.ref(name)} = ${given[place]}`))
  return sql`with given (given_id, given_version, ${sql.join(given)}) as (values ${rows})
    update payouts set ${set} from given where id = given_id and version = given_version`
}

/** A row as it is after a change. */
export function changedRow(encryption: Encryption, row: PayoutRow, change: PayoutChange): PayoutRow {
  requireOwn(encryption, row)
  const next = { ...row, ...change, version: row.version + 1 }
  return { ...next, row_mac: rowMac(encryption, 'payouts', next) }
}

/** A new MAC would confirm a row that was changed outside of the app. */
export function requireOwn(encryption: Encryption, row: PayoutRow): void {
  if (!isIntact(encryption, 'payouts', row))
    throw new Error('A payout that was changed outside of the app is not written again.')
}

export async function deletePayout(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('search_terms').where('kind', '=', 'payout').where('thing_id', '=', id).execute()
  await forgetQuestionsOfPayout(db, id)
  await db.deleteFrom('payouts').where('id', '=', id).execute()
}

/** Those of these batches of which payouts wait for review. */
export async function batchesInReview(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('payout_sums')
    .select('batch_id')
    .distinct()
    .where('batch_id', 'in', ids)
    .where('state', '=', 'in_review')
    .where('count', '>', 0)
    .execute()
  return new Set(rows.map(({ batch_id }) => batch_id))
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

/** The newest exported payout to a beneficiary other than this one, of those that were not erased. */
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

/** The newest exported payouts to each of these beneficiaries, up to a number; tests left out, which move no money. */
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

/** The saved beneficiary that a payout was saved with; undefined in a draft whose beneficiary is new and has errors. */
export function beneficiaryOf({ beneficiary_id, beneficiary_version }: PayoutRow) {
  if (beneficiary_id === null || beneficiary_version === null) return undefined
  return { id: beneficiary_id, version: beneficiary_version }
}

/** The ids are kept as a JSON list of texts; an id of ours has no character that `like` reads otherwise. */
export function holding(personId: string): string {
  return `%"${personId}"%`
}
