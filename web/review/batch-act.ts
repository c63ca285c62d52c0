import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type * as z from 'zod/mini'
import type { ListedPayout } from '#shared/api/approved-list.ts'
import { payoutsInPart } from '#shared/api/batch-review.ts'
import { actedPayoutSchema, type ListJob } from '#shared/api/list-job.ts'
import { reasonOf } from '../api/api.ts'
import { giveList, useListAnswers, useListJob } from '../api/list-jobs.ts'
import { t } from '../language/translate.ts'
import { type ShownList, shownList, useSign } from './sign-approvals.ts'

/** An act of approval that is over. */
export interface ClosedApproval {
  readonly job: ListJob
  readonly refused: readonly RefusedApproval[]
  /** Whether it was begun here, over the payouts that are shown. */
  readonly isOfThese: boolean
}

type RefusedApproval = ReturnType<typeof refusalsIn>[number]

type ApprovalStage =
  | { readonly at: 'asking'; readonly whyNot?: string }
  | { readonly at: 'preparing' }
  | { readonly at: 'running'; readonly job: ListJob }
  | { readonly at: 'done'; readonly act: ClosedApproval }

/** An approval of a list from the question to its result; one that goes on, or is paused, is shown instead of asked for. */
export function useBatchAct(batchId: string | undefined) {
  const list = useListJob('approval', batchId)
  const { job, begin } = list
  const answers = useListAnswers(job !== undefined && job.refused > 0 ? job : undefined, actedPayoutSchema)
  const sign = useSign()
  // The same list is begun only once, however often that is tried.
  const begun = useRef({ root: '', key: '' })
  const approving = useMutation({
    async mutationFn(payouts: readonly ListedPayout[]) {
      const shown = await shownList(payouts, batchId)
      const { root } = shown
      if (begun.current.root !== root) begun.current = { root, key: crypto.randomUUID() }
      const signatureId = await sign(shown)
      return begin.mutateAsync(() => giveApproval(shown, signatureId, begun.current.key))
    },
  })
  function stage(): ApprovalStage {
    if (approving.isPending) return { at: 'preparing' }
    if (job === undefined)
      return approving.error === null
        ? { at: 'asking' }
        : { at: 'asking', whyNot: t('payouts.step.failed', { reason: reasonOf(approving.error) }) }
    if (list.isUnderWay || answers.isLoading) return { at: 'running', job }
    const isOfThese = job.id === approving.data?.id
    return { at: 'done', act: { job, refused: refusalsIn(answers.data ?? []), isOfThese } }
  }
  return { stage: stage(), list, approve: (payouts: readonly ListedPayout[]) => approving.mutate(payouts) }
}

function refusalsIn(answers: readonly z.infer<typeof actedPayoutSchema>[]) {
  return answers.flatMap(({ id, problem }) => (problem === undefined ? [] : { id, problem }))
}

/** Gives the list that is approved, once for each key. */
function giveApproval(
  { batchId, root, payouts: items }: ShownList,
  signatureId: string | undefined,
  key: string,
): Promise<ListJob> {
  const about = { root, ...(batchId !== undefined && { batchId }), ...(signatureId !== undefined && { signatureId }) }
  return giveList({ address: '/api/approval-jobs', about, name: 'payouts', items }, { most: payoutsInPart, key })
}
