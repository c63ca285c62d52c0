import type { ApprovedPayout } from '#shared/api/accounts.ts'
import type { Payout, RevealedPayout } from '#shared/api/payout.ts'
import { ApiProblem } from '../api/api.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { fetchRevealedPayout, requestPayoutAction } from '../payouts/use-payout.ts'
import { withSignature } from './sign-approvals.ts'
import { type QueueFilter, searchQueue } from './use-queue.ts'

/** A payout without warnings as it is shown to the person, and the request that the approval names. */
export interface ApprovalCandidate {
  readonly payout: Payout
  readonly revealed: RevealedPayout
}

/** A payout that was not approved, and why. */
export interface UnapprovedPayout {
  readonly payout: Payout
  readonly why: string
}

/** The most at once: a person can look through these. */
const most = 100

export interface CandidateList {
  readonly candidates: readonly ApprovalCandidate[]
  readonly left: readonly UnapprovedPayout[]
  /** Whether there are more of them in the queue. */
  readonly hasMore: boolean
}

/**
 * All payouts of the queue without any warning. Each is revealed, which is audited: only that shows the request to approve, and that no
 * warning was raised since.
 */
export async function collectCandidates(
  filter: QueueFilter,
  signal: AbortSignal,
  report: (done: number, count: number) => void,
): Promise<CandidateList> {
  const { payouts, hasMore } = await withoutWarnings(filter, signal)
  const candidates: ApprovalCandidate[] = []
  const left: UnapprovedPayout[] = []
  for (const [place, payout] of payouts.entries()) {
    report(place, payouts.length)
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

async function revealed(payout: Payout, signal: AbortSignal): Promise<ApprovalCandidate | UnapprovedPayout> {
  try {
    const found = await fetchRevealedPayout(payout.id, signal)
    // The list shows another version.
    if (found.version !== payout.version) return { payout, why: t('review.all.changed') }
    return found.warnings.length > 0 ? { payout, why: t('review.all.warned') } : { payout, revealed: found }
  } catch (error) {
    if (error instanceof ApiProblem) return { payout, why: problemDetail(error.problem) }
    throw error
  }
}

export interface ApproveAllResult {
  readonly approved: readonly Payout[]
  readonly left: readonly UnapprovedPayout[]
}

/**
 * Approves exactly what was shown, one payout after the other, until the person stops it or the server does not answer. A person who signs
 * signs all of them at once.
 */
export async function approveAll(
  candidates: readonly ApprovalCandidate[],
  signatureId: string | undefined,
  isStopped: () => boolean,
  report: (approved: number) => void,
): Promise<ApproveAllResult> {
  const approved: Payout[] = []
  const left: UnapprovedPayout[] = []
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
      report(approved.length)
    } catch (error) {
      const isRefused = error instanceof ApiProblem
      left.push({ payout, why: isRefused ? problemDetail(error.problem) : t('review.all.noAnswer') })
      if (!isRefused) notTried = t('review.all.notTried')
    }
  }
  return { approved, left }
}

function approve(
  { payout: { id }, revealed: { version, ...shown } }: ApprovalCandidate,
  signatureId: string | undefined,
) {
  const { requestHash, warningsHash } = shown
  return requestPayoutAction(
    id,
    withSignature({ act: 'approve', requestHash, warningsHash, confirmed: [] }, signatureId),
    version,
  )
}

/** The parts of a payout that the person signs. */
export function approvedPayoutOf({
  payout: { id },
  revealed: { requestHash, warningsHash },
}: ApprovalCandidate): ApprovedPayout {
  return { id, requestHash, warningsHash, confirmedKinds: [] }
}
