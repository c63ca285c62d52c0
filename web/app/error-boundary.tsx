import { useQueryClient } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Shown in place of what has failed; `showAgain` tries to render it once more. */
  readonly failure: (showAgain: () => void) => ReactNode
  /** What is shown: another place begins without the error. */
  readonly place?: string
}

interface State {
  readonly hasFailed: boolean
  readonly place: string | undefined
}

class Boundary extends Component<ErrorBoundaryProps, State> {
  override readonly state: State = { hasFailed: false, place: this.props.place }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, state: State): Partial<State> | null {
    return place === state.place ? null : { hasFailed: false, place }
  }

  override render(): ReactNode {
    const { failure, children } = this.props
    return this.state.hasFailed ? failure(() => this.setState({ hasFailed: false })) : children
  }
}

/** Catches an error in rendering of the whole page: tells what is certain and offers a way on. */
export function ErrorBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary
      failure={() => (
        <main className="boot">
          <Failure title={t('app.error.page')} />
        </main>
      )}
    >
      {children}
    </Boundary>
  )
}

/** A screen that fails leaves the frame alone. It is shown again by itself, with what the server has by then. */
export function ScreenBoundary({ children }: { readonly children: ReactNode }) {
  const [place] = useLocation()
  const queryClient = useQueryClient()
  return (
    <Boundary
      place={place}
      failure={(showAgain) => (
        <Failure
          title={t('app.error.screen')}
          onShowAgain={() => {
            void queryClient.resetQueries()
            showAgain()
          }}
        />
      )}
    >
      {children}
    </Boundary>
  )
}

interface FailureProps {
  readonly title: string
  readonly onShowAgain?: () => void
}

/** What was asked of the server before the error may have been done: only that is said. The error took the focus along. */
function Failure({ title, onShowAgain }: FailureProps) {
  return (
    <div role="alert" tabIndex={-1} ref={(box) => box?.focus()}>
      <Callout
        tone="error"
        title={title}
        action={
          <>
            {onShowAgain !== undefined && (
              <Button kind="primary" onClick={onShowAgain}>
                {t('app.error.show')}
              </Button>
            )}
            <Button onClick={() => window.location.reload()}>{t('app.error.again')}</Button>
          </>
        }
      >
        <p>{t('app.error.safe')}</p>
      </Callout>
    </div>
  )
}
