import { type Kysely, sql } from 'kysely'
import { findPayouts, type PayoutRow } from '../../entry/payout-rows.ts'
import type { Tables } from '../../store/schema.ts'
import { isReviewableBy, type LimitedReviewer } from './payout-filter.ts'
import { hasPartIn, type KeptReviewLine, reviewLines } from './review-narrowing.ts'

/** Payouts in review that fewer of these people can approve than approvals are missing, those that wait longest first. */
export async function uncoveredPayouts(
  db: Kysely<Tables>,
  reviewers: readonly LimitedReviewer[],
  limit: number,
): Promise<readonly PayoutRow[]> {
  const doubtful = (await reviewLines(db)).filter((line) => !isSurelyCovered(line, reviewers))
  if (doubtful.length === 0) return []
  const known = reviewers
    .filter((one) => !doubtful.every((line) => hasPartIn(line, one)))
    .map((one) => ({ ...one, hasNoPart: !doubtful.some((line) => hasPartIn(line, one)) }))
  const found = await db
    .selectFrom('payouts')
    .select('id')
    .where('state', '=', 'in_review')
    .where((is) => {
      const can = inGroups(known).map((group) =>
        is
          .case()
          .when(is.or(group.map((one) => is.and(isReviewableBy(is, one)))))
          .then(1)
          .else(0)
          .end(),
      )
      return sql<boolean>`${sql.join([sql`0`, ...can], sql` + `)} < approvals_needed - approvals_count`
    })
    .where('submitted_at', 'is not', null)
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  const byId = new Map(
    (
      await findPayouts(
        db,
        found.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return found.flatMap(({ id }) => byId.get(id) ?? [])
}

/** Payouts in review that replace a refused one and take several approvals, which on the word of their authors alone no one can approve. */
export function replacementsInReview(db: Kysely<Tables>, limit: number): Promise<readonly PayoutRow[]> {
  return (
    db
      .selectFrom('payouts')
      .selectAll()
      .where('replaces_id', 'is not', null)
      // The index of those that replace one has few, that of the state many.
      .where(sql<string>`state || ''`, '=', 'in_review')
      .where('approvals_needed', '>', 1)
      .orderBy('submitted_at')
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

/** No rule asks for more approvals. */
const mostNeeded = 2

/** Whether enough of them approve any amount of this currency and had no part in these payouts. */
function isSurelyCovered(line: KeptReviewLine, reviewers: readonly LimitedReviewer[]): boolean {
  const missing = mostNeeded - (line.approver === '' ? 0 : 1)
  const able = reviewers.filter((one) => !hasPartIn(line, one) && one.approveUpTo[line.currency_code] === undefined)
  return inGroups(able).length >= missing
}

/** Those who count as one approve but once. */
function inGroups(reviewers: readonly LimitedReviewer[]): readonly (readonly LimitedReviewer[])[] {
  const groups: LimitedReviewer[][] = []
  for (const one of reviewers) {
    const own = groups.find((group) => group.some(({ asOne = [] }) => asOne.includes(one.id)))
    if (own === undefined) groups.push([one])
    else own.push(one)
  }
  return groups
}
