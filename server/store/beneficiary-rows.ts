import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export type BeneficiaryRow = Tables['beneficiaries']

/** What an update sets; the version it counts itself. */
export type BeneficiaryChanges = Partial<Omit<BeneficiaryRow, 'id' | 'version'>>

export async function insertBeneficiary(db: Kysely<Tables>, row: BeneficiaryRow): Promise<void> {
  await db.insertInto('beneficiaries').values(row).execute()
}

export function findBeneficiary(db: Kysely<Tables>, id: string): Promise<BeneficiaryRow | undefined> {
  return db.selectFrom('beneficiaries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The beneficiary that was entered from an unfinished form. */
export function beneficiaryOfDraft(db: Kysely<Tables>, draftId: string): Promise<BeneficiaryRow | undefined> {
  return db.selectFrom('beneficiaries').selectAll().where('draft_id', '=', draftId).executeTakeFirst()
}

/** Makes the next version of a beneficiary; false where the version named is not the newest, and then nothing has changed. */
export async function updateBeneficiary(
  db: Kysely<Tables>,
  { id, version }: { readonly id: string; readonly version: number },
  changes: BeneficiaryChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('beneficiaries')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes when they were last paid. No new version: nobody has edited anything. */
export async function setLastPayout(db: Kysely<Tables>, ids: readonly string[], at: string): Promise<void> {
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    await db
      .updateTable('beneficiaries')
      .set({ last_payout_at: at })
      .where('id', 'in', ids.slice(from, from + idsAtOnce))
      .execute()
  }
}

const idsAtOnce = 500
