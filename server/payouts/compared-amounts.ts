import type { ApprovalRule, CallBackScope, RulesByCurrency } from '#shared/api/policy.ts'
import { compareAmounts } from '#shared/payout/totals.ts'
import { caughtFailure, Failure } from '../kernel/failure.ts'
import { policyInForce } from '../policy/approval-policy.ts'
import type { Reader } from '../store/store.ts'
import { limitsAndPolicies } from './compared-amount-rows.ts'

/** By the scope of their rule, and by currency. */
type CallBackAmounts = Readonly<Record<CallBackScope, ReadonlyMap<string, string>>>

/** With what amounts are compared, by currency. */
export interface ComparedAmounts {
  /** Above which the merchant wants to be warned. */
  readonly limits: ReadonlyMap<string, string>
  /**
   * Above which two people approve one payout, or all of a day to one destination. None where the policy cannot be believed, as nothing is sent to
   * review then.
   */
  readonly twoApprove: ReadonlyMap<string, string>
  /** Above which a beneficiary is called back, by the rules of call-backs; without such a rule, a changed one above what two people approve. */
  readonly callBack: CallBackAmounts
}

/** Looks both up, by one query where no policy is in force. */
export async function comparedAmounts(reader: Reader): Promise<ComparedAmounts> {
  const rows = await limitsAndPolicies(reader.db)
  const limits = rows.filter(({ isPolicy }) => isPolicy === 0)
  return {
    limits: new Map(limits.map(({ currency, amount }) => [currency, amount])),
    ...amountsOfPolicy(limits.length === rows.length ? {} : await currenciesOfPolicy(reader)),
  }
}

async function currenciesOfPolicy(reader: Reader): Promise<RulesByCurrency> {
  const policy = await policyInForce(reader).catch(caughtFailure)
  return policy instanceof Failure ? {} : policy.currencies
}

function amountsOfPolicy(currencies: RulesByCurrency): Pick<ComparedAmounts, 'twoApprove' | 'callBack'> {
  const least = (isMeant: (rule: ApprovalRule) => boolean) =>
    new Map(
      Object.entries(currencies).flatMap(([currency, rules]) => {
        const amounts = rules.filter(isMeant).map(({ above }) => above)
        const [first] = amounts.toSorted((one, other) => compareAmounts(one, other))
        return first === undefined ? [] : [[currency, first] as const]
      }),
    )
  const twoApprove = least(
    ({ approvals, appliesTo }) => approvals > 1 && (appliesTo === 'payout' || appliesTo === 'day'),
  )
  const changed = least(({ appliesTo }) => appliesTo === 'calledIfChanged')
  const first = least(({ appliesTo }) => appliesTo === 'calledIfFirst')
  return { twoApprove, callBack: { calledIfChanged: new Map([...twoApprove, ...changed]), calledIfFirst: first } }
}
