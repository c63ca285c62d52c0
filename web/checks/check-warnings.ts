import { checkRemark, isPlainMatch } from '#shared/api/check-remark.ts'
import type { Remark } from '#shared/api/fault.ts'
import type { FormValues } from '#shared/payout/form-values.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { bankCheckOffer, identityCheckOffer } from '#shared/validation/form-checks.ts'
import type { Checks } from './check-records.ts'
import { checkKey, type Service } from './check-store.ts'

/**
 * What the checks of exactly these values raise against a payout: an outcome that is not a plain match stands until a
 * person confirms it. A check that nobody asked for raises nothing.
 */
export function checkWarnings(country: Country, values: FormValues, checks: Checks): readonly Remark[] {
  return [
    ...warningOf('identity', identityCheckOffer(country, values), checks),
    ...warningOf('bank', bankCheckOffer(country, values), checks),
  ]
}

function warningOf(
  service: Service,
  offer: { readonly state: string; readonly request?: object },
  checks: Checks,
): readonly Remark[] {
  const record = offer.request && checks.records[checkKey(service, offer.request)]
  if (record?.state !== 'done') return []
  const { status: outcome, reason, correlationId } = record.outcome
  return isPlainMatch({ outcome, reason }) ? [] : [checkRemark({ service, outcome, reason, correlationId })]
}
