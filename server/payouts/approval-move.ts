import type { Approval } from '#shared/api/approval.ts'
import { type Issue, warningId } from '#shared/api/issue.ts'
import { authorsInRow } from '../payout-state/approval-columns.ts'
import type { ActionOf } from '../payout-state/approval-state.ts'
import { type Confirmation, savedConfirmations } from '../payout-state/confirmations.ts'
import type { StandingWarning } from '../payout-state/review-policy.ts'
import { verificationOf } from '../payout-state/saved-payout.ts'
import type { Actor } from '../people/member.ts'
import { approvalSums } from '../policy/approval-sums.ts'
import { sanctionsNeed } from '../policy/approvals-needed.ts'
import { needByAuthors } from '../policy/need-of-payout.ts'
import type { Reader } from '../store/store.ts'
import type { AssessedPayout, CurrentPayout } from './move-together.ts'
import { refusalsOfReplaced } from './replaced.ts'
import { warningsHash } from './warnings.ts'

/** By a person: it is the same for all of them but for what their limits count. */
type ApprovalMoveBy = (person: Actor) => ActionOf<'approve'>

/** Approving payouts, as `transition` takes it: what approves them and what shows who could is the same. */
export interface ApprovalMoves {
  of(payout: AssessedPayout, shown: Approval): ApprovalMoveBy
  /** Lets the limits of a person count that they have approved this one since. */
  count(payout: CurrentPayout, person: Actor): void
}

/**
 * What limits count is looked up for all of the payouts at once, where any of the people has one.
 * @param authorsOf whose a payout is by now for the details that it pays to
 */
export async function approvalMoves(
  reader: Reader,
  read: readonly CurrentPayout[],
  people: readonly Actor[],
  authorsOf: (payout: CurrentPayout) => readonly string[],
): Promise<ApprovalMoves> {
  const sums = await approvalSums(reader, people, read.map(limitedPayout))
  const refusalOf = await refusalsOfReplaced(
    reader,
    read.map(({ row }) => row),
  )
  const { groupOf } = await reader.hosts()
  const needFor = await needByAuthors(reader)
  return {
    of(payout, { requestHash, warningsHash: shownHash, confirmed }) {
      const { row, written, warnings: todays } = payout
      const detailsBy = authorsOf(payout)
      const move = {
        act: 'approve',
        shownHash: requestHash,
        verification: verificationOf(reader, row, written),
        warnings: {
          shownHash,
          todaysHash: warningsHash(reader.encryption, row.id, todays),
          standing: standing(todays, savedConfirmations(reader, row)),
          confirmed,
        },
        ...refusalOf(row),
        detailsBy,
        anyones: needFor([...authorsInRow(row), ...detailsBy]),
        groupOf,
        sanctions: sanctionsNeed(reader.sanctionsReviewers),
        at: reader.now().toISOString(),
      } as const
      return (person) => ({ ...move, sums: sums.of(limitedPayout(payout), person) })
    },
    count: (payout, person) => sums.add(limitedPayout(payout), person),
  }
}

function limitedPayout({ row: { id, batch_id, beneficiary_id: beneficiaryId }, written }: CurrentPayout) {
  return { id, batch_id, beneficiaryId, written }
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
