import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { submittedPayoutsSchema } from '#shared/api/batch-rows.ts'
import type { Confirmed } from '#shared/api/entry.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import type { Refused, Seen } from './submission.ts'

/** So many are sent at once: the person sees how far it is. */
const atOnce = 100

export interface SubmitProgress {
  readonly sent: number
  readonly refused: readonly Refused[]
  /** Of how many; undefined while they are being found. */
  readonly total: number | undefined
}

type Sending = Seen & { readonly confirmed: Confirmed }

/**
 * Sends payouts of a batch to review chunk by chunk. What was sent is no draft any more, so that after a failure the rest is found anew, and a
 * chunk whose answer was lost is not sent twice.
 */
export function useSubmit(batchId: string) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<SubmitProgress>()
  const submitting = useMutation({
    /** Left out: all that can be sent; what has warnings comes back. */
    mutationFn: async (chosen: readonly Sending[] | undefined) => {
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

async function sendChunk(batchId: string, chunk: readonly Sending[], state: SubmitProgress): Promise<SubmitProgress> {
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

/** All payouts of a batch that wait for who enters them. */
async function openPayouts(batchId: string): Promise<readonly Sending[]> {
  const found: Sending[] = []
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
