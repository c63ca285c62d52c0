import type { ReactNode } from 'react'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'

export interface LoadAgainProps {
  /** What could not be loaded, and why. */
  readonly title: string
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown }
  readonly children?: ReactNode
}

/** Says that something could not be loaded, with a button that tries again. */
export function LoadAgain({ title, query, children }: LoadAgainProps) {
  const again = (
    <Button busy={query.isFetching} onClick={() => query.refetch()}>
      {t('app.load.again')}
    </Button>
  )
  return (
    <Callout tone="error" title={title} action={again}>
      {children}
    </Callout>
  )
}
