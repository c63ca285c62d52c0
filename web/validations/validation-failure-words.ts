import { issueText } from '../language/issue-text.ts'
import { problemDetail, problemTitle } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { mayHaveRun, type ValidationFailure } from './validation-failure.ts'

export interface ValidationFailureWords {
  readonly title: string
  /** What happened, what is safe, what to do: a sentence or more each. */
  readonly sentences: readonly string[]
}

/** Why a check gave no outcome, for a person. */
export function validationFailureWords(failure: ValidationFailure): ValidationFailureWords {
  const advice = mayHaveRun(failure) ? [t('validations.failure.mayHaveRun')] : []
  if (failure.cause !== 'problem')
    return {
      title: t(`validations.failure.${failure.cause}.title`),
      sentences: [t(`validations.failure.${failure.cause}.detail`), ...advice],
    }
  return {
    title: t('validations.failure.title', { title: problemTitle(failure.problem) }),
    sentences: [...problemSentences(failure), ...advice],
  }
}

type ProblemFailure = Extract<ValidationFailure, { cause: 'problem' }>

function problemSentences({ problem }: ProblemFailure): readonly string[] {
  const { errors = [], provider, retryable } = problem
  const reason = provider?.reason ?? ''
  return [
    ...(errors.length > 0 ? errors.map(issueText) : [whatHappened(problem)]),
    ...(reason === '' ? [] : [t('validations.failure.reason', { reason })]),
    ...(retryable ? [t('validations.failure.later')] : []),
  ]
}

/** Whether it ran is said beside it, with what trying again may cost. */
function whatHappened(problem: ProblemFailure['problem']): string {
  return problem.code === 'PROVIDER_TIMEOUT' ? t('validations.failure.nothingLost') : problemDetail(problem)
}
