import { type Kysely, sql } from 'kysely'
import { rowsOfKeys } from '../store/by-keys.ts'
import type { Tables } from '../store/schema.ts'

export type SavedValidationRow = Tables['validations']

export async function addValidation(db: Kysely<Tables>, row: SavedValidationRow): Promise<void> {
  await db.insertInto('validations').values(row).execute()
}

/** Of each of these questions the newest validation that the provider ran, by the hash of the question. */
export function newestValidationsThatRan(
  db: Kysely<Tables>,
  questionHashes: readonly string[],
): Promise<ReadonlyMap<string, SavedValidationRow>> {
  return newestOf(db, questionHashes, false)
}

/** The same of those that ran or may have run. */
export function newestValidations(
  db: Kysely<Tables>,
  questionHashes: readonly string[],
): Promise<ReadonlyMap<string, SavedValidationRow>> {
  return newestOf(db, questionHashes, true)
}

async function newestOf(
  db: Kysely<Tables>,
  questionHashes: readonly string[],
  withUnknown: boolean,
): Promise<ReadonlyMap<string, SavedValidationRow>> {
  const newest = new Map<string, SavedValidationRow>()
  for (let from = 0; from < questionHashes.length; from += atOnce) {
    const some = questionHashes.slice(from, from + atOnce)
    const ranked = db
      .selectFrom('validations')
      .selectAll()
      .select(({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('question_hash').orderBy('asked_at', 'desc').orderBy('id'))
          .as('place'),
      )
      .where('question_hash', 'in', some)
      .where((is) => is.or([is('ran', '=', 1), ...(withUnknown ? [is('ran', 'is', null)] : [])]))
    const rows = await db.selectFrom(ranked.as('ranked')).selectAll().where('place', '=', 1).execute()
    for (const row of rows) newest.set(row.question_hash, row)
  }
  return newest
}

/** The most values in one query. */
const atOnce = 500

/** Those of the questions that were asked, and never answered. */
export async function unansweredAmong(
  db: Kysely<Tables>,
  questionHashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await rowsOfKeys(questionHashes, (some) =>
    db
      .selectFrom('validations')
      .select('question_hash')
      .where('question_hash', 'in', some)
      .groupBy('question_hash')
      .having(({ fn }) => fn.max(fn.coalesce('ran', sql.lit(0))), '=', 0)
      .execute(),
  )
  return new Set(rows.map(({ question_hash }) => question_hash))
}

/** The validations of a beneficiary, newest first. */
export function validationsOf(
  db: Kysely<Tables>,
  beneficiaryId: string,
  most: number,
): Promise<readonly SavedValidationRow[]> {
  return newestFirst(db).where('beneficiary_id', '=', beneficiaryId).limit(most).execute()
}

/** The validations of these questions, no matter who they belong to, newest first. */
export async function validationsAsked(
  db: Kysely<Tables>,
  questionHashes: readonly string[],
  most: number,
): Promise<readonly SavedValidationRow[]> {
  if (questionHashes.length === 0) return []
  return newestFirst(db).where('question_hash', 'in', questionHashes).limit(most).execute()
}

/** Assigns the validations of questions without a beneficiary to beneficiaries: where two have the same question, to the first. */
export async function giveValidations(
  db: Kysely<Tables>,
  given: readonly { readonly questionHash: string; readonly beneficiaryId: string }[],
): Promise<void> {
  const asked = await rowsOfKeys(
    given.map(({ questionHash }) => questionHash),
    (some) =>
      db
        .selectFrom('validations')
        .select('question_hash')
        .distinct()
        .where('question_hash', 'in', some)
        .where('beneficiary_id', 'is', null)
        .execute(),
  )
  const free = new Set(asked.map(({ question_hash }) => question_hash))
  for (const { questionHash, beneficiaryId } of given)
    if (free.delete(questionHash))
      await db
        .updateTable('validations')
        .set({ beneficiary_id: beneficiaryId })
        .where('question_hash', '=', questionHash)
        .where('beneficiary_id', 'is', null)
        .execute()
}

function newestFirst(db: Kysely<Tables>) {
  return db.selectFrom('validations').selectAll().orderBy('asked_at', 'desc').orderBy('id')
}
