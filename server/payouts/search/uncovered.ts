import { type Kysely, sql } from 'kysely'
import type { PayoutRow } from '../../entry/payout-rows.ts'
import type { Tables } from '../../store/schema.ts'
import { isReviewableBy, type LimitedReviewer } from './payout-filter.ts'

/** Payouts in review that fewer of these people can approve than approvals are missing, those that wait longest first. */
export async function uncoveredPayouts(
  db: Kysely<Tables>,
  reviewers: readonly LimitedReviewer[],
  limit: number,
): Promise<readonly PayoutRow[]> {
  return await db
    .selectFrom('payouts')
    .selectAll()
    .where('state', '=', 'in_review')
    .where((is) => {
      const can = reviewers.map((one) =>
        is
          .case()
          .when(is.and(isReviewableBy(is, one)))
          .then(1)
          .else(0)
          .end(),
      )
      return sql<boolean>`${sql.join([sql`0`, ...can], sql` + `)} < approvals_needed - approvals_count`
    })
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
