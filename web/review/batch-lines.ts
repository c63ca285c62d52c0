import { useCallback, useEffect, useState } from 'react'
import { type BatchReviewSummary, batchReviewSchema, type ReviewLine } from '#shared/api/batch-review.ts'
import { getJson, reasonOf } from '../api/api.ts'

/** The payouts of a batch that wait for review, as far as they are loaded. */
export interface BatchLines {
  readonly state: 'loading' | 'failed' | 'ready'
  readonly lines: readonly ReviewLine[]
  /** The totals of the whole list; undefined before the first page. */
  readonly summary: BatchReviewSummary | undefined
  readonly failure: string | undefined
  /** Loads the list again from the start. */
  readonly reload: () => void
}

const nothing = { state: 'loading', lines: [], summary: undefined, failure: undefined } as const

/** Loads the whole list, page by page: one approval covers exactly what was loaded. */
export function useBatchLines(batchId: string): BatchLines {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Omit<BatchLines, 'reload'>>(nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(() => {
    const left = new AbortController()
    loadAll(batchId, left.signal, setLoaded).catch((error: Error) => {
      if (!left.signal.aborted) setLoaded((known) => ({ ...known, state: 'failed', failure: reasonOf(error) }))
    })
    return () => left.abort()
  }, [batchId, attempt])
  const reload = useCallback(() => setAttempt((number) => number + 1), [])
  return { ...loaded, reload }
}

const pageSize = 100

async function loadAll(
  batchId: string,
  signal: AbortSignal,
  report: (loaded: Omit<BatchLines, 'reload'>) => void,
): Promise<void> {
  const lines = new Map<string, ReviewLine>()
  let summary: BatchReviewSummary | undefined
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: URLSearchParams = new URLSearchParams({ limit: `${pageSize}`, ...(cursor !== '' && { cursor }) })
    const address = `/api/batches/${encodeURIComponent(batchId)}/review?${query}`
    const page = await getJson(address, batchReviewSchema, { signal })
    // A line that moved in the order while pages were loaded can come twice.
    for (const line of page.lines) lines.set(line.id, line)
    summary ??= page.summary ?? undefined
    cursor = page.nextCursor
    report({ state: cursor === null ? 'ready' : 'loading', lines: [...lines.values()], summary, failure: undefined })
  }
}
