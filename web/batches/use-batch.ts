import { useQuery } from '@tanstack/react-query'
import { type BatchState, batchPageSchema, batchSchema } from '#shared/api/batch.ts'
import { getVersioned } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'

/** One batch with its version, fetched again now and then, as others work on its payouts too. */
export function useBatch(id: string) {
  return useQuery({
    queryKey: ['batches', 'one', id],
    queryFn: ({ signal }) => getVersioned(`/api/batches/${encodeURIComponent(id)}`, batchSchema, { signal }),
    refetchInterval: 30_000,
  })
}

/** The batches, the newest first. */
export function useBatches(state: BatchState | undefined) {
  return usePages(['batches', 'list'], '/api/batches', batchPageSchema, { query: { state } })
}
