import { ApiProblem } from '../app/api.ts'
import { AppLink } from '../app/app-link.tsx'
import { addressOf } from '../app/routes.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { Callout } from '../ui/callout.tsx'

/** Why an act was refused, and what to do. */
export function ActFailure({ error }: { readonly error: Error | null }) {
  if (error === null) return null
  const problem = error instanceof ApiProblem ? error.problem : undefined
  return (
    <Callout tone="error" title={`Nothing was changed: ${reasonOf(error)}.`}>
      <p>{problem === undefined ? 'Try again.' : wordsOf(problem.code, problem.detail)}</p>
      {problem?.code === 'OPEN_PAYOUTS' && <OpenPayouts ids={problem.ids ?? []} />}
    </Callout>
  )
}

function wordsOf(code: string, detail: string): string {
  return code === 'VERSION_CONFLICT'
    ? 'Somebody has changed this beneficiary since. The newest version is shown now: look at it, then do it again.'
    : detail
}

function OpenPayouts({ ids }: { readonly ids: readonly string[] }) {
  return (
    <ul>
      {ids.map((id, place) => (
        <li key={id}>
          <AppLink to={addressOf.payout(id)}>Open payout {place + 1}</AppLink>
        </li>
      ))}
    </ul>
  )
}
