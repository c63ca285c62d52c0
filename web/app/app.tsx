import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLanguage } from '../language/language.ts'
import { TestModeProvider } from '../screen/test-mode.tsx'
import { PersonProvider } from '../session/person-provider.tsx'
import { SessionGate } from '../session/session-gate.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { createQueryClient } from './query-client.ts'
import { ScreenBoundary } from './screen-boundary.tsx'
import { ScreenLoading } from './screen-loading.tsx'
import { Screens } from './screens.tsx'
import { Shell } from './shell.tsx'

/** The whole page. All of it renders again when the language changes, and stays what it is. */
export function App() {
  useLanguage()
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <LiveRegion>
          <TestModeProvider>
            <PersonProvider>
              <Shell>
                <SessionGate>
                  <ScreenBoundary>
                    <Suspense fallback={<ScreenLoading />}>
                      <Screens />
                    </Suspense>
                  </ScreenBoundary>
                </SessionGate>
              </Shell>
            </PersonProvider>
          </TestModeProvider>
        </LiveRegion>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
