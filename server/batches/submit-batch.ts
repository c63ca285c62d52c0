import type { BatchSubmission, SubmittedPayouts } from '#shared/api/batch-rows.ts'
import { issueOn } from '#shared/api/issue.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { submitPayouts } from '../payouts/submit-payouts.ts'
import type { Member } from '../people/member.ts'
import { itemProblem } from '../problems/problem-for.ts'
import type { PacedGroups } from '../writes/paced-groups.ts'
import type { Intent } from '../writes/writes.ts'
import { requireBatch } from './batches.ts'
import { type ClaimedDeps, claimedWrites } from './claimed-writes.ts'

interface Deps extends ClaimedDeps {
  readonly groups: PacedGroups
}

type SubmissionResult = SubmittedPayouts['payouts'][number]

/**
 * Sends payouts of a batch to review, each or not at all, in as many transactions as that takes. One that was sent before, by the same person
 * and in the version before, is answered as it is. Once the person may send nothing more, those that are left are refused for that.
 * @throws Failure NOT_FOUND, FIELDS_INVALID for a payout that is given twice, and as {@link claimedWrites}
 */
export async function submitBatch(
  deps: Deps,
  person: Member,
  batchId: string,
  { payouts }: BatchSubmission,
  intent: Intent,
): Promise<SubmittedPayouts> {
  await requireBatch(deps.store, batchId)
  if (new Set(payouts.map(({ id }) => id)).size < payouts.length)
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('payouts', 'given_twice', {})] })
  const write = claimedWrites(deps, intent)
  const answers: SubmissionResult[] = []
  await deps.groups.run(payouts, async (group, isTime) => {
    const sent = await write((tx) => submitPayouts(tx, person, group, { isTime, batchId }))
    const results = sent instanceof Failure ? group.map(() => sent) : sent
    answers.push(...results.map((result, place) => answerOf(group[place]?.id ?? '', result)))
    return results.length
  })
  return { payouts: answers }
}

function answerOf(id: string, result: PayoutRow | Failure): SubmissionResult {
  return result instanceof Failure ? { id, problem: itemProblem(result) } : { id, version: result.version }
}
