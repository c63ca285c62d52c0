import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ErrorBoundary } from './error-boundary.tsx'
import { FailureCallout } from './page-failure.tsx'
import { t } from './words.ts'

/** A screen that fails leaves the frame alone: every other screen can still be reached. */
export function ScreenBoundary({ children }: { readonly children: ReactNode }) {
  const [place] = useLocation()
  return (
    <ErrorBoundary place={place} failure={<FailureCallout title={t('fault.screen')} />}>
      {children}
    </ErrorBoundary>
  )
}
