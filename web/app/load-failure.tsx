import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import type { Pages } from '../ui/data-list.tsx'
import { ApiProblem } from './api.ts'
import { isWorthRepeating, reasonOf } from './use-merchant.ts'

export interface LoadFailureProps {
  /** What could not be had, as a sentence begins: "The payout". */
  readonly what: string
  readonly query: { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown }
}

/** In the place of what could not be fetched: what happened, that nothing is lost, and a way to try again. */
export function LoadFailure({ what, query: { error, isFetching, refetch } }: LoadFailureProps) {
  if (error === null) return null
  if (error instanceof ApiProblem && error.problem.status === 404)
    return <Callout tone="warning" title={`${what} is not here: it was deleted, or the address is not complete.`} />
  return (
    <Callout
      tone="error"
      title={`${what} could not be loaded: ${reasonOf(error)}.`}
      action={
        isWorthRepeating(error) && (
          <Button busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        )
      }
    >
      <p>Nothing is lost.</p>
    </Callout>
  )
}

/** The same in the place of a list. */
export function ListFailure<Row>({ what, pages }: { readonly what: string; readonly pages: Pages<Row> }) {
  return (
    <Callout
      tone="error"
      title={`${what} could not be loaded: ${pages.failure}.`}
      action={<Button onClick={pages.again}>Try again</Button>}
    >
      <p>Nothing is lost.</p>
    </Callout>
  )
}
