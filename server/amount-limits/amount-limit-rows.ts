import type { Kysely } from 'kysely'
import type { Tables } from '../store/schema.ts'

type AmountLimitRow = Tables['amount_limits']

/** All, by currency. */
export function allAmountLimits(db: Kysely<Tables>): Promise<readonly AmountLimitRow[]> {
  return db.selectFrom('amount_limits').selectAll().orderBy('currency_code').execute()
}

export function findAmountLimit(db: Kysely<Tables>, currencyCode: string): Promise<AmountLimitRow | undefined> {
  return db.selectFrom('amount_limits').selectAll().where('currency_code', '=', currencyCode).executeTakeFirst()
}

/** Saves a limit in place of the one that was there. */
export async function putAmountLimit(db: Kysely<Tables>, row: AmountLimitRow): Promise<void> {
  const { currency_code: _, ...change } = row
  await db
    .insertInto('amount_limits')
    .values(row)
    .onConflict((conflict) => conflict.column('currency_code').doUpdateSet(change))
    .execute()
}

export async function deleteAmountLimit(db: Kysely<Tables>, currencyCode: string): Promise<void> {
  await db.deleteFrom('amount_limits').where('currency_code', '=', currencyCode).execute()
}
