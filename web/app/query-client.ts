import { defaultScheduler, MutationCache, notifyManager, QueryClient } from '@tanstack/react-query'
import { isWorthRepeating } from '../api/use-merchant.ts'
import { overviewKey } from '../api/use-overview.ts'
import { deferRenderUntilClick } from '../ui/press.ts'

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
        retry: (failures, error) => failures < 2 && isWorthRepeating(error),
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
