import type { ReceivedIssue } from '#shared/api/issue.ts'
import { isPlainMatch, validationIssue } from '#shared/api/validation-issue.ts'
import type { ValidationOffer } from '#shared/validation/validation-offer.ts'
import type { Checks } from './validation-runs.ts'
import { checkKey, type Service } from './validation-store.ts'

/**
 * What the validations of exactly these values raise against a payout: an outcome that is not a plain match stands until a person
 * confirms it. A validation that nobody asked for raises nothing.
 */
export function validationWarnings(
  offers: Readonly<Record<Service, ValidationOffer<object>>>,
  checks: Checks,
): readonly ReceivedIssue[] {
  return [...warningOf('identity', offers.identity, checks), ...warningOf('bank', offers.bank, checks)]
}

function warningOf(service: Service, offer: ValidationOffer<object>, checks: Checks): readonly ReceivedIssue[] {
  const run = offer.state === 'ready' ? checks.records[checkKey(service, offer.request)] : undefined
  if (run?.state !== 'done') return []
  const { status: outcome, reason, correlationId } = run.outcome
  return isPlainMatch({ outcome, reason }) ? [] : [validationIssue({ service, outcome, reason, correlationId })]
}
