import { useQuery } from '@tanstack/react-query'
import { overviewSchema } from '#shared/api/payout.ts'
import { getJson } from './api.ts'

/** What the navigation counts for the signed-in person: refetched after every write, and every half a minute while the page is visible. */
export function useOverview() {
  return useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => getJson('/api/overview', overviewSchema, { signal }),
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
  })
}

export const overviewKey = ['overview'] as const
