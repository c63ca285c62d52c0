import { activityActions } from '#shared/api/activity.ts'
import { cleaningCodes } from '#shared/api/change-codes.ts'
import { damageCodes } from '#shared/api/damage.ts'
import { issueParams } from '#shared/api/issue-codes.ts'
import { statedOutcomes } from '#shared/api/outcome.ts'
import { payoutStates } from '#shared/api/payout.ts'
import { outcomeFilters } from '#shared/api/payout-search.ts'
import { problemCodes } from '#shared/api/problem.ts'
import { reasons } from '#shared/api/reasons.ts'
import { ruleBook, validationOnlyCountries } from '#shared/countries/rule-book.ts'
import { importChangeCodes } from '#shared/import/sheet-change.ts'
import { fieldNames } from '#shared/payout/fields.ts'

const countries = [...Object.values(ruleBook), ...validationOnlyCountries]
const reasonCodes = reasons.map(({ code }) => code)

/**
 * Ids that are put together while the program runs, each with the closed list that fills its gap. Others are put together
 * in the page alone: there any name fits the gap, and the types hold the list.
 */
export const closedLists: Readonly<Record<string, readonly string[]>> = {
  'activity.did.{}': activityActions,
  'activity.label.{}': activityActions,
  'change.{}': cleaningCodes,
  'country.{}': countries.map(({ code }) => code),
  'field.{}': fieldNames,
  'import.change.{}': importChangeCodes,
  'import.damage.{}': damageCodes,
  'issue.{}': Object.keys(issueParams),
  'payouts.next.{}': payoutStates,
  'payouts.state.{}': payoutStates,
  'payouts.outcome.{}': outcomeFilters,
  'outcomes.choice.{}': statedOutcomes,
  'problem.{}.detail': Object.keys(problemCodes),
  'problem.{}.title': Object.keys(problemCodes),
  'reason.{}.meaning': reasonCodes,
  'reason.{}.nextStep': reasonCodes,
  'region.{}': [...new Set(Object.values(ruleBook).map(({ region }) => region))],
}

/** Those that are filled by the params of their code, which no place lists. */
export const filledByParams: readonly string[] = ['import.damage.{}', 'issue.{}', 'problem.{}.detail']

/** The ids that a template such as `issue.{}` can produce. */
export function idsOf(template: string): readonly string[] | undefined {
  return closedLists[template]?.map((name) => template.replace('{}', name))
}
