import { useEffect, useRef, useState } from 'react'
import type { ListedPayout } from '#shared/api/approved-list.ts'
import { type BatchApproval, batchApprovalSchema, payoutsInPart } from '#shared/api/batch-review.ts'
import { postJson, reasonOf } from '../api/api.ts'
import { giveParts } from '../api/list-jobs.ts'
import { t } from '../language/translate.ts'
import { type ShownList, shownList, useSign } from './sign-approvals.ts'

export type BatchApprovalStage =
  | { readonly at: 'asking'; readonly whyNot?: string }
  | { readonly at: 'preparing' }
  | { readonly at: 'running'; readonly act: BatchApproval }
  | { readonly at: 'cut'; readonly act: BatchApproval; readonly why: string | undefined }
  | { readonly at: 'done'; readonly act: BatchApproval }

/** An approval of a list from the question to its result. `underWay`: one that goes on, which is shown, or was paused, which can be resumed, instead of asked for. */
export function useBatchAct(underWay: BatchApproval | undefined) {
  const [step, setStep] = useState<BatchApprovalStage>(
    underWay === undefined
      ? { at: 'asking' }
      : { at: isGoing(underWay) ? 'running' : 'cut', act: underWay, why: undefined },
  )
  const isStopped = useRef(false)
  const sign = useSign()
  // The same list is begun only once, however often that is tried.
  const begun = useRef({ root: '', key: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => {
    if (underWay !== undefined && isGoing(underWay)) void run(underWay)
    return () => {
      isStopped.current = true
    }
  }, [])

  async function run(act: BatchApproval) {
    isStopped.current = false
    setStep({ at: 'running', act })
    let newest = act
    try {
      newest = await runBatchApproval(
        act.id,
        () => isStopped.current,
        (now) => {
          newest = now
          setStep({ at: 'running', act: now })
        },
      )
      setStep(isOver(newest) ? { at: 'done', act: newest } : { at: 'cut', act: newest, why: undefined })
    } catch (error) {
      setStep({ at: 'cut', act: newest, why: reasonIn(error) })
    }
  }
  return {
    step,
    run,
    ask: () => setStep({ at: 'asking' }),
    async stop({ id }: BatchApproval) {
      isStopped.current = true
      // One that has just ended needs no rest.
      await postJson(`/api/batch-approvals/${id}/pause`, {}, batchApprovalSchema).catch(() => {})
    },
    async approve(payouts: readonly ListedPayout[], batchId: string | undefined) {
      setStep({ at: 'preparing' })
      try {
        const list = await shownList(payouts, batchId)
        const { root } = list
        if (begun.current.root !== root) begun.current = { root, key: crypto.randomUUID() }
        await run(await giveApproval(list, await sign(list), begun.current.key))
      } catch (error) {
        setStep({ at: 'asking', whyNot: t('payouts.step.failed', { reason: reasonIn(error) }) })
      }
    },
    async undo({ id }: BatchApproval) {
      try {
        await run(await undoBatchApproval(id))
      } catch (error) {
        setStep((now) =>
          now.at === 'asking' || now.at === 'preparing' ? now : { ...now, at: 'cut', why: reasonIn(error) },
        )
      }
    },
  }
}

/** It goes on at the server, whether a page looks at it or not. */
function isGoing({ state }: BatchApproval): boolean {
  return state === 'approving' || state === 'undoing'
}

function isOver({ state }: BatchApproval): boolean {
  return state === 'approved' || state === 'undone' || state === 'stopped'
}

function reasonIn(error: unknown): string {
  return reasonOf(error instanceof Error ? error : new Error('unknown'))
}

/** Gives the list that is approved, once for each key. */
async function giveApproval(
  { batchId, root, payouts: items }: ShownList,
  signatureId: string | undefined,
  key: string,
): Promise<BatchApproval> {
  const about = { root, ...(batchId !== undefined && { batchId }), ...(signatureId !== undefined && { signatureId }) }
  const list = { address: '/api/approval-jobs', about, name: 'payouts', items } as const
  return giveParts(list, batchApprovalSchema, { most: payoutsInPart, key })
}

/** Continues an approval and reports its progress, until it is complete or the person stops it. */
async function runBatchApproval(
  id: string,
  isStopped: () => boolean,
  report: (act: BatchApproval) => void,
): Promise<BatchApproval> {
  for (;;) {
    const act = await postJson(`/api/batch-approvals/${id}/run`, {}, batchApprovalSchema)
    report(act)
    if (isOver(act) || isStopped()) return act
  }
}

/** Undoes the whole approval. */
function undoBatchApproval(id: string): Promise<BatchApproval> {
  return postJson(`/api/batch-approvals/${id}/undo`, {}, batchApprovalSchema)
}
