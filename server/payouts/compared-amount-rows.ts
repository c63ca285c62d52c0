import { type Kysely, sql } from 'kysely'
import type { Tables } from '../store/schema.ts'

/** The limits of amounts by currency, and a row more for each policy in force: one question, as most apps have no policy. */
export function limitsAndPolicies(db: Kysely<Tables>) {
  const policies = db
    .selectFrom('approval_policy')
    .select(['id as currency', 'state as amount', sql<number>`1`.as('isPolicy')])
    .where('state', '=', 'in_force')
    .$castTo<{ currency: string; amount: string; isPolicy: number }>()
  return db
    .selectFrom('amount_limits')
    .select(['currency_code as currency', 'amount', sql<number>`0`.as('isPolicy')])
    .unionAll(policies)
    .execute()
}
