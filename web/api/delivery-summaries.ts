import { useQuery } from '@tanstack/react-query'
import { deliverySummariesSchema } from '#shared/api/webhooks.ts'
import { getJson } from './api.ts'

/** How deliveries to other systems go. */
export function useDeliverySummaries() {
  return useQuery({
    queryKey: ['delivery-summaries'],
    queryFn: ({ signal }) => getJson('/api/deliveries', deliverySummariesSchema, { signal }),
    refetchInterval: 60_000,
  })
}
