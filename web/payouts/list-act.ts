import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { itemRefusalSchema } from '#shared/api/batch-rows.ts'
import type { ExportFormat } from '#shared/api/export.ts'
import type { StatedOutcome } from '#shared/api/outcome.ts'
import type { Payout } from '#shared/api/payout.ts'
import { reasonOf } from '../api/api.ts'
import { type GivenList, giveList, useListAnswers, useListJob } from '../api/list-jobs.ts'
import { invalidateAll } from '../api/queries.ts'
import { problemDetail } from '../language/problem-text.ts'
import { useExport } from './use-export.ts'

/** What can be done with several payouts at once: each is acted on, or refused by itself. */
export const selectionActs = ['submit', 'withdraw', 'return', 'export', 'outcome', 'delete'] as const

export type SelectionAct = (typeof selectionActs)[number]

/** A payout that stays as it is, and why. */
export interface PayoutLeftOut {
  readonly id: string
  readonly why: string
}

type ListActStage =
  | { readonly at: 'asking'; readonly whyNot: string | undefined }
  | { readonly at: 'running'; readonly count: number }
  | {
      readonly at: 'done'
      readonly count: number
      readonly refused: readonly PayoutLeftOut[]
      readonly whyNot?: string
    }

/** What a person says beside the action. */
interface ActWords {
  readonly comment: string
  readonly outcome: StatedOutcome | undefined
}

/** What became of a payout, by its id or, of a report, by its place. */
const answerSchema = z.object({ id: z.optional(z.string()), problem: z.optional(itemRefusalSchema) })

/** An action on a list of payouts from the question to its result: a job does it, also where this page is closed. */
export function useListAct(act: SelectionAct, payouts: readonly Payout[]) {
  const queryClient = useQueryClient()
  const list = useListJob(act === 'outcome' ? 'outcomes' : 'acts')
  const { job, begin } = list
  const answers = useListAnswers(job, answerSchema)
  const exportOne = useExport()
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) =>
      exportOne.mutateAsync({ payoutIds: payouts.map(({ id }) => id), format, again: false, leaveOut: true }),
    onSettled: () => void invalidateAll(queryClient),
  })
  function stage(): ListActStage {
    if (job !== undefined && (list.isUnderWay || answers.isLoading)) return { at: 'running', count: job.count }
    if (begin.isPending || exporting.isPending) return { at: 'running', count: payouts.length }
    if (job !== undefined) {
      const refused = (answers.data ?? []).flatMap(({ id, problem }, place) =>
        problem === undefined ? [] : { id: id ?? payouts[place]?.id ?? '', why: problemDetail(problem) },
      )
      const problem = job.problem ?? undefined
      return { at: 'done', count: job.succeeded, refused, ...(problem && { whyNot: problemDetail(problem) }) }
    }
    if (exporting.data !== undefined) {
      const { count, leftOut } = exporting.data
      return { at: 'done', count, refused: leftOut.map(({ id, problem }) => ({ id, why: problemDetail(problem) })) }
    }
    const error = begin.error ?? exporting.error
    return { at: 'asking', whyNot: error === null ? undefined : reasonOf(error) }
  }
  return {
    stage: stage(),
    list,
    act: (words: ActWords) => begin.mutate(() => giveList(listOf(act, payouts, words))),
    export: (format: ExportFormat) => exporting.mutate(format),
  }
}

function listOf(act: SelectionAct, payouts: readonly Payout[], { comment, outcome }: ActWords): GivenList {
  if (act === 'outcome') {
    const items = payouts.map(({ id: payoutId }) => ({ payoutId, outcome }))
    return { address: '/api/outcome-jobs', about: {}, name: 'outcomes', items }
  }
  const items = payouts.map(({ id, version }) => ({ id, version }))
  return act === 'return'
    ? { address: '/api/return-jobs', about: { comment }, name: 'payouts', items }
    : { address: '/api/act-jobs', about: { act }, name: 'payouts', items }
}
