import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { t } from '../language/translate.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { FailureCallout } from './page-failure.tsx'

/** A screen that fails leaves the frame alone: every other screen can still be reached. */
export function ScreenBoundary({ children }: { readonly children: ReactNode }) {
  const [place] = useLocation()
  return (
    <ErrorBoundary place={place} failure={<FailureCallout title={t('app.fault.screen')} />}>
      {children}
    </ErrorBoundary>
  )
}
