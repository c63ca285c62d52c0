import * as z from 'zod/mini'
import { refusalSchema, totalsSchema } from './payout.ts'
import { personSchema } from './session.ts'
import { readableText } from './texts.ts'

/** The most rows that one batch takes. */
const mostRows = 50_000

const rowCount = z.number().check(z.int(), z.minimum(0), z.maximum(mostRows))

/** A name of a batch or of a file. */
const name = readableText.check(z.maxLength(200))

/** `refused`: refused payouts that are paid again. */
const batchSourceKinds = ['file', 'paste', 'api', 'refused'] as const

/** What its rows become: payouts with their beneficiaries, or beneficiaries alone. */
export const batchMakes = ['payouts', 'beneficiaries'] as const

export type BatchMakes = (typeof batchMakes)[number]

/** POST /api/batches (201, Idempotency-Key): begins a batch, which rows are saved into until it is finished. */
export const batchWriteSchema = z.strictObject({
  name,
  /** Where its rows come from: the name of a file, or of a program. */
  source: z.strictObject({ kind: z.enum(batchSourceKinds), name: z.nullable(name) }),
  /** How many rows there are, where that is known already. */
  rowsGiven: z.nullable(rowCount),
  /** Left out: payouts. */
  makes: z.optional(z.enum(batchMakes)),
})

export type BatchWrite = z.infer<typeof batchWriteSchema>

/**
 * How far a batch is follows from its payouts. `draft` while rows can be saved, or where there are no payouts; else it is where the
 * last of its payouts is: `ready` while one is a draft or returned, then `in_review`, `approved`, `exported`.
 */
export const batchStates = ['draft', 'ready', 'in_review', 'approved', 'exported'] as const

export type BatchState = (typeof batchStates)[number]

/** What a person can do with a batch now, by their roles and the states of its payouts; each payout may still refuse. */
const batchActions = ['save', 'finish', 'submit', 'review', 'export'] as const

export type BatchAction = (typeof batchActions)[number]

const count = z.number()

/** A named set of payouts, or of beneficiaries, that came together. ETag: `"version"`; a row that is saved is no new version. */
export const batchSchema = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  source: z.object({ kind: z.enum(batchSourceKinds), name: z.nullable(z.string()) }),
  makes: z.enum(batchMakes),
  createdAt: z.string(),
  createdBy: personSchema,
  /** From when on it takes no more rows. */
  finishedAt: z.nullable(z.string()),
  state: z.enum(batchStates),
  /**
   * What became of the rows: `given` is null until it is known. Once finished, it is the sum of the others. A payout that was deleted since still
   * counts as saved.
   */
  rows: z.object({ given: z.nullable(count), saved: count, refused: count, skipped: count }),
  /** Its payouts by state. */
  counts: z.object({ draft: count, in_review: count, returned: count, approved: count, exported: count }),
  /** The reported outcomes of exported payouts; payouts without a report are in none of them. */
  outcomes: z.object({ paid: count, refused: count, contradicted: count }),
  /** What its payouts add up to, by currency. */
  totals: totalsSchema,
  actions: z.array(z.enum(batchActions)),
  /** What opening it answers where its name was changed past the app. Null for all others. */
  tampered: z.nullable(refusalSchema),
})

export type Batch = z.infer<typeof batchSchema>

/** GET /api/batches?state=&cursor=: those of payouts, newest first. */
export const batchSearchSchema = z.strictObject({
  state: z.optional(z.enum(batchStates)),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
})

export type BatchSearch = z.infer<typeof batchSearchSchema>

export const batchPageSchema = z.object({ items: z.array(batchSchema), nextCursor: z.nullable(z.string()) })

/**
 * POST /api/batches/{id}/finish (If-Match): no more rows come. Where it is known how many were given, those saved, refused and skipped are as
 * many.
 */
export const batchFinishSchema = z.strictObject({ refused: rowCount, skipped: rowCount })

export type BatchFinish = z.infer<typeof batchFinishSchema>
