import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  type ValidationJob,
  type ValidationResult,
  type ValidationStart,
  type ValidationWish,
  validationCountsSchema,
  validationItemsSchema,
  validationJobSchema,
  validationJobsSchema,
} from '#shared/api/batch-validation.ts'
import { getJson, postJson } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { usePages } from '../api/use-pages.ts'

/** How often progress is fetched while a job is running; that does not extend the session. */
const lookEveryMs = 2_000

/** The validations of a batch, newest first; fetched again until all have ended. */
export function useBatchValidations(batchId: string) {
  return useQuery({
    queryKey: ['batches', 'validations', batchId],
    queryFn: ({ signal }) => getJson(`/api/batches/${batchId}/validations`, validationJobsSchema, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) === true ? lookEveryMs : false),
  })
}

function isUnderWay({ state }: Pick<ValidationJob, 'state'>): boolean {
  return state === 'preparing' || state === 'running'
}

export function isOpen(job: Pick<ValidationJob, 'state'>): boolean {
  return isUnderWay(job) || job.state === 'paused'
}

/** How many validations the wish would request; undefined while nothing that can be counted is chosen. */
export function useValidationCounts(batchId: string, wish: ValidationWish | undefined) {
  return useQuery({
    queryKey: ['batches', 'validation-counts', batchId, wish],
    queryFn: ({ signal }) =>
      postJson(`/api/batches/${batchId}/validation-counts`, wish, validationCountsSchema, { signal }),
    enabled: wish !== undefined,
    placeholderData: (before) => before,
  })
}

/** Begins validations; a repeat after a lost answer begins no more. */
export function useBeginValidations(batchId: string) {
  const queryClient = useQueryClient()
  const intent = useRef({ request: '', key: '' })
  return useMutation({
    mutationFn: (start: ValidationStart) => {
      const request = JSON.stringify(start)
      if (intent.current.request !== request) intent.current = { request, key: crypto.randomUUID() }
      const { key: idempotencyKey } = intent.current
      return postJson(`/api/batches/${batchId}/validations`, start, validationJobSchema, { idempotencyKey })
    },
    onSettled: () => void invalidateAll(queryClient),
  })
}

export type JobStep = { readonly act: 'pause' | 'stop' } | { readonly act: 'resume'; readonly billed: number }

/** Pauses, resumes or stops a job. */
export function useJobStep(jobId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ act, ...body }: JobStep) =>
      postJson(`/api/validation-jobs/${jobId}/${act}`, body, validationJobSchema),
    onSettled: () => void invalidateAll(queryClient),
  })
}

/** The rows of a job with this result. */
export function useJobItems(jobId: string, result: ValidationResult) {
  return usePages(
    ['batches', 'validation-items', jobId],
    `/api/validation-jobs/${jobId}/items`,
    validationItemsSchema,
    { query: { result }, cursorName: 'after' },
  )
}
