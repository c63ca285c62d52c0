import { useCallback, useEffect, useState } from 'react'
import {
  type BatchReview,
  type BatchReviewSummary,
  batchReviewSchema,
  type ReviewLine,
} from '#shared/api/batch-review.ts'
import { getJson, postJson, reasonOf } from '../api/api.ts'
import type { Pages } from '../ui/data-list.tsx'
import { choiceOf } from './batch-choice.ts'
import { type QueueFilter, waiting } from './use-queue.ts'

/** Payouts that wait for review, as far as they are loaded: all of them come by themselves, or from the start again. */
export interface ReviewLines extends Pages<ReviewLine> {
  /** Whether all of them are loaded. */
  readonly isWhole: boolean
  /** The totals of a batch; undefined before the first page. */
  readonly summary: BatchReviewSummary | undefined
}

type LoadedLines = Pick<ReviewLines, 'state' | 'rows' | 'isWhole' | 'summary' | 'failure'>

const none = { summary: undefined, failure: undefined }

const nothing: LoadedLines = { state: 'loading', rows: [], isWhole: false, ...none }

const allAtOnce = { refusal: undefined, hasMore: false, isLoadingMore: false, isOld: false, more: () => {} }

/** The payouts of a batch, or what a search finds. */
type LinesSource = { readonly batchId: string } | QueueFilter

/** Loads the whole list, page by page: one approval covers exactly what was loaded. A list stays as it was when its screen was opened. */
export function useReviewLines(source: LinesSource): ReviewLines {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState(nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(() => {
    const left = new AbortController()
    loadAll(source, left.signal, setLoaded).catch((error: Error) => {
      if (!left.signal.aborted)
        setLoaded((known) => ({ ...known, state: 'failed', isWhole: false, failure: reasonOf(error) }))
    })
    return () => left.abort()
  }, [attempt])
  const again = useCallback(() => setAttempt((number) => number + 1), [])
  return { ...allAtOnce, ...loaded, again }
}

const pageSize = 100

/** While thousands of lines arrive, they are rendered so often at most: each time takes as long as there are lines. */
const reportEveryMs = 500

async function loadAll(source: LinesSource, signal: AbortSignal, report: (loaded: LoadedLines) => void): Promise<void> {
  const lines = new Map<string, ReviewLine>()
  let summary: BatchReviewSummary | undefined
  let reportedAt = Number.NEGATIVE_INFINITY
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: BatchReview = await loadPage(source, cursor === '' ? {} : { cursor }, signal)
    // A line that moved in the order while pages were loaded can come twice.
    for (const line of page.lines) lines.set(line.id, line)
    summary ??= page.summary ?? undefined
    cursor = page.nextCursor
    if (cursor !== null && performance.now() - reportedAt < reportEveryMs) continue
    reportedAt = performance.now()
    report({ state: 'ready', rows: [...lines.values()], isWhole: cursor === null, ...none, summary })
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
export function useChoice(lines: readonly ReviewLine[], isPlainOnly = false) {
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set())
  const [alike, setAlike] = useState<ReadonlySet<string>>(new Set())
  return {
    choice: choiceOf(lines, aside, alike, isPlainOnly),
    aside,
    setAside(id: string, isAside: boolean) {
      setAside(new Set(isAside ? [...aside, id] : [...aside].filter((one) => one !== id)))
    },
    alike,
    setAlike,
  }
}
