import type { Problem } from '#shared/api/problem.ts'
import { ApiProblem } from '../api/api.ts'
import { reasonOf } from '../api/use-merchant.ts'
import { issueText } from '../language/issue-words.ts'
import { problemDetail } from '../language/problem-detail-words.ts'
import { t } from '../language/translate.ts'
import { Callout } from '../ui/callout.tsx'
import { isUnconfirmed } from './use-saving.ts'

/** Why it was not saved, and what to do. What was typed stays as it is. */
export function SaveFailure({ failure }: { readonly failure: Error | null }) {
  if (failure === null || isUnconfirmed(failure)) return null
  return (
    <Callout tone="error" title={t('payouts.save.failed', { reason: reasonOf(failure) })}>
      {failure instanceof ApiProblem ? <Why problem={failure.problem} /> : <p>{t('payouts.save.stillHere')}</p>}
    </Callout>
  )
}

/** Every field that needs a change, else what stands in the way. */
function Why({ problem }: { readonly problem: Problem }) {
  const { errors = [] } = problem
  if (errors.length === 0) return <p>{problemDetail(problem)}</p>
  return errors.map((error) => <p key={error.pointer}>{issueText(error)}</p>)
}
