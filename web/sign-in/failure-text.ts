import { ApiProblem, PasskeyFailure, reasonOf } from '../api/api.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'

/** Why an action on the person's own account failed and what to do, in whole sentences. */
export function failureText(failure: unknown): string {
  if (failure instanceof ApiProblem) return problemDetail(failure.problem)
  if (failure instanceof PasskeyFailure) return t('signIn.passkey.failed', { why: failure.why })
  return failure instanceof Error
    ? t('session.signIn.failed', { reason: reasonOf(failure) })
    : t('session.signIn.failedUnexpectedly')
}
