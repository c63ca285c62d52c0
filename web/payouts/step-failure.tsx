import { ApiProblem } from '../app/api.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { Callout } from '../ui/callout.tsx'

/** Why a step was refused, and what to do. */
export function StepFailure({ error }: { readonly error: Error | null }) {
  if (error === null) return null
  const problem = error instanceof ApiProblem ? error.problem : undefined
  return (
    <Callout tone="error" title={`${reasonOf(error)}.`}>
      <p>{problem === undefined ? 'Nothing has changed that you could not do again. Try again.' : problem.detail}</p>
      {problem?.code === 'WARNINGS_UNCONFIRMED' && <p>Open it with Edit: the warnings stand at the end of the form.</p>}
      {(problem?.warnings ?? []).map(({ field, code, detail }) => (
        <p key={`${field} ${code}`}>{detail}</p>
      ))}
    </Callout>
  )
}
