import type { BatchSubmission, SubmittedPayouts } from '#shared/api/batch-rows.ts'
import { issueOn } from '#shared/api/issue.ts'
import { Failure } from '../failure.ts'
import type { Actor } from '../payouts/approval-state.ts'
import { submitPayouts } from '../payouts/submit-payouts.ts'
import { refusalOf } from '../problem-for.ts'
import type { PayoutRow } from '../store/payout-rows.ts'
import type { Store } from '../store/store.ts'
import { claiming, type Intent } from '../writes/writes.ts'
import { requireBatch } from './batches.ts'
import type { PacedGroups } from './paced-groups.ts'

interface Deps {
  readonly store: Store
  readonly groups: PacedGroups
}

type Submitted = SubmittedPayouts['payouts'][number]

/**
 * Sends payouts of a batch to review, each or not at all, in as many transactions as that takes. One that was sent before, by the same person
 * and in the version before, is answered as it is.
 * @throws Failure NOT_FOUND, IDEMPOTENCY_KEY_REUSED, FIELDS_INVALID for a payout that is given twice
 */
export async function submitBatch(
  { store, groups }: Deps,
  person: Actor,
  batchId: string,
  { payouts }: BatchSubmission,
  intent: Intent,
): Promise<SubmittedPayouts> {
  await requireBatch(store, batchId)
  if (new Set(payouts.map(({ id }) => id)).size < payouts.length)
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('payouts', 'given_twice', {})] })
  const claim = claiming(store.encryption, intent)
  const answers: Submitted[] = []
  await groups.run(payouts, async (group, isTime) => {
    const sent = await store.write(async (tx) => {
      if (answers.length === 0) await claim(tx)
      return submitPayouts(tx, person, group, { isTime, batchId })
    })
    answers.push(...sent.map((result, place) => answerOf(group[place]?.id ?? '', result)))
    return sent.length
  })
  return { payouts: answers }
}

function answerOf(id: string, result: PayoutRow | Failure): Submitted {
  return result instanceof Failure ? { id, problem: refusalOf(result) } : { id, version: result.version }
}
