import type { SubmittedPayouts } from '#shared/api/batch-rows.ts'
import { issueOn } from '#shared/api/issue.ts'
import type { claimedWrites } from '../batches/claimed-writes.ts'
import { Failure } from '../kernel/failure.ts'
import type { PayoutAtVersion } from '../payout-state/saved-payout.ts'
import type { MoveResults } from '../payouts/move-together.ts'
import { itemProblem } from '../problems/problem-for.ts'
import type { Transaction } from '../store/store.ts'
import type { PacedGroups } from '../writes/paced-groups.ts'

interface Deps {
  readonly groups: PacedGroups
  readonly write: ReturnType<typeof claimedWrites>
}

/** What is done with payouts of a list in one transaction: answers the first ones of them, at least one, and begins no other once it is time. */
type ActOnSome<Given> = (tx: Transaction, some: readonly Given[], isTime: () => boolean) => Promise<MoveResults>

/**
 * Acts on payouts one after the other, each or not at all, in as many transactions as that takes: one that is refused leaves the rest as it is.
 * Once the person may do nothing more, those that are left are refused for that.
 * @throws Failure FIELDS_INVALID for a payout that is given twice, and as {@link claimedWrites}
 */
export async function actOnList<Given extends PayoutAtVersion>(
  { groups, write }: Deps,
  payouts: readonly Given[],
  act: ActOnSome<Given>,
): Promise<SubmittedPayouts> {
  if (new Set(payouts.map(({ id }) => id)).size < payouts.length)
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('payouts', 'given_twice', {})] })
  const answers: SubmittedPayouts['payouts'] = []
  await groups.run(payouts, async (group, isTime) => {
    const done = await write((tx) => act(tx, group, isTime))
    const results = done instanceof Failure ? group.map(() => done) : done
    answers.push(
      ...results.map((result, place) => {
        const id = group[place]?.id ?? ''
        return result instanceof Failure ? { id, problem: itemProblem(result) } : { id, version: result.version }
      }),
    )
    return results.length
  })
  return { payouts: answers }
}
