import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { mostAtOnce } from '#shared/api/batch-rows.ts'
import { type ListJob, listAnswersSchema, listJobSchema, newestJobSchema } from '#shared/api/list-job.ts'
import { getJson, postJson } from './api.ts'
import { firstThatFit } from './first-that-fit.ts'
import { invalidateAll } from './queries.ts'

/** What is done with a list that is given to the server; it goes on there when the page is closed. */
export interface GivenList {
  readonly address: '/api/row-jobs' | '/api/act-jobs' | '/api/return-jobs' | '/api/outcome-jobs' | '/api/approval-jobs'
  /** What is given with each part, such as the batch. */
  readonly about: object
  readonly name: 'rows' | 'payouts' | 'outcomes'
  readonly items: readonly object[]
}

/** How often progress is fetched; that does not extend the session. */
const lookEveryMs = 2_000

/** Whether the server goes on with a list, page or not. */
function goesOn(job: ListJob | null | undefined): boolean {
  return job?.state === 'running' || job?.state === 'undoing'
}

/** The same, or its person has paused it. */
export function isListUnderWay(job: ListJob | null | undefined): boolean {
  return goesOn(job) || job?.state === 'paused'
}

/** What its person can have done with a list. */
export type ListStep = 'pause' | 'resume' | 'stop' | 'undo'

/**
 * One's own list of a kind, once this page has seen it under way, or where it ended after a time; and the ways to begin another, to pause, resume, stop and
 * undo it.
 */
export function useListJob(kind: ListJob['kind'], batchId?: string, since?: string) {
  const queryClient = useQueryClient()
  const queryKey = ['jobs', kind, batchId]
  const query = new URLSearchParams({ kind, ...(batchId !== undefined && { batchId }) })
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => getJson(`/api/jobs?${query}`, newestJobSchema, { signal }),
    refetchInterval: ({ state }) => (goesOn(state.data?.job) ? lookEveryMs : false),
  })
  const newest = data?.job ?? undefined
  const [seenId, setSeenId] = useState<string>()
  const isRunning = goesOn(newest)
  if (newest !== undefined && isListUnderWay(newest) && newest.id !== seenId) setSeenId(newest.id)
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void invalidateAll(queryClient)
    wasRunning.current = isRunning
  }, [isRunning, queryClient])
  const take = (job: ListJob) => {
    setSeenId(job.id)
    queryClient.setQueryData(queryKey, { job })
    if (!goesOn(job)) void invalidateAll(queryClient)
  }
  const begin = useMutation({
    mutationFn: (give: () => Promise<ListJob>) => give(),
    onSuccess: take,
    // It can have begun although its answer was lost.
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const steps = useMutation({
    mutationFn: ({ step, id }: { readonly step: ListStep; readonly id: string }) =>
      postJson(`/api/jobs/${id}/${step}`, {}, listJobSchema),
    onSuccess: take,
    // One that has just ended cannot be paused.
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const isShown = since === undefined ? newest?.id === seenId : (newest?.endedAt ?? '~') > since
  const job = isShown ? newest : undefined
  return { job, begin, steps, isUnderWay: begin.isPending || isListUnderWay(job) }
}

interface PartOptions {
  readonly most?: number
  /** The same list is begun only once for each. */
  readonly key?: string
  /** Gets how many things are given. */
  readonly report?: (given: number) => void
}

/** Gives a list; nothing is done with it before it is whole. */
export async function giveList(
  { address, about, name, items }: GivenList,
  { most = mostAtOnce, key = crypto.randomUUID(), report = () => {} }: PartOptions = {},
): Promise<ListJob> {
  const count = items.length
  let job: ListJob | undefined
  for (let from = 0; from < count; report(from)) {
    const some = firstThatFit(items.slice(from, from + most))
    const list = { from, count, ...(job && { jobId: job.id }) }
    job = await postJson(address, { ...about, list, [name]: some }, listJobSchema, { idempotencyKey: `${key}.${from}` })
    from += some.length
  }
  if (job === undefined) throw new Error('There is nothing to give.')
  return job
}

/** What became of each thing of a list that is over, in its order. */
export function useListAnswers<One>(job: ListJob | undefined, schema: z.ZodMiniType<One>) {
  return useQuery({
    queryKey: ['job-answers', job?.id, job?.state],
    enabled: job !== undefined && !isListUnderWay(job) && (job.done > 0 || job.state === 'undone'),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answers: One[] = []
      for (let from: number | null = 0; from !== null; ) {
        const address = `/api/jobs/${job?.id}/answers?from=${from}`
        const page: z.infer<typeof listAnswersSchema> = await getJson(address, listAnswersSchema, { signal })
        answers.push(...page.items.map((item) => schema.parse(item)))
        from = page.next
      }
      return answers
    },
  })
}
