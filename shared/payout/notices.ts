import { type Issue, type IssueContent, issueOn } from '#shared/api/issue.ts'
import type { Country, FieldValues, Method } from '#shared/rule-book/country.ts'
import { needsTerms } from '#shared/rule-book/currencies.ts'

/** What a person should know about this entry as a whole, though nothing has to be done. */
export function noticesOf(country: Country, method: Method, given: FieldValues): readonly Issue[] {
  return [
    ...fromRules('', country.notice),
    ...(method.notices ?? []).flatMap((notice) => fromRules('', notice)),
    ...usd(country, given),
  ]
}

function fromRules(field: string, notice: IssueContent | undefined): readonly Issue[] {
  return notice === undefined ? [] : [{ field, ...notice }]
}

/** Interface, "USD payouts in every country". */
function usd(country: Country, { currencyCode }: FieldValues): readonly Issue[] {
  if (!needsTerms(currencyCode)) return []
  return [issueOn('currencyCode', 'usd_settlement', { currency: country.currency })]
}
