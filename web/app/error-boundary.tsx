import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Shown in place of what has failed. */
  readonly failure?: ReactNode
  /** What is shown: another place begins without the error. */
  readonly place?: string
}

interface State {
  readonly hasFailed: boolean
  readonly place: string | undefined
}

/** Catches an error in rendering: says what is safe and offers a way on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override readonly state: State = { hasFailed: false, place: this.props.place }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, state: State): Partial<State> | null {
    return place === state.place ? null : { hasFailed: false, place }
  }

  override render(): ReactNode {
    const { failure = <PageFailure />, children } = this.props
    return this.state.hasFailed ? failure : children
  }
}

/** In place of the whole page. */
function PageFailure() {
  return (
    <main className="boot">
      <FailureCallout title={t('app.error.page')} />
    </main>
  )
}

/** What is safe, and a way on. */
function FailureCallout({ title }: { readonly title: string }) {
  return (
    <Callout
      tone="error"
      title={title}
      action={
        <Button kind="primary" onClick={() => window.location.reload()}>
          {t('app.error.again')}
        </Button>
      }
    >
      <p>{t('app.error.safe')}</p>
    </Callout>
  )
}

/** A screen that fails leaves the frame alone: every other screen can still be reached. */
export function ScreenBoundary({ children }: { readonly children: ReactNode }) {
  const [place] = useLocation()
  return (
    <ErrorBoundary place={place} failure={<FailureCallout title={t('app.error.screen')} />}>
      {children}
    </ErrorBoundary>
  )
}
