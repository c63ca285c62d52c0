import type { ApprovedPayout } from '#shared/api/accounts.ts'
import type { Payout, RevealedPayout } from '#shared/api/payout.ts'
import { ApiProblem } from '../api/api.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { revealPayout, takeStep } from '../payouts/use-payout.ts'
import { withSignature } from './sign-approvals.ts'
import { type QueueFilter, searchQueue } from './use-queue.ts'

/** A payout without warnings as the person is shown it, and the request that approving names. */
export interface Candidate {
  readonly payout: Payout
  readonly revealed: RevealedPayout
}

/** A payout that stays in review, and why. */
export interface Left {
  readonly payout: Payout
  readonly why: string
}

/** No more at once: a person can look through these. */
const most = 100

export interface Collected {
  readonly candidates: readonly Candidate[]
  readonly left: readonly Left[]
  /** Whether there are more of them in the queue. */
  readonly hasMore: boolean
}

/** All of the queue without any warning, each revealed, which is audited: only so is known which request is approved, and that none has come since. */
export async function collectCandidates(
  filter: QueueFilter,
  signal: AbortSignal,
  tell: (done: number, count: number) => void,
): Promise<Collected> {
  const { payouts, hasMore } = await withoutWarnings(filter, signal)
  const candidates: Candidate[] = []
  const left: Left[] = []
  for (const [place, payout] of payouts.entries()) {
    tell(place, payouts.length)
    const found = await revealed(payout, signal)
    if ('why' in found) left.push(found)
    else candidates.push(found)
  }
  return { candidates, left, hasMore }
}

async function withoutWarnings(filter: QueueFilter, signal: AbortSignal) {
  const payouts: Payout[] = []
  let cursor: string | null | undefined
  do {
    const page = await searchQueue(filter, { warnings: 'none', limit: 100, ...(cursor && { cursor }) }, signal)
    payouts.push(...page.items.filter(({ actions }) => actions.includes('approve')))
    cursor = page.nextCursor
  } while (cursor !== null && payouts.length <= most)
  return { payouts: payouts.slice(0, most), hasMore: payouts.length > most }
}

async function revealed(payout: Payout, signal: AbortSignal): Promise<Candidate | Left> {
  try {
    const found = await revealPayout(payout.id, signal)
    // What is shown beside it is of another version.
    if (found.version !== payout.version) return { payout, why: t('review.all.changed') }
    return found.warnings.length > 0 ? { payout, why: t('review.all.warned') } : { payout, revealed: found }
  } catch (error) {
    if (error instanceof ApiProblem) return { payout, why: problemDetail(error.problem) }
    throw error
  }
}

export interface Outcome {
  readonly approved: readonly Payout[]
  readonly left: readonly Left[]
}

/**
 * Approves one after the other exactly what was shown, until the person stops it or the server gives no answer; all by the one signature of
 * who signs.
 */
export async function approveAll(
  candidates: readonly Candidate[],
  signatureId: string | undefined,
  isStopped: () => boolean,
  tell: (approved: number) => void,
): Promise<Outcome> {
  const approved: Payout[] = []
  const left: Left[] = []
  let notTried: string | undefined
  for (const candidate of candidates) {
    if (isStopped()) notTried ??= t('review.all.stopped')
    const { payout } = candidate
    if (notTried !== undefined) {
      left.push({ payout, why: notTried })
      continue
    }
    try {
      await approve(candidate, signatureId)
      approved.push(payout)
      tell(approved.length)
    } catch (error) {
      const isRefused = error instanceof ApiProblem
      left.push({ payout, why: isRefused ? problemDetail(error.problem) : t('review.all.noAnswer') })
      if (!isRefused) notTried = t('review.all.notTried')
    }
  }
  return { approved, left }
}

function approve({ payout: { id }, revealed: { version, ...shown } }: Candidate, signatureId: string | undefined) {
  const { requestHash, warningsHash } = shown
  return takeStep(id, withSignature({ act: 'approve', requestHash, warningsHash, confirmed: [] }, signatureId), version)
}

/** What of a payout the person signs. */
export function signedOf({ payout: { id }, revealed: { requestHash, warningsHash } }: Candidate): ApprovedPayout {
  return { id, requestHash, warningsHash, confirmedKinds: [] }
}
