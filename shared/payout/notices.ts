import { type OwnRemark, remarkOn, type Said } from '#shared/api/fault.ts'
import type { Country, Given, Method } from '#shared/rule-book/country.ts'
import { needsTerms } from '#shared/rule-book/currencies.ts'

/** What a person should know about this entry as a whole, though nothing has to be done. */
export function noticesOf(country: Country, method: Method, given: Given): readonly OwnRemark[] {
  return [
    ...fromRules('', country.notice),
    ...(method.notices ?? []).flatMap((notice) => fromRules('', notice)),
    ...usd(country, given),
  ]
}

function fromRules(field: string, notice: Said | undefined): readonly OwnRemark[] {
  return notice === undefined ? [] : [{ field, ...notice }]
}

/** Interface, "USD payouts in every country". */
function usd(country: Country, { currencyCode }: Given): readonly OwnRemark[] {
  if (!needsTerms(currencyCode)) return []
  const paid = needsTerms(country.currency) ? 'US dollars' : `local currency, ${country.currency}`
  const detail = `The beneficiary gets ${paid}. The provider’s notification then carries the local currency: amount is what was paid in it, settlementAmount what you are charged at settlement.`
  return [remarkOn('currencyCode', 'usd_settlement', { currency: country.currency }, detail)]
}
