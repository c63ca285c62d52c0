import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deliveriesSchema, webhooksSchema } from '#shared/api/webhooks.ts'
import { getJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'

/** The endpoints, the newest first, and those that were changed outside the app. */
export function useWebhooks() {
  return useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => getJson('/api/webhooks', webhooksSchema, { signal }),
    refetchInterval: 10_000,
  })
}

/** The last deliveries to an endpoint, the newest first. */
export function useDeliveries(id: string) {
  return useQuery({
    queryKey: ['deliveries', id],
    queryFn: async ({ signal }) =>
      (await getJson(`${webhookAddress(id)}/deliveries`, deliveriesSchema, { signal })).items,
    refetchInterval: 10_000,
  })
}

/** Something done with an endpoint, after which all of them are read again. */
export function useWebhookAction<Result>(action: () => Promise<Result>, onDone?: (result: Result) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: action,
    onSuccess: (result) => onDone?.(result),
    onSettled: () => invalidateAll(queryClient),
  })
}

/** Where an endpoint is on our own server. */
export function webhookAddress(id: string): string {
  return `/api/webhooks/${encodeURIComponent(id)}`
}
