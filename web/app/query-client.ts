import { QueryClient } from '@tanstack/react-query'
import { isWorthRepeating } from './use-merchant.ts'

/** Server state. Reads are repeated twice where that can help; a mutation never by itself: a validation costs money. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isWorthRepeating(error),
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
