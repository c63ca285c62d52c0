import type { SubmittedPayouts } from '#shared/api/batch-rows.ts'
import { issueOn } from '#shared/api/issue.ts'
import type { ListAct } from '#shared/api/list-job.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { type ActDeps, type ActOnThings, actAtOnce } from '../jobs/list-acts.ts'
import { Failure } from '../kernel/failure.ts'
import type { PayoutAtVersion } from '../payout-state/saved-payout.ts'
import { removePayouts, returnPayouts, withdrawPayouts } from '../payouts/act-on-payout.ts'
import type { MoveResults } from '../payouts/move-together.ts'
import { type PayoutSubmission, submitPayouts } from '../payouts/submit-payouts.ts'
import type { Actor, Member } from '../people/member.ts'
import { itemProblem } from '../problems/problem-for.ts'
import type { Transaction } from '../store/store.ts'
import type { Intent } from '../writes/writes.ts'

/** What is done with payouts of a list in one transaction: answers the first ones of them, at least one, and begins no other once it is time. */
type ActOnSome<Given> = (
  tx: Transaction,
  person: Actor,
  some: readonly Given[],
  isTime: () => boolean,
) => Promise<MoveResults>

type PayoutAnswer = SubmittedPayouts['payouts'][number]

interface NamedOperation {
  readonly act: ListAct
  /** Of which batch payouts are that are sent. */
  readonly batchId?: string
  /** What is to change in those that are returned. */
  readonly comment?: string | undefined
}

export function listOperation({ act, batchId, comment = '' }: NamedOperation): ActOnSome<PayoutSubmission> {
  switch (act) {
    case 'submit':
      return (tx, person, some, isTime) =>
        submitPayouts(tx, person, some, { isTime, ...(batchId !== undefined && { batchId }) })
    case 'withdraw':
      return withdrawPayouts
    case 'delete':
      return removePayouts
    case 'return':
      return (tx, person, some) => returnPayouts(tx, person, some, comment)
  }
}

/**
 * Acts on payouts one after the other, each or not at all: one that is refused leaves the rest as it is.
 * @param after gets the payouts that something was done with, once that is committed
 */
export function actOnPayouts<Given extends PayoutAtVersion>(
  act: ActOnSome<Given>,
  after: (rows: readonly PayoutRow[]) => void = () => {},
): ActOnThings<Given, PayoutAnswer> {
  let rows: readonly PayoutRow[] = []
  return {
    refused: ({ id }, failure) => ({ id, problem: itemProblem(failure) }),
    async act(tx, person, some, isTime) {
      rows = []
      const results = await act(tx, person, some, isTime)
      rows = results.flatMap((result) => (result instanceof Failure ? [] : result))
      return results.map((result) => (result instanceof Failure ? result : { id: result.id, version: result.version }))
    },
    after: async () => after(rows),
  }
}

/** @throws Failure FIELDS_INVALID for a payout that is given twice */
export function requirePayoutsOnce(payouts: readonly PayoutAtVersion[]): void {
  if (new Set(payouts.map(({ id }) => id)).size < payouts.length)
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('payouts', 'given_twice', {})] })
}

/**
 * The same within a request. @throws Failure FIELDS_INVALID for a payout that is given twice, and as {@link actAtOnce}
 */
export async function actOnList<Given extends PayoutAtVersion>(
  deps: ActDeps,
  person: Member,
  payouts: readonly Given[],
  act: ActOnThings<Given, PayoutAnswer>,
  intent?: Intent,
): Promise<SubmittedPayouts> {
  requirePayoutsOnce(payouts)
  return { payouts: await actAtOnce(deps, act, person, payouts, intent) }
}
