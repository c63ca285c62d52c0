import type { Problem } from '#shared/api/problem.ts'
import { ApiProblem, reasonOf } from '../api/api.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { Callout } from '../ui/tone.tsx'

/** Why an action was refused, and what to do. */
export function BeneficiaryActionFailure({ error }: { readonly error: Error | null }) {
  if (error === null) return null
  const problem = error instanceof ApiProblem ? error.problem : undefined
  return (
    <div role="alert">
      <Callout tone="error" title={t('beneficiaries.action.failed', { reason: reasonOf(error) })}>
        <p>{problem === undefined ? t('beneficiaries.action.again') : whatToDo(problem)}</p>
        {problem?.code === 'OPEN_PAYOUTS' && <OpenPayouts ids={problem.ids ?? []} />}
      </Callout>
    </div>
  )
}

function whatToDo(problem: Problem): string {
  return problem.code === 'VERSION_CONFLICT' ? t('beneficiaries.action.changedSince') : problemDetail(problem)
}

function OpenPayouts({ ids }: { readonly ids: readonly string[] }) {
  return (
    <ul>
      {ids.map((id, place) => (
        <li key={id}>
          <AppLink to={addressOf.payout(id)}>{t('beneficiaries.action.openPayout', { place: place + 1 })}</AppLink>
        </li>
      ))}
    </ul>
  )
}
