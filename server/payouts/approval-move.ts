import type { Approval } from '#shared/api/approval.ts'
import { type Issue, warningId } from '#shared/api/issue.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import type { ActionOf } from '../payout-state/approval-state.ts'
import { type Confirmation, savedConfirmations } from '../payout-state/confirmations.ts'
import type { StandingWarning } from '../payout-state/review-policy.ts'
import { verificationOf } from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import { sanctionsNeed } from '../policy/approvals-needed.ts'
import { sumsOfBatches } from '../policy/need-of-payout.ts'
import type { Reader } from '../store/store.ts'
import type { AssessedPayout, CurrentPayout } from './move-together.ts'
import { warningsHash } from './warnings.ts'

/**
 * Approving payouts, as `transition` takes it: what approves them and what shows who could is the same. What limits count is looked up for all of
 * the payouts at once, where any of the people has one.
 */
export async function approvalMoves(
  reader: Reader,
  read: readonly CurrentPayout[],
  people: readonly Pick<Actor, 'approveUpTo'>[],
): Promise<(payout: AssessedPayout, shown: Approval) => ActionOf<'approve'>> {
  const isLimited = people.some(({ approveUpTo }) => Object.keys(approveUpTo).length > 0)
  const own = read.map(({ row, written }) => ({ ...row, written }))
  const sumOfBatch = isLimited ? await sumsOfBatches(reader, own) : () => undefined
  return ({ row, written, warnings: todays }, { requestHash, warningsHash: shownHash, confirmed }) => ({
    act: 'approve',
    shownHash: requestHash,
    verification: verificationOf(reader, row, written),
    warnings: {
      shownHash,
      todaysHash: warningsHash(reader.encryption, row.id, todays),
      standing: standing(todays, savedConfirmations(reader, row)),
      confirmed,
    },
    sanctions: sanctionsNeed(reader.sanctionsReviewers),
    sumOfBatch: sumOfBatch({ ...row, written }),
    at: reader.now().toISOString(),
  })
}

/** Everything that there is of a payout now, with nothing confirmed yet. */
export function shownNow(reader: Pick<Reader, 'encryption'>, row: PayoutRow, warnings: readonly Issue[]): Approval {
  const hash = warningsHash(reader.encryption, row.id, warnings)
  return { requestHash: row.request_hash, warningsHash: hash, confirmed: [] }
}

function standing(warnings: readonly Issue[], confirmations: readonly Confirmation[]): readonly StandingWarning[] {
  return warnings.map((warning) => {
    const own = confirmations.filter((confirmation) => confirmation.warningId === warningId(warning))
    return {
      warning,
      isConfirmed: own.some(({ isReview }) => isReview !== true),
      reviewedBy: own.flatMap(({ isReview, reason, by }) => (isReview === true && reason !== undefined ? [by] : [])),
    }
  })
}
