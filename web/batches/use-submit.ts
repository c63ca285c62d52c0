import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { submittedPayoutsSchema } from '#shared/api/batch-rows.ts'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import type { PayoutSnapshot, RefusedSubmission } from './submission.ts'

/** Payouts sent per request, so that the person sees progress. */
const atOnce = 100

export interface SubmitProgress {
  readonly sent: number
  readonly refused: readonly RefusedSubmission[]
  /** The total; undefined while the payouts are being fetched. */
  readonly total: number | undefined
}

type PayoutToSend = PayoutSnapshot & { readonly confirmed: WarningConfirmations }

/**
 * Sends payouts of a batch to review in chunks. A sent payout is no longer a draft: after a failure the remaining drafts are fetched again,
 * and a chunk whose answer was lost is not sent twice.
 */
export function useSubmit(batchId: string) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<SubmitProgress>()
  const submitting = useMutation({
    /** Left out: all that can be sent. Those with warnings are returned. */
    mutationFn: async (chosen: readonly PayoutToSend[] | undefined) => {
      const before = chosen === undefined ? undefined : progress
      const rest = before?.refused.filter(({ id }) => chosen?.some((one) => one.id === id) !== true) ?? []
      let state: SubmitProgress = { sent: before?.sent ?? 0, refused: rest, total: undefined }
      setProgress(state)
      const payouts = chosen ?? (await openPayouts(batchId))
      state = { ...state, total: state.sent + rest.length + payouts.length }
      setProgress(state)
      for (let from = 0; from < payouts.length; from += atOnce) {
        state = await sendChunk(batchId, payouts.slice(from, from + atOnce), state)
        setProgress(state)
      }
      return state
    },
    onSettled: () => void invalidateAll(queryClient),
  })
  return { ...submitting, progress }
}

async function sendChunk(
  batchId: string,
  chunk: readonly PayoutToSend[],
  state: SubmitProgress,
): Promise<SubmitProgress> {
  const given = chunk.map(({ id, version, confirmed }) => ({ id, version, confirmed }))
  const { payouts } = await postJson(`/api/batches/${batchId}/submit`, { payouts: given }, submittedPayoutsSchema, {
    idempotencyKey: crypto.randomUUID(),
  })
  const refused = payouts.flatMap((answer, place) => {
    const { version = 0, row = null } = chunk[place] ?? {}
    return 'problem' in answer ? [{ id: answer.id, version, row, problem: answer.problem }] : []
  })
  const sent = state.sent + payouts.length - refused.length
  return { ...state, sent, refused: [...state.refused, ...refused] }
}

/** All payouts of a batch that wait for their author. */
async function openPayouts(batchId: string): Promise<readonly PayoutToSend[]> {
  const found: PayoutToSend[] = []
  for (const state of ['draft', 'returned'] as const) {
    let cursor: string | null = null
    do {
      const search: object = { batchId, state, limit: 100, ...(cursor !== null && { cursor }) }
      const page = await postJson('/api/payout-searches', search, payoutPageSchema)
      found.push(...page.items.map(({ id, version, batchRow: row }) => ({ id, version, row, confirmed: [] })))
      cursor = page.nextCursor
    } while (cursor !== null)
  }
  return found
}
