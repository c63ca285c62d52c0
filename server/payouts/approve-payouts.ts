import type { Approval } from '#shared/api/approval.ts'
import { type Issue, warningId } from '#shared/api/issue.ts'
import type { Written } from '../beneficiaries/written-entry.ts'
import { breathe } from '../breathe.ts'
import { caught, Failure } from '../failure.ts'
import { sanctionsNeed } from '../policy/approvals-needed.ts'
import { sumsOfBatches } from '../policy/need-of-payout.ts'
import type { GivenApproval } from '../store/payout-approvals.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import type { Transaction } from '../store/store.ts'
import { touched } from './act-on-payout.ts'
import type { Actor } from './approval-state.ts'
import {
  auditedWarnings,
  type Confirmation,
  confirmationColumns,
  countColumns,
  reviewsOf,
  savedConfirmations,
} from './confirmations.ts'
import { factsFor } from './facts.ts'
import { type MovedRow, moved, movedRow, writeMoved } from './moved-payout.ts'
import type { StandingWarning } from './review-policy.ts'
import { noSuchPayout, payoutRowsOf, type Seen, verificationOf, writtenPayout } from './saved-payout.ts'
import { warningsHash, warningsOf, weighedRow } from './warnings.ts'

/** An approval of exactly what was shown of a payout. Kinds of warnings are confirmed alike for many payouts. */
interface Approving extends Seen, Approval {
  readonly confirmedKinds?: readonly string[]
  readonly signature?: GivenApproval['signature']
}

/**
 * Approves exactly the request that was shown, with exactly the warnings that were, once the reviewer has confirmed what they are to; those of
 * kinds that are confirmed alike for many payouts need no more.
 * @throws Failure OWN_ENTRY, APPROVAL_STALE and WARNINGS_UNREVIEWED beside what every act throws
 */
export async function approvePayout(
  tx: Transaction,
  person: Actor,
  seen: Seen,
  shown: Approval,
  signature?: GivenApproval['signature'],
): Promise<PayoutRow> {
  const [approved] = await approvePayouts(tx, person, [{ ...shown, ...seen, signature }])
  if (approved === undefined || approved instanceof Failure) throw approved ?? noSuchPayout()
  return approved
}

/**
 * The same of payouts one after the other, each once and of a hundred at most. Answers each of the first ones, or why it was refused; at least the
 * first, and no further ones once it is time. What speaks against one is the same whether or not those before it are approved, so it is looked up
 * for all of them at once, and all are written together.
 */
export async function approvePayouts(
  tx: Transaction,
  person: Actor,
  given: readonly Approving[],
  isTime: () => boolean = () => false,
): Promise<readonly (PayoutRow | Failure)[]> {
  const rows = await payoutRowsOf(
    tx,
    given.map(({ id }) => id),
  )
  const read = given.map(({ id }) => readPayout(tx, rows.get(id) ?? noSuchPayout()))
  const weighed = read.flatMap((one) => (one instanceof Failure ? [] : one))
  const facts = await factsFor(
    tx,
    weighed.map(({ row, written }) => weighedRow(row, written)),
  )
  const sumOfBatch = await sumsOfBatches(
    tx,
    weighed.map(({ row, written }) => ({ ...row, written })),
  )
  const moves: MovedRow[] = []
  const results: (PayoutRow | Failure)[] = []
  for (const [place, approving] of given.entries()) {
    if (place > 0 && isTime()) break
    if (place > 0) await breathe()
    const one = read[place] ?? noSuchPayout()
    const result =
      one instanceof Failure
        ? one
        : caught(() => {
            const warnings = warningsOf(tx, facts, weighedRow(one.row, one.written))
            const ofBatch = { sumOfBatch: sumOfBatch({ ...one.row, written: one.written }) }
            return approved(tx, person, approving, { ...one, warnings, ofBatch })
          })
    if (!(result instanceof Failure)) moves.push(result)
    results.push(result instanceof Failure ? result : result.row)
  }
  await writeMoved(tx, moves)
  return results
}

interface ReadPayout {
  readonly row: PayoutRow
  readonly written: Written
}

function readPayout(tx: Transaction, row: PayoutRow | Failure): ReadPayout | Failure {
  return row instanceof Failure ? row : caught(() => ({ row, written: writtenPayout(tx, row) }))
}

interface Judged extends ReadPayout {
  /** All that stand against it now. */
  readonly warnings: readonly Issue[]
  readonly ofBatch: { readonly sumOfBatch: string | undefined }
}

function approved(
  tx: Transaction,
  person: Actor,
  { confirmedKinds = [], signature, ...shown }: Approving,
  { row, written, warnings: todays, ofBatch }: Judged,
): MovedRow {
  const confirmed = [...shown.confirmed, ...confirmedAlike(todays, confirmedKinds)]
  const before = savedConfirmations(tx, row)
  const warnings = {
    shownHash: shown.warningsHash,
    todaysHash: warningsHash(tx.encryption, row.id, todays),
    standing: standing(todays, before),
    confirmed,
  }
  const { requestHash: shownHash } = shown
  const verification = verificationOf(tx, row, written)
  const at = tx.now().toISOString()
  const sanctions = sanctionsNeed(tx.sanctionsReviewers)
  const move = { act: 'approve', shownHash, verification, warnings, sanctions, ...ofBatch, signature, at } as const
  const approvalState = moved(tx, row, shown, move, person)
  const reviews = reviewsOf(todays, confirmed, { by: person.id, at })
  const approvers = approvalState.approvals.map(({ by }) => by)
  const all = [...before.filter(({ isReview, by }) => isReview !== true || approvers.includes(by)), ...reviews]
  const change = {
    ...touched(person, at),
    ...confirmationColumns(tx, row.id, all),
    ...countColumns(todays, all),
    comment_encrypted: null,
  }
  const facts = { requestHash: shownHash, ...auditedWarnings(reviews), ...(signature && { isSigned: true }) }
  return movedRow(tx, row, approvalState, change, { personId: person.id, action: 'payout.approved', facts })
}

/** Warnings of compliance take a reason of their own each: none comes with these. */
function confirmedAlike(warnings: readonly Issue[], kinds: readonly string[]): Approval['confirmed'] {
  return warnings.filter(({ code }) => kinds.includes(code)).map((warning) => ({ warningId: warningId(warning) }))
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
