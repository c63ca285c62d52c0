import {
  defaultScheduler,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  notifyManager,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
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

/** The whole page. All of it renders again when the language changes, without losing its state. */
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

// An answer that arrives while a pointer is pressed does not move the button away from under it.
notifyManager.setScheduler((notify) => defaultScheduler(() => deferRenderUntilClick(notify)))

class PageQueryClient extends QueryClient {
  /** A first load on its way may bring what was true before the write; the library would keep that, so it is asked for again. */
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })) {
      if (query.state.data === undefined) void query.cancel({ silent: true })
    }
    return super.invalidateQueries(filters, options)
  }
}

/** Server state. Reads are retried twice where that can help; a mutation never is, as a validation costs money. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new PageQueryClient({
    mutationCache: new MutationCache({
      // Any write may have changed the counts in the navigation.
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
