import { Component, type ReactNode } from 'react'
import { PageFailure } from './page-failure.tsx'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Stands in the place of what has failed. */
  readonly failure?: ReactNode
  /** What is shown: something else begins without the error. */
  readonly place?: string
}

interface State {
  readonly hasFailed: boolean
  readonly place: string | undefined
}

/** Catches a error of the page itself: says what is safe and offers a way on. */
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
