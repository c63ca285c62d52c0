import { useCallback, useEffect, useState } from 'react'
import {
  type BatchReview,
  type BatchReviewSummary,
  batchReviewSchema,
  type ReviewLine,
} from '#shared/api/batch-review.ts'
import { getJson, postJson, reasonOf } from '../api/api.ts'
import { choiceOf } from './batch-choice.ts'
import { type QueueFilter, waiting } from './use-queue.ts'

/** Payouts that wait for review, as far as they are loaded. */
export interface ReviewLines {
  readonly state: 'loading' | 'failed' | 'ready'
  readonly lines: readonly ReviewLine[]
  /** The totals of a batch; undefined before the first page. */
  readonly summary: BatchReviewSummary | undefined
  readonly failure: string | undefined
  /** Loads the list again from the start. */
  readonly reload: () => void
}

const nothing = { state: 'loading', lines: [], summary: undefined, failure: undefined } as const

/** The payouts of a batch, or what a search finds. */
type LinesSource = { readonly batchId: string } | QueueFilter

/** Loads the whole list, page by page: one approval covers exactly what was loaded. A list stays as it was when its screen was opened. */
export function useReviewLines(source: LinesSource): ReviewLines {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Omit<ReviewLines, 'reload'>>(nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(() => {
    const left = new AbortController()
    loadAll(source, left.signal, setLoaded).catch((error: Error) => {
      if (!left.signal.aborted) setLoaded((known) => ({ ...known, state: 'failed', failure: reasonOf(error) }))
    })
    return () => left.abort()
  }, [attempt])
  const reload = useCallback(() => setAttempt((number) => number + 1), [])
  return { ...loaded, reload }
}

const pageSize = 100

async function loadAll(
  source: LinesSource,
  signal: AbortSignal,
  report: (loaded: Omit<ReviewLines, 'reload'>) => void,
): Promise<void> {
  const lines = new Map<string, ReviewLine>()
  let summary: BatchReviewSummary | undefined
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: BatchReview = await loadPage(source, cursor === '' ? {} : { cursor }, signal)
    // A line that moved in the order while pages were loaded can come twice.
    for (const line of page.lines) lines.set(line.id, line)
    summary ??= page.summary ?? undefined
    cursor = page.nextCursor
    report({ state: cursor === null ? 'ready' : 'loading', lines: [...lines.values()], summary, failure: undefined })
  }
}

function loadPage(source: LinesSource, after: { readonly cursor?: string }, signal: AbortSignal): Promise<BatchReview> {
  if ('batchId' in source) {
    const query = new URLSearchParams({ limit: `${pageSize}`, ...after })
    return getJson(`/api/batches/${encodeURIComponent(source.batchId)}/review?${query}`, batchReviewSchema, { signal })
  }
  const search = { ...waiting, ...source, limit: pageSize, ...after }
  return postJson('/api/review-searches', search, batchReviewSchema, { signal })
}

/** The payouts set aside and the confirmed kinds of warnings, for this visit. */
export function useChoice(lines: readonly ReviewLine[]) {
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set())
  const [alike, setAlike] = useState<ReadonlySet<string>>(new Set())
  return {
    choice: choiceOf(lines, aside, alike),
    aside,
    setAside(id: string, isAside: boolean) {
      setAside(new Set(isAside ? [...aside, id] : [...aside].filter((one) => one !== id)))
    },
    alike,
    setAlike,
  }
}
