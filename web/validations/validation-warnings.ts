import type { ReceivedIssue } from '#shared/api/issue.ts'
import { isPlainMatch, validationIssue } from '#shared/api/validation-issue.ts'
import type { Entry } from '#shared/payout/entry.ts'
import type { Country } from '#shared/rule-book/country.ts'
import { bankValidationOffer, identityValidationOffer } from '#shared/validation/form-validations.ts'
import type { Checks } from './validation-runs.ts'
import { checkKey, type Service } from './validation-store.ts'

/**
 * What the checks of exactly these values raise against a payout: an outcome that is not a plain match stands until a
 * person confirms it. A check that nobody asked for raises nothing.
 */
export function validationWarnings(country: Country, values: Entry, checks: Checks): readonly ReceivedIssue[] {
  return [
    ...warningOf('identity', identityValidationOffer(country, values), checks),
    ...warningOf('bank', bankValidationOffer(country, values), checks),
  ]
}

function warningOf(
  service: Service,
  offer: { readonly state: string; readonly request?: object },
  checks: Checks,
): readonly ReceivedIssue[] {
  const record = offer.request && checks.records[checkKey(service, offer.request)]
  if (record?.state !== 'done') return []
  const { status: outcome, reason, correlationId } = record.outcome
  return isPlainMatch({ outcome, reason }) ? [] : [validationIssue({ service, outcome, reason, correlationId })]
}
