import { type Issue, issueOn } from '#shared/api/issue.ts'
import { compareAmounts } from '#shared/payout/totals.ts'
import type { Reader } from '../store/store.ts'
import { isProven } from '../validations/saved-validations.ts'
import { type AssessmentFacts, type PayoutToAssess, paidDetails } from './facts.ts'

/** Whether nothing was ever exported to the beneficiary with exactly these details. */
export function isFirst(
  reader: Reader,
  { details }: Pick<AssessmentFacts, 'details'>,
  { written, beneficiaryId }: PayoutToAssess,
): boolean {
  return beneficiaryId === undefined || !details.wereExported(paidDetails(reader, written, beneficiaryId))
}

/** A first payout that is as large as asks for a second pair of eyes, to where no validation has found the beneficiary. Tests move no money. */
export function firstUnvalidatedWarnings(
  reader: Reader,
  facts: AssessmentFacts,
  assessed: PayoutToAssess,
): readonly Issue[] {
  const { entry, reading } = assessed.written
  const { amount, currencyCode } = entry
  const above = reading.request.amount === undefined ? undefined : facts.twoApprove.get(currencyCode)
  if (above === undefined || entry.testMode || compareAmounts(amount, above) <= 0) return []
  const isKnown = isProven(reader.encryption, facts.validations, entry) === true || !isFirst(reader, facts, assessed)
  if (isKnown) return []
  return [issueOn('amount', 'first_unvalidated', { value: amount, currency: currencyCode, above: Number(above) })]
}
