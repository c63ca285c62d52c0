import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type BatchReview,
  batchReviewSchema,
  type EyeReason,
  type ReviewLine,
  reviewLinesSchema,
} from '#shared/api/batch-review.ts'
import { getJson, postJson, reasonOf } from '../api/api.ts'
import type { Pages } from '../ui/data-list.tsx'
import { type LineLoader, type LoadedLines, loadLines } from './line-loader.ts'

/** A payout of a batch that waits for review; its line is there once it was loaded. */
export interface ListedLine {
  readonly id: string
  readonly reasons: readonly EyeReason[]
  readonly line: ReviewLine | undefined
}

/** The payouts of a batch that wait for review: all of their places at once, then their lines, those in sight first. */
export interface BatchLines extends Pick<Pages<ListedLine>, 'state' | 'rows' | 'failure' | 'again'> {
  /** What they come to; undefined before it is there. */
  readonly review: BatchReview | undefined
  /** How many lines are loaded. */
  readonly done: number
  /** Whether all of them are: one approval covers exactly what was loaded. */
  readonly isWhole: boolean
  readonly see: LineLoader['see']
}

interface LoadedBatch {
  readonly state: 'loading' | 'failed' | 'ready'
  readonly failure: string | undefined
  readonly review: BatchReview | undefined
  readonly lines: LoadedLines
}

const nothing: LoadedBatch = { state: 'loading', failure: undefined, review: undefined, lines: new Map() }

/** The list stays as it was when its screen was opened, or when it is loaded again. */
export function useBatchLines(batchId: string): BatchLines {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState(nothing)
  const loader = useRef<LineLoader>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(() => {
    const left = new AbortController()
    const fail = (error: Error) => {
      if (!left.signal.aborted) setLoaded((known) => ({ ...known, state: 'failed', failure: reasonOf(error) }))
    }
    startLoading(batchId, left.signal, setLoaded, fail).then((one) => {
      loader.current = one
    }, fail)
    return () => {
      left.abort()
      loader.current?.stop()
    }
  }, [batchId, attempt])
  const { state, failure, review, lines } = loaded
  const rows = useMemo(() => listed(review, lines), [review, lines])
  return {
    state,
    failure,
    rows,
    review,
    done: lines.size,
    isWhole: state === 'ready' && lines.size === review?.payouts.length,
    see: useCallback((ids: readonly string[]) => loader.current?.see(ids), []),
    again: useCallback(() => setAttempt((number) => number + 1), []),
  }
}

async function startLoading(
  batchId: string,
  signal: AbortSignal,
  report: (loaded: LoadedBatch) => void,
  fail: (error: Error) => void,
): Promise<LineLoader> {
  const address = `/api/batches/${encodeURIComponent(batchId)}`
  const review = await getJson(`${address}/review`, batchReviewSchema, { signal })
  const ready = { state: 'ready', failure: undefined, review } as const
  const ids = review.payouts.map(({ id }) => id)
  report({ ...ready, lines: new Map() })
  return loadLines(ids, {
    load: async (some) =>
      (await postJson(`${address}/review-lines`, { ids: some }, reviewLinesSchema, { signal })).lines,
    report: (lines) => report({ ...ready, lines }),
    fail,
  })
}

/** Without those that have left review since; by the warnings of now, where these are known. */
function listed(review: BatchReview | undefined, lines: LoadedLines): readonly ListedLine[] {
  return (review?.payouts ?? []).flatMap(({ id, reasons }) => {
    const line = lines.get(id)
    return line === undefined && lines.has(id) ? [] : [{ id, reasons: line?.reasons ?? reasons, line }]
  })
}
