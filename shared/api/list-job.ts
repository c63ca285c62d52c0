import * as z from 'zod/mini'
import { batchRowsSchema, batchSubmissionSchema, mostAtOnce } from './batch-rows.ts'
import { outcomesWriteSchema } from './outcome.ts'
import { problemSchema } from './problem.ts'
import { idText } from './texts.ts'

/* A list of thousands of things that goes on by itself once it was given: POST /api/row-jobs, …/submission-jobs, …/outcome-jobs, each 2 MiB. */

export const listJobKinds = ['rows', 'submission', 'outcomes'] as const

const place = z.number().check(z.int(), z.minimum(0), z.maximum(50_000))

/** Which things of the list come now: `from` is the place of the first, 0 at first; then `jobId` is that of the first answer. It goes on once all of `count` are there. */
const listPlaceSchema = z.strictObject({
  jobId: z.optional(idText),
  from: place,
  count: place.check(z.minimum(1)),
})

export type ListPlace = z.infer<typeof listPlaceSchema>

/** Rows of a batch to be saved, as POST /api/batches/{id}/rows has them. */
export const rowsJobSchema = z.extend(batchRowsSchema, { batchId: idText, list: listPlaceSchema })

export const sentPayoutsSchema = z
  .array(z.extend(batchSubmissionSchema.shape.payouts.def.element, { row: z.nullable(z.number()) }))
  .check(z.minLength(1), z.maxLength(mostAtOnce))

/** Payouts of a batch that are sent to review, as POST /api/batches/{id}/submit has them; left out: all that can be sent, which are `count` at most. */
export const submissionJobSchema = z.strictObject({
  batchId: idText,
  list: listPlaceSchema,
  payouts: z.optional(sentPayoutsSchema),
})

export type SubmissionJob = z.infer<typeof submissionJobSchema>

/** Statements, as POST /api/outcomes has them. */
export const outcomesJobSchema = z.extend(outcomesWriteSchema, { list: listPlaceSchema })

/** How far one's own list is. `collecting`: not all of it was given yet. It is forgotten a day after it began. */
export const listJobSchema = z.object({
  id: z.string(),
  kind: z.enum(listJobKinds),
  batchId: z.nullable(z.string()),
  state: z.enum(['collecting', 'running', 'done', 'stopped', 'failed']),
  count: z.number(),
  done: z.number(),
  /** Of those that are done. */
  refused: z.number(),
  /** Why it failed, or was stopped by something else than its person. */
  problem: z.nullable(z.pick(problemSchema, { code: true, params: true, detail: true })),
  endedAt: z.nullable(z.string()),
})

export type ListJob = z.infer<typeof listJobSchema>

/** GET /api/jobs?kind=&batchId=: one's own newest one. */
export const newestJobQuerySchema = z.strictObject({ kind: z.enum(listJobKinds), batchId: z.optional(idText) })
export const newestJobSchema = z.object({ job: z.nullable(listJobSchema) })

/** GET /api/jobs/{id}/answers?from=: what became of each thing of a list, in its order, from a place on. `next` is where the next page begins. */
export const listAnswersQuerySchema = z.strictObject({ from: z.optional(z.string().check(z.regex(/^[0-9]{1,5}$/))) })
export const listAnswersSchema = z.object({
  items: z
    .array(z.record(z.string(), z.unknown()))
    .check(z.describe('Each as the request for a few things answers it.')),
  next: z.nullable(z.number()),
})
