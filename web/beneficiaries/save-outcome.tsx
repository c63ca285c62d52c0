import { ApiProblem } from '../app/api.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { issueText } from '../language/issue-words.ts'
import { problemDetail } from '../language/problem-detail-words.ts'
import { t } from '../language/translate.ts'
import { isUnconfirmed } from '../payouts/save-failure.tsx'
import { Callout } from '../ui/callout.tsx'

/** Why the beneficiary was not saved, and what to do. What was typed stays as it is. */
export function SaveOutcome({ failure }: { readonly failure: Error | undefined }) {
  if (failure === undefined) return null
  const problem = failure instanceof ApiProblem ? failure.problem : undefined
  // The warnings say it themselves.
  if (isUnconfirmed(failure)) return null
  const errors = problem?.errors ?? []
  return (
    <Callout tone="error" title={t('beneficiaries.save.failed', { reason: reasonOf(failure) })}>
      {errors.length === 0 && <p>{problem === undefined ? t('beneficiaries.save.kept') : problemDetail(problem)}</p>}
      {errors.map((error) => (
        <p key={error.pointer}>{issueText(error)}</p>
      ))}
    </Callout>
  )
}
