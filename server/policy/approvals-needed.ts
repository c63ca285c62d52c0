import type { ApprovalReason } from '#shared/api/approval.ts'
import type { Issue } from '#shared/api/issue.ts'
import { type ApprovalRule, isCallBackScope } from '#shared/api/policy.ts'
import { compareAmounts } from '#shared/payout/totals.ts'

/** How many people must approve a payout, and why more than one. */
export interface Need {
  readonly needed: number
  readonly why: ApprovalReason | null
}

/** What no rule speaks of, and what has not been sent to review. */
export const oneApproval: Need = { needed: 1, why: null }

/** What rules look at, in the currency of the payout. */
interface RuleAmounts {
  readonly amount: string
  /** Of this payout and all others to the same destination within a day; undefined where it is unknown, which counts as above every amount. */
  readonly sumOfDay: string | undefined
  /** Whether it pays to other details than the last payout to the beneficiary, or than the saved ones. */
  readonly areDetailsOther: boolean
}

/** How many approvals the rules of a payout's currency ask for. */
export function approvalsNeeded(
  rules: readonly ApprovalRule[],
  { amount, sumOfDay, areDetailsOther }: RuleAmounts,
): Need {
  const reached = ({ appliesTo, above }: ApprovalRule) => {
    if (appliesTo === 'details' && !areDetailsOther) return false
    const looked = appliesTo === 'day' ? sumOfDay : amount
    return looked === undefined || compareAmounts(looked, above) > 0
  }
  return rules
    .filter(reached)
    .flatMap(({ approvals, appliesTo }): readonly Need[] =>
      isCallBackScope(appliesTo) ? [] : [{ needed: approvals, why: appliesTo === 'payout' ? 'amount' : appliesTo }],
    )
    .reduce(atLeast, oneApproval)
}

/** The greater need of two; of equal ones the first. */
export function atLeast(need: Need, other: Need): Need {
  return other.needed > need.needed ? other : need
}

/** What a sanctions hit asks for. Where names are taken on trust, a second one proves nothing. */
export function sanctionsNeed(reviewers: number): Need {
  return reviewers > 1 ? { needed: reviewers, why: 'sanctions' } : oneApproval
}

/** What is asked of a payout that a name on trust entered: of two people who approve it, one is not who typed it. */
export const anyonesNeed: Need = { needed: 2, why: 'trust' }

/** Whether a warning says that a payout has other details than the last one to the beneficiary, or than the saved ones. */
export function isOnDetails({ code }: Pick<Issue, 'code'>): boolean {
  return code === 'details_changed' || code === 'details_once'
}

/** Whether a warning says that the beneficiary is on a list of sanctioned people. */
export function isSanctionsHit({ code, params }: Pick<Issue, 'code' | 'params'>): boolean {
  return code === 'validation_outcome' && params.reason === 'CUSTOMER_IS_IN_INTERNATIONAL_LISTS'
}
