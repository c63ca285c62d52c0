import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'

/** In the place of the whole page: nothing else is left to hold it. */
export function PageFailure() {
  return (
    <main className="boot">
      <FailureCallout title="This page has failed" />
    </main>
  )
}

/** A fault of the page: what is safe, and a way on. */
export function FailureCallout({ title }: { readonly title: string }) {
  return (
    <Callout
      tone="error"
      title={title}
      action={
        <Button kind="primary" onClick={() => window.location.reload()}>
          Load it again
        </Button>
      }
    >
      <p>
        Nothing was sent because of it: Payout Desk sends no payout by itself. A check that was under way may have run;
        look at it before you ask for another.
      </p>
    </Callout>
  )
}
