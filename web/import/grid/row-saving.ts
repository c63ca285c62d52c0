import { useEffect, useState } from 'react'
import { mostAtOnce, savedRowSchema } from '#shared/api/batch-rows.ts'
import type { ListJob } from '#shared/api/list-job.ts'
import { giveList, isListUnderWay, useListAnswers, useListJob } from '../../api/list-jobs.ts'
import type { ReadyRow } from '../protocol.ts'
import type { RemoteSheet } from '../remote-sheet.ts'
import { auditAcceptedDamage, rowAnswerOf } from './batch-calls.ts'

/** Saves the rows of a sheet that are ready by a job, which goes on without its page; what the server refused comes back to them. */
export function useRowSaving(sheet: RemoteSheet, batchId: string) {
  const list = useListJob('rows', batchId, sheet.savedAt)
  const { job, begin, steps } = list
  const answers = useListAnswers(job, savedRowSchema)
  const [takenId, setTakenId] = useState<string>()
  const isOver = job !== undefined && !isListUnderWay(job)
  const results = isOver ? (answers.data ?? []).flatMap(rowAnswerOf) : []
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list of answers
  useEffect(() => {
    if (isOver && answers.data !== undefined) void sheet.answered(results).then(() => setTakenId(job.id))
  }, [sheet, isOver, answers.data])
  const isAnswered = job === undefined || job.done === 0 || job.id === takenId || answers.error !== null
  return {
    list,
    answers: results,
    failure: begin.error ?? steps.error ?? answers.error ?? undefined,
    isUnderWay: list.isUnderWay || !isAnswered,
    start: () => begin.mutate(() => giveRows(sheet, batchId, false)),
    /** Saves the others as they are. */
    startDrafts: () => begin.mutate(() => giveRows(sheet, batchId, true)),
  }
}

export type RowSaving = ReturnType<typeof useRowSaving>

/** Gives the rows as they are now: what was decided about them is recorded, and the sheet is saved before that. */
export async function giveRows(sheet: RemoteSheet, batchId: string, asDrafts: boolean): Promise<ListJob> {
  // Rows that another tab has fixed in the meantime must not be saved in this tab's version.
  await sheet.requireNewest()
  const ready: ReadyRow[] = []
  for (let some = await sheet.ready(mostAtOnce, 0, asDrafts); some.length > 0; ) {
    ready.push(...some)
    some = await sheet.ready(mostAtOnce, some.at(-1)?.row ?? 0, asDrafts)
  }
  await auditAcceptedDamage(batchId, ready)
  const items = ready.map(({ accepted: _, ...row }) => row)
  return giveList({ address: '/api/row-jobs', about: { batchId }, name: 'rows', items })
}
