import { defaultScheduler, MutationCache, notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { isWorthRepeatingSoon } from '../api/api.ts'
import { overviewKey } from '../api/queries.ts'
import { useLanguage } from '../language/language.ts'
import { TestModeProvider } from '../screen/test-mode.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { deferRenderUntilClick } from '../ui/press.ts'
import { ErrorBoundary, ScreenBoundary } from './error-boundary.tsx'
import { ScreenLoading, Screens } from './screens.tsx'
import { PersonProvider, SessionGate } from './session-gate.tsx'
import { Shell } from './shell.tsx'

/** The whole page. All of it renders again when the language changes, and stays what it is. */
export function App({ queryClient }: { readonly queryClient: QueryClient }) {
  useLanguage()
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

// An answer that comes while somebody presses something does not move it away.
notifyManager.setScheduler((tell) => defaultScheduler(() => deferRenderUntilClick(tell)))

/** Server state. Reads are repeated twice where that can help; a mutation never by itself: a validation costs money. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // Whatever was written may have moved what the navigation counts.
      onSuccess: () => void client.invalidateQueries({ queryKey: overviewKey }),
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isWorthRepeatingSoon(error),
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
