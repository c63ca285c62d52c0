import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export type ValidationRow = Tables['validations']

export async function addValidation(db: Kysely<Tables>, row: ValidationRow): Promise<void> {
  await db.insertInto('validations').values(row).execute()
}

/** The newest validation of this very question that the provider ran. */
export function newestValidationThatRan(db: Kysely<Tables>, questionHash: string): Promise<ValidationRow | undefined> {
  return newestFirst(db).where('question_hash', '=', questionHash).where('ran', '=', 1).limit(1).executeTakeFirst()
}

/** The validations of a beneficiary, newest first. */
export function validationsOf(
  db: Kysely<Tables>,
  beneficiaryId: string,
  most: number,
): Promise<readonly ValidationRow[]> {
  return newestFirst(db).where('beneficiary_id', '=', beneficiaryId).limit(most).execute()
}

/** The validations of these questions, no matter who they belong to, newest first. */
export async function validationsAsked(
  db: Kysely<Tables>,
  questionHashes: readonly string[],
  most: number,
): Promise<readonly ValidationRow[]> {
  if (questionHashes.length === 0) return []
  return newestFirst(db).where('question_hash', 'in', questionHashes).limit(most).execute()
}

/** Gives the validations of these questions that are nobody's to a beneficiary. */
export async function giveValidations(
  db: Kysely<Tables>,
  questionHashes: readonly string[],
  beneficiaryId: string,
): Promise<void> {
  if (questionHashes.length === 0) return
  await db
    .updateTable('validations')
    .set({ beneficiary_id: beneficiaryId })
    .where('question_hash', 'in', questionHashes)
    .where('beneficiary_id', 'is', null)
    .execute()
}

function newestFirst(db: Kysely<Tables>) {
  return db.selectFrom('validations').selectAll().orderBy('asked_at', 'desc').orderBy('id')
}
