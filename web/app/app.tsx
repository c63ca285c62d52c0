import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { NewPayout } from '../payouts/new-payout.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { NotFound } from './not-found.tsx'
import { createQueryClient } from './query-client.ts'
import { paths } from './routes.ts'
import { Shell } from './shell.tsx'
import { TestModeProvider } from './test-mode.tsx'

// The form is what one comes for; every other screen loads with its first visit.
const About = lazy(async () => ({ default: (await import('./about.tsx')).About }))

/** The whole page. */
export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <LiveRegion>
          <TestModeProvider>
            <Shell>
              <Suspense fallback={<Skeleton lines={6} label="Loading" />}>
                <Screens />
              </Suspense>
            </Shell>
          </TestModeProvider>
        </LiveRegion>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

function Screens() {
  return (
    <Switch>
      <Route path={paths.home}>
        <Redirect to={paths.newPayout} replace />
      </Route>
      <Route path={paths.newPayout} component={NewPayout} />
      <Route path={paths.about} component={About} />
      <Route component={NotFound} />
    </Switch>
  )
}
