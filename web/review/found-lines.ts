import { useCallback, useEffect, useState } from 'react'
import { type ReviewLine, type ReviewPage, reviewPageSchema } from '#shared/api/batch-review.ts'
import { postJson, reasonOf } from '../api/api.ts'
import type { Pages } from '../ui/data-list.tsx'
import { type QueueFilter, waiting } from './use-queue.ts'

/** Payouts of the queue, as far as they are loaded: all of them come by themselves, or from the start again. */
export interface FoundLines extends Pages<ReviewLine> {
  /** Whether all of them are loaded. */
  readonly isWhole: boolean
}

type FoundState = Pick<FoundLines, 'state' | 'rows' | 'isWhole' | 'failure'>

const nothing: FoundState = { state: 'loading', rows: [], isWhole: false, failure: undefined }

const allAtOnce = { refusal: undefined, hasMore: false, isLoadingMore: false, isOld: false, more: () => {} }

/** Loads all that a search finds, page by page: one approval covers exactly what was loaded. A list stays as it was when its screen was opened. */
export function useFoundLines(search: QueueFilter): FoundLines {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState(nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(() => {
    const left = new AbortController()
    loadAll(search, left.signal).then(
      (rows) => setLoaded({ state: 'ready', rows, isWhole: true, failure: undefined }),
      (error: Error) => {
        if (!left.signal.aborted) setLoaded({ ...nothing, state: 'failed', failure: reasonOf(error) })
      },
    )
    return () => left.abort()
  }, [attempt])
  const again = useCallback(() => setAttempt((number) => number + 1), [])
  return { ...allAtOnce, ...loaded, again }
}

const pageSize = 100

async function loadAll(search: QueueFilter, signal: AbortSignal): Promise<readonly ReviewLine[]> {
  const lines = new Map<string, ReviewLine>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: ReviewPage = await loadPage({ ...search, ...(cursor !== '' && { cursor }) }, signal)
    // A line that moved in the order while pages were loaded can come twice.
    for (const line of page.lines) lines.set(line.id, line)
    cursor = page.nextCursor
  }
  return [...lines.values()]
}

function loadPage(search: QueueFilter & { readonly cursor?: string }, signal: AbortSignal): Promise<ReviewPage> {
  return postJson('/api/review-searches', { ...waiting, ...search, limit: pageSize }, reviewPageSchema, { signal })
}
