import type { Problem } from '#shared/api/problem.ts'
import { ApiProblem } from '../app/api.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { problemDetail } from '../language/problem-detail-words.ts'
import { remarkText } from '../language/remark-words.ts'
import { Callout } from '../ui/callout.tsx'
import { unconfirmed } from './use-saving.ts'
import { t } from './words.ts'

/** Why a payout was not saved, and what to do. What was typed stays as it is. */
export function SaveFailure({ failure }: { readonly failure: Error | undefined }) {
  if (failure === undefined) return null
  if (failure === unconfirmed || codeOf(failure) === 'WARNINGS_UNCONFIRMED')
    return <Callout tone="warning" title={t('save.confirmFirst')} />
  return (
    <Callout tone="error" title={t('save.failed', { reason: reasonOf(failure) })}>
      {failure instanceof ApiProblem ? <Why problem={failure.problem} /> : <p>{t('save.stillHere')}</p>}
    </Callout>
  )
}

/** Every field that needs a change, else what stands in the way. */
function Why({ problem }: { readonly problem: Problem }) {
  const { errors = [] } = problem
  if (errors.length === 0) return <p>{problemDetail(problem)}</p>
  return errors.map((fault) => <p key={fault.pointer}>{remarkText(fault)}</p>)
}

function codeOf(failure: Error): string | undefined {
  return failure instanceof ApiProblem ? failure.problem.code : undefined
}
