import { ApiProblem } from '../app/api.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { Callout } from '../ui/callout.tsx'
import { unconfirmed } from './use-saving.ts'

/** Why a payout was not saved, and what to do. What was typed stays as it is. */
export function SaveFailure({ failure }: { readonly failure: Error | undefined }) {
  if (failure === undefined) return null
  if (failure === unconfirmed || codeOf(failure) === 'WARNINGS_UNCONFIRMED')
    return <Callout tone="warning" title="Not sent yet: confirm the warnings above first." />
  return (
    <Callout tone="error" title={`Not saved: ${reasonOf(failure)}.`}>
      <p>{failure instanceof ApiProblem ? failure.problem.detail : 'What you typed is still here. Try again.'}</p>
      {failure instanceof ApiProblem &&
        (failure.problem.errors ?? []).map(({ pointer, detail }) => <p key={pointer}>{detail}</p>)}
    </Callout>
  )
}

function codeOf(failure: Error): string | undefined {
  return failure instanceof ApiProblem ? failure.problem.code : undefined
}
