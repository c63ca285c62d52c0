import type { SubmittedPayouts } from '#shared/api/batch-rows.ts'
import { issueOn } from '#shared/api/issue.ts'
import { type ActDeps, type ActOnThings, actAtOnce } from '../jobs/list-acts.ts'
import { Failure } from '../kernel/failure.ts'
import type { PayoutAtVersion } from '../payout-state/saved-payout.ts'
import type { MoveResults } from '../payouts/move-together.ts'
import type { Actor, Member } from '../people/member.ts'
import { itemProblem } from '../problems/problem-for.ts'
import type { Transaction } from '../store/store.ts'
import type { Intent } from '../writes/writes.ts'

/** What is done with payouts of a list in one transaction: answers the first ones of them, at least one, and begins no other once it is time. */
export type ActOnSome<Given> = (
  tx: Transaction,
  person: Actor,
  some: readonly Given[],
  isTime: () => boolean,
) => Promise<MoveResults>

type PayoutAnswer = SubmittedPayouts['payouts'][number]

/** Acts on payouts one after the other, each or not at all: one that is refused leaves the rest as it is. */
export function actOnPayouts<Given extends PayoutAtVersion>(act: ActOnSome<Given>): ActOnThings<Given, PayoutAnswer> {
  return {
    refused: ({ id }, failure) => ({ id, problem: itemProblem(failure) }),
    act: async (tx, person, some, isTime) =>
      (await act(tx, person, some, isTime)).map((result) =>
        result instanceof Failure ? result : { id: result.id, version: result.version },
      ),
  }
}

/**
 * The same within a request. @throws Failure FIELDS_INVALID for a payout that is given twice, and as {@link actAtOnce}
 */
export async function actOnList<Given extends PayoutAtVersion>(
  deps: ActDeps,
  person: Member,
  payouts: readonly Given[],
  act: ActOnSome<Given>,
  intent?: Intent,
): Promise<SubmittedPayouts> {
  if (new Set(payouts.map(({ id }) => id)).size < payouts.length)
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('payouts', 'given_twice', {})] })
  return { payouts: await actAtOnce(deps, actOnPayouts(act), person, payouts, intent) }
}
