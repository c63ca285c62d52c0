import { compareAmounts } from '#shared/payout/totals.ts'
import { caughtFailure, Failure } from '../kernel/failure.ts'
import { policyInForce } from '../policy/approval-policy.ts'
import type { Reader } from '../store/store.ts'
import { limitsAndPolicies } from './compared-amount-rows.ts'

/** With what amounts are compared, by currency. */
export interface ComparedAmounts {
  /** Above which the merchant wants to be warned. */
  readonly limits: ReadonlyMap<string, string>
  /**
   * Above which two people approve one payout, or all of a day to one destination. None where the policy cannot be believed, as nothing is sent to
   * review then.
   */
  readonly twoApprove: ReadonlyMap<string, string>
}

/** Looks both up, by one query where no policy is in force. */
export async function comparedAmounts(reader: Reader): Promise<ComparedAmounts> {
  const rows = await limitsAndPolicies(reader.db)
  const limits = rows.filter(({ isPolicy }) => isPolicy === 0)
  return {
    limits: new Map(limits.map(({ currency, amount }) => [currency, amount])),
    twoApprove: limits.length === rows.length ? new Map() : await twoApproveAbove(reader),
  }
}

async function twoApproveAbove(reader: Reader): Promise<ReadonlyMap<string, string>> {
  const policy = await policyInForce(reader).catch(caughtFailure)
  if (policy instanceof Failure) return new Map()
  return new Map(
    Object.entries(policy.currencies).flatMap(([currency, rules]) => {
      const amounts = rules.filter(({ approvals, appliesTo }) => approvals > 1 && appliesTo !== 'details')
      const [least] = amounts.map(({ above }) => above).toSorted((one, other) => compareAmounts(one, other))
      return least === undefined ? [] : [[currency, least]]
    }),
  )
}
