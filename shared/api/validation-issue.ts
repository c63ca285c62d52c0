import { type Issue, issueOn } from './issue.ts'

/** The outcome of a validation of a person or account. */
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
  return issueOn(`validation:${service}`, 'validation_outcome', params)
}
