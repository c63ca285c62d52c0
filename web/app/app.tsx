import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { PersonProvider } from '../session/person-provider.tsx'
import { SessionGate } from '../session/session-gate.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { createQueryClient } from './query-client.ts'
import { Screens } from './screens.tsx'
import { Shell } from './shell.tsx'
import { TestModeProvider } from './test-mode.tsx'

/** The whole page. */
export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <LiveRegion>
          <TestModeProvider>
            <PersonProvider>
              <Shell>
                <SessionGate>
                  <Suspense fallback={<Skeleton lines={6} label="Loading" />}>
                    <Screens />
                  </Suspense>
                </SessionGate>
              </Shell>
            </PersonProvider>
          </TestModeProvider>
        </LiveRegion>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
