import { setImmediate as turn } from 'node:timers/promises'
import type { ToApprove } from '#shared/api/payout.ts'
import type { PayoutFact } from '#shared/api/payout-marks.ts'
import { mayDo } from '#shared/api/permissions.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { maskedIssue, secretsIn } from '../entry/masked.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { approvalStateOf } from '../payout-state/approval-columns.ts'
import type { TransitionRefusal } from '../payout-state/approval-conditions.ts'
import { tamperedAmong } from '../payout-state/genuine.ts'
import { writtenPayout } from '../payout-state/saved-payout.ts'
import { refusals } from '../payout-state/transition.ts'
import { type Actor, activeReviewers, type Member } from '../people/member.ts'
import { refusalOnWire, warningOnWire } from '../problems/english-texts.ts'
import type { Reader } from '../store/store.ts'
import { approvalMoves } from './approval-move.ts'
import { authorsNow, factsFor } from './facts.ts'
import type { AssessedPayout, CurrentPayout } from './move-together.ts'
import { findPayoutFacts } from './payout-marks.ts'
import { rowToAssess, warningsHash, warningsOf } from './warnings.ts'

/*
 * What is between payouts in review and their approval, for the person who asks and for everyone who reviews: as `transition` decides it, for a
 * payout by itself, a batch and the queue alike.
 */

/** A payout in review that can be read, with its current warnings. */
export interface PayoutInReview extends AssessedPayout {
  readonly warningsHash: string
  readonly facts: readonly PayoutFact[]
  /** What prevents a person from approving it who has confirmed nothing yet. */
  refusalsFor(person: Actor): readonly TransitionRefusal[]
}

/** What is between each payout and its approval by any of the people. Others have their turn between the steps. */
export async function inReview(
  reader: Reader,
  rows: readonly PayoutRow[],
  people: readonly Actor[],
): Promise<readonly PayoutInReview[]> {
  const read = rows.map((row) => {
    const written = writtenPayout(reader, row)
    return { row, written, toAssess: rowToAssess(row, written) }
  })
  await turn()
  const all = read.map(({ toAssess }) => toAssess)
  const known = await factsFor(reader, all)
  const factsOf = await findPayoutFacts(reader, known, all)
  await turn()
  const found = ({ toAssess }: (typeof read)[number]) => ({
    warnings: warningsOf(reader, known, toAssess),
    facts: factsOf(toAssess),
  })
  return judged(reader, read, people, { found, authorsOf: authorsNow(reader, known) })
}

type FoundOfPayout = Pick<PayoutInReview, 'warnings' | 'facts'>

const nothing: FoundOfPayout = { warnings: [], facts: [] }

interface Now<Read> {
  readonly found: (payout: Read) => FoundOfPayout
  readonly authorsOf: (payout: CurrentPayout) => readonly string[]
}

async function judged<Read extends CurrentPayout>(
  reader: Reader,
  read: readonly Read[],
  people: readonly Actor[],
  { found, authorsOf }: Now<Read>,
): Promise<readonly PayoutInReview[]> {
  const moves = await approvalMoves(reader, read, people, authorsOf)
  await turn()
  return read.map((payout) => {
    const { row } = payout
    const assessed = { ...payout, ...found(payout) }
    const hash = warningsHash(reader.encryption, row.id, assessed.warnings)
    const moveBy = moves.of(assessed, { requestHash: row.request_hash, warningsHash: hash, confirmed: [] })
    const state = approvalStateOf(reader.encryption, row)
    return { ...assessed, warningsHash: hash, refusalsFor: (person) => refusals(state, moveBy(person), person) }
  })
}

/** What prevents a person from approving a payout, whatever they confirm as they do. */
export function obstacles(payout: PayoutInReview, person: Actor): readonly TransitionRefusal[] {
  return payout.refusalsFor(person).filter(({ code }) => code !== 'WARNINGS_UNREVIEWED')
}

/**
 * All conditions of payouts that the app wrote, masked. None for who neither reviews nor administers, as others' limits are no business of
 * who enters payouts; nor of those that do not wait for review.
 */
export async function conditionsOf(
  reader: Reader,
  signIn: SignInMode,
  person: Member,
  rows: readonly PayoutRow[],
): Promise<ReadonlyMap<PayoutRow, ToApprove>> {
  const isAsked = mayDo(person.roles, 'approve') || mayDo(person.roles, 'administer')
  const waiting = isAsked ? rows.filter(({ state, erased_at }) => state === 'in_review' && erased_at === null) : []
  if (waiting.length === 0) return new Map()
  const reviewers = await activeReviewers(reader, signIn)
  const payouts = await inReview(reader, waiting, [person, ...reviewers])
  return new Map(payouts.map((payout) => [payout.row, conditionsOn(reader, payout, person, reviewers)]))
}

function conditionsOn(
  { fields }: Reader,
  payout: PayoutInReview,
  person: Member,
  reviewers: readonly Member[],
): ToApprove {
  const secrets = secretsIn(payout.written.entry, fields)
  return {
    conditions: payout.refusalsFor(person).map(({ warnings: unreviewed, ...refusal }) => ({
      ...refusalOnWire(refusal),
      ...(unreviewed && { warnings: unreviewed.map((warning) => warningOnWire(maskedIssue(warning, secrets))) }),
    })),
    reviewers: reviewers.map((reviewer) => reviewerOf(payout, reviewer)),
  }
}

/** By whose own limits a person is prevented is not answered to others. */
function reviewerOf(payout: PayoutInReview, person: Member): ToApprove['reviewers'][number] {
  const why = obstacles(payout, person).flatMap(({ params }) => params.why ?? [])
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
  // Whom a hidden row kept from its authors, the approval itself refuses.
  const payouts = await judged(reader, read, [person], { found: () => nothing, authorsOf: () => [] })
  // Where today's rules make another request of it, that one is there once it is opened.
  const may = payouts.filter((payout) => obstacles(payout, person).every(({ code }) => code === 'APPROVAL_STALE'))
  return new Set(may.map(({ row }) => row))
}
