import { type Issue, issueOn } from './issue.ts'
import { reasonFor } from './reasons.ts'

/** What a check of somebody came to. */
export interface ValidationRunOutcome {
  readonly service: 'identity' | 'bank'
  /** OK, NOK or NOT_VALIDATED. */
  readonly outcome: string
  readonly reason: string | null
  readonly correlationId: string
}

/** Whether nothing speaks against paying. */
export function isPlainMatch({ outcome, reason }: Pick<ValidationRunOutcome, 'outcome' | 'reason'>): boolean {
  return outcome === 'OK' && reason === null
}

/**
 * What an outcome that is no plain match raises against a payout. Page and server make it from the same outcome, so what was confirmed
 * on the one is confirmed on the other.
 */
export function validationIssue(check: ValidationRunOutcome): Issue {
  const { service, outcome, reason, correlationId } = check
  const params = { correlationId, service, outcome, ...(reason !== null && { reason }) }
  return issueOn(`validation:${service}`, 'validation_outcome', params, inWords(check))
}

function inWords({ service, outcome, reason }: ValidationRunOutcome): string {
  if (outcome === 'NOT_VALIDATED')
    return `The ${service} check came to no result: nothing is known either way. Check again, or confirm without it.`
  const known = reason === null ? undefined : reasonFor(service, reason)
  const unknown = `The provider says: ${reason ?? 'no reason'}.`
  return `The ${service} check ${verdict(outcome, known?.kind)}. ${known === undefined ? unknown : `${known.meaning} ${known.nextStep}`}`
}

/** A check that the provider was unable to make is not called a mismatch. */
function verdict(outcome: string, kind: string | undefined): string {
  if (outcome === 'OK') return 'matches with a remark'
  return kind === 'unable' ? 'could not be made' : 'does not match'
}
