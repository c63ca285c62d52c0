import { type Issue, issueOn } from '#shared/api/issue.ts'
import { calledDetails } from '../entry/call-back-rows.ts'
import { authorsInRow } from '../payout-state/approval-columns.ts'
import type { Reader } from '../store/store.ts'
import { calledAbove } from './call-back-facts.ts'
import { type AssessmentFacts, type PayoutToAssess, paidDetails } from './facts.ts'

/**
 * Whether a beneficiary has denied their details on the phone; and whether they have yet to be called about new ones, by someone who has typed nothing
 * of the details or of the payout.
 * @param others the other warnings of the payout
 */
export function callBackWarnings(
  reader: Reader,
  facts: AssessmentFacts,
  payout: PayoutToAssess,
  others: readonly Issue[],
): readonly Issue[] {
  const { written, beneficiaryId } = payout
  if (beneficiaryId === undefined) return []
  const { frozenBy } = facts.callBacks.of(beneficiaryId)
  if (frozenBy !== null) return [issueOn('amount', 'beneficiary_frozen', { beneficiaryId, callBackId: frozenBy })]
  const paid = paidDetails(reader, written, beneficiaryId)
  const isChanged = facts.callBacks.elsewhere.has(written) || others.some(isOfChange)
  const scope = isChanged ? 'calledIfChanged' : facts.details.wereExported(paid) ? undefined : 'calledIfFirst'
  const above = scope && calledAbove(facts, scope, payout)
  if (above === undefined || isCalledBack(reader, facts, payout, paid)) return []
  const { currencyCode: currency } = written.entry
  const why = isChanged ? 'changed' : 'first'
  return [
    issueOn('amount', 'not_called_back', { why, currency, above: Number(above), beneficiaryId, to: paid.detailsHash }),
  ]
}

/** Against what was paid, not against what is on its way. */
function isOfChange({ code, params }: Issue): boolean {
  return code === 'details_once' || (code === 'details_changed' && params.state === 'exported')
}

function isCalledBack(
  reader: Reader,
  { details, callBacks: { of, groupOf } }: AssessmentFacts,
  { payout }: PayoutToAssess,
  paid: ReturnType<typeof paidDetails>,
): boolean {
  const entered_by = payout?.entered_by
  const authors = [...details.authors(paid), ...(entered_by === undefined ? [] : authorsInRow({ entered_by }))]
  const groups = new Set(authors.map(groupOf))
  const called = calledDetails(reader, paid.detailsHash)
  return of(paid.beneficiaryId).confirmed.some((one) => one.details === called && !groups.has(groupOf(one.by)))
}
