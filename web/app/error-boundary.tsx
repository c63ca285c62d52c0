import { useQueryClient } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Shown in place of what has failed; `showAgain` renders it again. */
  readonly failure: (showAgain: () => void) => ReactNode
  /** The address that is shown: another one clears the error. */
  readonly place?: string
}

interface ErrorBoundaryState {
  readonly hasFailed: boolean
  readonly place: string | undefined
}

class Boundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { hasFailed: false, place: this.props.place }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(
    { place }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return place === state.place ? null : { hasFailed: false, place }
  }

  override render(): ReactNode {
    const { failure, children } = this.props
    return this.state.hasFailed ? failure(() => this.setState({ hasFailed: false })) : children
  }
}

/** Catches a rendering error of the whole page, says what is certain and offers a way to continue. */
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

/** Keeps an error in one screen from taking down the frame. Trying again refetches the server's data. */
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

/** The last request before the error may have been carried out: the text says only that. Focus was lost with the error, so it is set here. */
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
