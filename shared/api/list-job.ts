import * as z from 'zod/mini'
import { batchRowsSchema, itemRefusalSchema, mostAtOnce } from './batch-rows.ts'
import { warningConfirmationsSchema } from './entry.ts'
import { outcomesWriteSchema } from './outcome.ts'
import { problemSchema } from './problem.ts'
import { idText, readableText } from './texts.ts'

/* A list of thousands of things that goes on by itself once it was given: POST /api/row-jobs, …/act-jobs, …/return-jobs, …/outcome-jobs, …/approval-jobs, each 2 MiB. A person has room for 200 MB of them, with what became of the last ones, and for 50 lists of 200,000 things together: 409 TOO_MANY_LISTS. */

export const listJobKinds = ['rows', 'acts', 'outcomes', 'approval'] as const

const listJobStates = ['collecting', 'running', 'paused', 'undoing', 'done', 'undone', 'stopped', 'failed'] as const

/** What can be done with payouts of a list. */
export const listActs = ['submit', 'withdraw', 'delete', 'return'] as const

export type ListAct = (typeof listActs)[number]

const place = z.number().check(z.int(), z.minimum(0), z.maximum(50_000))

/** Which things of the list come now: `from` is the place of the first, 0 at first; then `jobId` is that of the first answer. It goes on once all of `count` are there. */
export const listPlaceSchema = z.strictObject({
  jobId: z.optional(idText),
  from: place,
  count: place.check(z.minimum(1)),
})

export type ListPlace = z.infer<typeof listPlaceSchema>

/** Rows of a batch to be saved, as POST /api/batches/{id}/rows has them. */
export const rowsJobSchema = z.extend(batchRowsSchema, { batchId: idText, list: listPlaceSchema })

/** `row` is that of its batch, which is answered again; `confirmed` is added to the confirmations of one that is sent. */
export const actedPayoutsSchema = z
  .array(
    z.strictObject({
      id: idText,
      version: z.number(),
      row: z.optional(z.nullable(z.number())),
      confirmed: z.optional(warningConfirmationsSchema),
    }),
  )
  .check(z.minLength(1), z.maxLength(mostAtOnce))

/** What is done with payouts, each or not at all. Those of a batch that can be sent, which are `count` at most, need not be named. */
export const actJobSchema = z.strictObject({
  act: z.enum(['submit', 'withdraw', 'delete']),
  /** Of which batch they are, where they are sent. */
  batchId: z.optional(idText),
  list: listPlaceSchema,
  payouts: z.optional(actedPayoutsSchema),
})

export type ActJob = z.infer<typeof actJobSchema>

/** Payouts that are returned, all with the same comment, which says what to change. */
export const returnJobSchema = z.strictObject({
  list: listPlaceSchema,
  payouts: actedPayoutsSchema,
  comment: readableText,
})

/** What became of one of them. */
export const actedPayoutSchema = z.object({
  id: z.string(),
  version: z._default(z.number(), 0),
  row: z._default(z.nullable(z.number()), null),
  problem: z.optional(itemRefusalSchema),
})

/** Statements, as POST /api/outcomes has them. */
export const outcomesJobSchema = z.extend(outcomesWriteSchema, { list: listPlaceSchema })

/** How far one's own list is. `collecting`: not all of it was given yet, for an hour at most; `undone`: what could be taken back was. It goes on for a day, and is forgotten a week after it began. */
export const listJobSchema = z.object({
  id: z.string(),
  kind: z.enum(listJobKinds),
  batchId: z.nullable(z.string()),
  /** What is done with payouts. */
  act: z.nullable(z.enum(listActs)),
  state: z.enum(listJobStates),
  count: z.number(),
  /** How far it has come; of `undoing`, how many are still to be looked at. */
  done: z.number(),
  /** With how many it was done, and not taken back. */
  succeeded: z.number(),
  /** Each by itself. */
  refused: z.number(),
  /** Why it failed, or was stopped by something else than its person. */
  problem: z.nullable(z.pick(problemSchema, { code: true, params: true, detail: true })),
  endedAt: z.nullable(z.string()),
  /** Until when the whole of it can be undone, while nothing more of it is done; null where it cannot. */
  undoUntil: z.nullable(z.string()),
})

export type ListJob = z.infer<typeof listJobSchema>

/** GET /api/jobs?kind=&batchId=: one's own newest one that is under way, else the newest that was given whole. */
export const newestJobQuerySchema = z.strictObject({ kind: z.enum(listJobKinds), batchId: z.optional(idText) })
export const newestJobSchema = z.object({ job: z.nullable(listJobSchema) })

/** GET /api/jobs/past?batchId=: the newest of one's own lists, about a batch or none, that are over and did not do all, for a week. */
export const pastJobsQuerySchema = z.strictObject({ batchId: z.optional(idText) })
export const pastJobsSchema = z.object({ items: z.array(listJobSchema) })

/** GET /api/jobs/{id}/answers?from=: what became of each thing of a list, in its order, from a place on. `next` is where the next page begins. */
export const listAnswersQuerySchema = z.strictObject({ from: z.optional(z.string().check(z.regex(/^[0-9]{1,5}$/))) })
export const listAnswersSchema = z.object({
  items: z
    .array(z.record(z.string(), z.unknown()))
    .check(z.describe('Each as the request for a few things answers it.')),
  next: z.nullable(z.number()),
})
