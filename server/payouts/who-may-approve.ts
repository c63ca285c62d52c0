import type { ToApprove } from '#shared/api/payout.ts'
import { mayDo } from '#shared/api/permissions.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { maskedIssue, secretsIn } from '../entry/masked.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import type { TransitionRefusal } from '../payout-state/approval-conditions.ts'
import type { ApprovalState } from '../payout-state/approval-state.ts'
import { tamperedAmong } from '../payout-state/genuine.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import { refusals } from '../payout-state/transition.ts'
import { type Actor, activeReviewers, type Member } from '../people/member.ts'
import { refusalOnWire, warningOnWire } from '../problems/english-texts.ts'
import type { Reader } from '../store/store.ts'
import { type ApprovalMoveBy, approvalMoves, shownNow } from './approval-move.ts'
import { rowToAssess, warningsOfOne } from './warnings.ts'

/*
 * What is between a payout in review and its approval, for the person who asks and for everyone who reviews: as `transition` decides it.
 */

/**
 * All conditions of a payout that the app wrote, masked. Null for who neither reviews nor administers, as others' limits are no business of
 * who enters payouts; and where it does not wait for review.
 */
export async function conditionsOf(
  reader: Reader,
  signIn: SignInMode,
  person: Member,
  row: PayoutRow,
): Promise<ToApprove | null> {
  if (row.state !== 'in_review' || row.erased_at !== null) return null
  if (!mayDo(person.roles, 'approve') && !mayDo(person.roles, 'administer')) return null
  const reviewers = await activeReviewers(reader, signIn)
  const written = writtenPayout(reader, row)
  const warnings = await warningsOfOne(reader, rowToAssess(row, written))
  const moves = await approvalMoves(reader, [{ row, written }], [person, ...reviewers])
  const moveBy = moves.of({ row, written, warnings }, shownNow(reader, row, warnings))
  const payout = approvalStateOf(reader.encryption, row)
  const secrets = secretsIn(written.entry, reader.fields)
  return {
    conditions: refusals(payout, moveBy(person), person).map(({ warnings: unreviewed, ...refusal }) => ({
      ...refusalOnWire(refusal),
      ...(unreviewed && { warnings: unreviewed.map((warning) => warningOnWire(maskedIssue(warning, secrets))) }),
    })),
    reviewers: reviewers.map((reviewer) => reviewerOf(payout, moveBy, reviewer)),
  }
}

/** What prevents a person from approving a payout, whatever they confirm as they do. */
export function obstacles(payout: ApprovalState, moveBy: ApprovalMoveBy, person: Actor): readonly TransitionRefusal[] {
  return refusals(payout, moveBy(person), person).filter(({ code }) => code !== 'WARNINGS_UNREVIEWED')
}

/** By whose own limits a person is prevented is not answered to others. */
function reviewerOf(payout: ApprovalState, moveBy: ApprovalMoveBy, person: Member): ToApprove['reviewers'][number] {
  const why = obstacles(payout, moveBy, person).flatMap(({ params }) => params.why ?? [])
  const isHeldAlone = why.length === 1 && why[0] === 'held'
  return { person: { id: person.id, name: person.name }, why, from: isHeldAlone ? person.heldUntil : null }
}

/** Those of the rows that a person can approve now, whatever they confirm as they do. */
export async function approvableAmong(
  reader: Reader,
  person: Actor,
  rows: readonly PayoutRow[],
): Promise<ReadonlySet<PayoutRow>> {
  const tampered = await tamperedAmong(reader, rows)
  const read = rows.flatMap((row) => (tampered.has(row) ? [] : { row, written: writtenPayout(reader, row) }))
  const moves = await approvalMoves(reader, read, [person])
  const may = read.filter((payout) => {
    const moveBy = moves.of({ ...payout, warnings: [] }, shownNow(reader, payout.row, []))
    // Where today's rules make another request of it, that one is there once it is opened.
    const found = obstacles(approvalStateOf(reader.encryption, payout.row), moveBy, person)
    return found.every(({ code }) => code === 'APPROVAL_STALE')
  })
  return new Set(may.map(({ row }) => row))
}
