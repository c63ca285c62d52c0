import type { Kysely } from 'kysely'
import { groupedBy } from '../store/by-keys.ts'
import type { Tables } from '../store/schema.ts'

export type BankNameRow = Tables['bank_names']

/** All, by country and code. */
export function allBankNames(db: Kysely<Tables>): Promise<readonly BankNameRow[]> {
  return db.selectFrom('bank_names').selectAll().orderBy('id').execute()
}

export function findBankName(db: Kysely<Tables>, id: string): Promise<BankNameRow | undefined> {
  return db.selectFrom('bank_names').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Saves a name in place of the one that was there. */
export async function putBankName(db: Kysely<Tables>, row: BankNameRow): Promise<void> {
  const { id: _, ...change } = row
  await db
    .insertInto('bank_names')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute()
}

export async function deleteBankName(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('bank_names').where('id', '=', id).execute()
}

/** Counts payouts to banks, each as often as it is named. */
export async function countBankUses(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (const [id, own] of groupedBy(ids, (bank) => bank))
    await db
      .insertInto('bank_uses')
      .values({ id, uses: own.length })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref, eb }) => ({ uses: eb(ref('bank_uses.uses'), '+', own.length) })),
      )
      .execute()
}

/** The banks that most payouts were entered to, the most used first. */
export async function usedBanks(db: Kysely<Tables>): Promise<readonly string[]> {
  const rows = await db.selectFrom('bank_uses').select('id').orderBy('uses', 'desc').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
