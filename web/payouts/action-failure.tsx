import type { ReactNode } from 'react'
import { warningId } from '#shared/api/issue.ts'
import { ApiProblem, reasonOf } from '../api/api.ts'
import { issueText } from '../language/issue-text.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { Callout } from '../ui/tone.tsx'

interface Props {
  readonly error: Error | null
  /** More about the failure, where the screen knows it. */
  readonly children?: ReactNode
}

/** Why an action was refused, and what to do. */
export function PayoutActionFailure({ error, children }: Props) {
  if (error === null) return null
  const problem = error instanceof ApiProblem ? error.problem : undefined
  return (
    <div role="alert">
      <Callout tone="error" title={t('payouts.step.failed', { reason: reasonOf(error) })}>
        <p>{problem === undefined ? t('payouts.step.again') : problemDetail(problem)}</p>
        {problem?.code === 'WARNINGS_UNCONFIRMED' && <p>{t('payouts.step.warnings')}</p>}
        {(problem?.warnings ?? []).map((warning) => (
          <p key={warningId(warning)}>{issueText(warning)}</p>
        ))}
        {children}
      </Callout>
    </div>
  )
}
