import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type * as z from 'zod/mini'
import type { Pages } from '../ui/data-list.tsx'
import { getJson, postJson, reasonOf, searchRefusal } from './api.ts'

interface PageOfRows<Row> {
  readonly items: readonly Row[]
  readonly nextCursor: string | null
}

interface Asked {
  /** Posted, as it may hold a person's name or number, which an address never does. */
  readonly search?: object
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly cursorName?: string
}

/** A list that the server returns page by page. While a changed query is loading, the previous answer stays in sight. */
export function usePages<Row>(
  queryKey: readonly unknown[],
  path: string,
  schema: z.ZodMiniType<PageOfRows<Row>>,
  { search, query: filters, cursorName = 'cursor' }: Asked = {},
): Pages<Row> {
  const query = useInfiniteQuery({
    queryKey: [...queryKey, search ?? filters],
    queryFn({ pageParam: cursor, signal }): Promise<PageOfRows<Row>> {
      if (search !== undefined) return postJson(path, { ...search, ...(cursor && { cursor }) }, schema, { signal })
      const given = Object.entries({ ...filters, [cursorName]: cursor })
      const query = new URLSearchParams(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
      return getJson(`${path}?${query}`, schema, { signal })
    },
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
