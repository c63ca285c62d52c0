import { warningId } from '#shared/api/issue.ts'
import { ApiProblem } from '../app/api.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { issueText } from '../language/issue-words.ts'
import { problemDetail } from '../language/problem-detail-words.ts'
import { Callout } from '../ui/callout.tsx'
import { t } from './words.ts'

/** Why a step was refused, and what to do. */
export function ActionFailure({ error }: { readonly error: Error | null }) {
  if (error === null) return null
  const problem = error instanceof ApiProblem ? error.problem : undefined
  return (
    <Callout tone="error" title={t('step.failed', { reason: reasonOf(error) })}>
      <p>{problem === undefined ? t('step.again') : problemDetail(problem)}</p>
      {problem?.code === 'WARNINGS_UNCONFIRMED' && <p>{t('step.warnings')}</p>}
      {(problem?.warnings ?? []).map((warning) => (
        <p key={warningId(warning)}>{issueText(warning)}</p>
      ))}
    </Callout>
  )
}
