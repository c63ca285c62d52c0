import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'

interface State {
  readonly hasFailed: boolean
}

/** Catches a fault of the page itself: says what is safe and offers a way on. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override readonly state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failure /> : this.props.children
  }
}

function Failure() {
  return (
    <main className="boot">
      <Callout
        tone="error"
        title="This page has failed"
        action={
          <Button kind="primary" onClick={() => window.location.reload()}>
            Load it again
          </Button>
        }
      >
        <p>
          Nothing was sent because of it: Payout Desk sends no payout by itself. A check that was under way may have
          run; look at it before you ask for another.
        </p>
      </Callout>
    </main>
  )
}
