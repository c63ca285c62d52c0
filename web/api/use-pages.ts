import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Pages } from '../ui/data-list.tsx'
import { reasonOf, searchRefusal } from './api.ts'

interface PageOfRows<Row> {
  readonly items: readonly Row[]
  readonly nextCursor: string | null
}

/** A list that the server returns page by page. While a changed query is loading, the previous answer stays in sight. */
export function usePages<Row>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOfRows<Row>>,
): Pages<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  const { fetchNextPage, refetch } = query
  return {
    state: query.isPending ? 'loading' : query.isError && rows.length === 0 ? 'failed' : 'ready',
    rows,
    failure: query.error === null ? undefined : reasonOf(query.error),
    refusal: searchRefusal(query.error),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isOld: query.isPlaceholderData,
    more: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    again: useCallback(() => void refetch(), [refetch]),
  }
}

function firstPage(): string | undefined {
  return undefined
}
