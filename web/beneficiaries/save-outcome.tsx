import { ApiProblem } from '../app/api.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { problemDetail } from '../language/problem-detail-words.ts'
import { remarkText } from '../language/remark-words.ts'
import { isUnconfirmed } from '../payouts/save-failure.tsx'
import { Callout } from '../ui/callout.tsx'
import { t } from './words.ts'

/** Why the beneficiary was not saved, and what to do. What was typed stays as it is. */
export function SaveOutcome({ failure }: { readonly failure: Error | undefined }) {
  if (failure === undefined) return null
  const problem = failure instanceof ApiProblem ? failure.problem : undefined
  // The warnings say it themselves.
  if (isUnconfirmed(failure)) return null
  const faults = problem?.errors ?? []
  return (
    <Callout tone="error" title={t('save.failed', { reason: reasonOf(failure) })}>
      {faults.length === 0 && <p>{problem === undefined ? t('save.kept') : problemDetail(problem)}</p>}
      {faults.map((fault) => (
        <p key={fault.pointer}>{remarkText(fault)}</p>
      ))}
    </Callout>
  )
}
