import { ApiProblem } from '../app/api.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { Callout } from '../ui/callout.tsx'

/** Why the beneficiary was not saved, and what to do. What was typed stays as it is. */
export function SaveOutcome({ failure }: { readonly failure: Error | undefined }) {
  if (failure === undefined) return null
  const problem = failure instanceof ApiProblem ? failure.problem : undefined
  if (problem?.code === 'WARNINGS_UNCONFIRMED')
    return <Callout tone="warning" title="Not saved yet: confirm the warnings above, then save again." />
  return (
    <Callout tone="error" title={`Not saved: ${reasonOf(failure)}.`}>
      <p>{problem?.detail ?? 'What you typed is still here and kept as your draft. Try again.'}</p>
      {problem?.errors?.map(({ pointer, detail }) => (
        <p key={pointer}>{detail}</p>
      ))}
    </Callout>
  )
}
