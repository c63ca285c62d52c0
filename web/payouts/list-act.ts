import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type SubmittedPayouts, submittedPayoutsSchema } from '#shared/api/batch-rows.ts'
import type { ExportFormat } from '#shared/api/export.ts'
import type { Payout } from '#shared/api/payout.ts'
import { ApiProblem, postJson, reasonOf } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { problemDetail } from '../language/problem-text.ts'
import { useExport } from './use-export.ts'

/** What can be done with several payouts at once: each is acted on, or refused by itself. */
export const listActs = ['submit', 'withdraw', 'return', 'export', 'delete'] as const

export type ListAct = (typeof listActs)[number]

/** A payout that stays as it is, and why. */
export interface PayoutLeftOut {
  readonly id: string
  readonly why: string
}

export type ListActStage =
  | { readonly at: 'asking'; readonly whyNot?: string }
  | { readonly at: 'running'; readonly done: number }
  | { readonly at: 'done'; readonly count: number; readonly refused: readonly PayoutLeftOut[] }

/** An action on a list of payouts from the question to its result. */
export function useListAct(payouts: readonly Payout[]) {
  const queryClient = useQueryClient()
  const [stage, setStage] = useState<ListActStage>({ at: 'asking' })
  const exporting = useExport()
  async function take(work: (report: (done: number) => void) => Promise<readonly PayoutLeftOut[]>) {
    setStage({ at: 'running', done: 0 })
    try {
      const refused = await work((done) => setStage({ at: 'running', done }))
      setStage({ at: 'done', count: payouts.length - refused.length, refused })
    } catch (error) {
      // What was done before stays done: the list shows it once it is loaded again.
      setStage({ at: 'asking', whyNot: reasonOf(error instanceof Error ? error : new Error('unknown')) })
    }
    void invalidateAll(queryClient)
  }
  return {
    stage,
    act: (act: Exclude<ListAct, 'export'>, comment: string) =>
      take((report) => actOnPayouts(act, payouts, act === 'return' ? { comment } : {}, report)),
    export: (format: ExportFormat) =>
      take(() =>
        exportOthers(
          payouts.map(({ id }) => id),
          (payoutIds) => exporting.mutateAsync({ payoutIds, format, again: false }),
        ),
      ),
  }
}

/** Payouts sent per request, so that the person sees progress. */
const atOnce = 100

async function actOnPayouts(
  act: ListAct,
  payouts: readonly Payout[],
  more: object,
  report: (done: number) => void,
): Promise<readonly PayoutLeftOut[]> {
  const refused: PayoutLeftOut[] = []
  for (let from = 0; from < payouts.length; from += atOnce) {
    const some = payouts.slice(from, from + atOnce).map(({ id, version }) => ({ id, version }))
    const answer = await postJson(`/api/payout-lists/${act}`, { payouts: some, ...more }, submittedPayoutsSchema)
    refused.push(...answer.payouts.flatMap(refusedIn))
    report(from + some.length)
  }
  return refused
}

function refusedIn(answer: SubmittedPayouts['payouts'][number]): readonly PayoutLeftOut[] {
  return 'problem' in answer ? [{ id: answer.id, why: problemDetail(answer.problem) }] : []
}

/** A file has all of its payouts or none is made: those that prevent it are left out. */
async function exportOthers(
  ids: readonly string[],
  makeExport: (ids: readonly string[]) => Promise<unknown>,
): Promise<readonly PayoutLeftOut[]> {
  const refused = new Map<string, string>()
  for (;;) {
    const rest = ids.filter((id) => !refused.has(id))
    if (rest.length === 0) break
    try {
      await makeExport(rest)
      break
    } catch (error) {
      const inTheWay = error instanceof ApiProblem ? (error.problem.ids ?? []).filter((id) => rest.includes(id)) : []
      if (!(error instanceof ApiProblem) || inTheWay.length === 0) throw error
      for (const id of inTheWay) refused.set(id, problemDetail(error.problem))
    }
  }
  return [...refused].map(([id, why]) => ({ id, why }))
}
