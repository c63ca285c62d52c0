import * as z from 'zod/mini'
import { givenApprovalSchema } from './approval.ts'
import { totalsSchema } from './payout.ts'
import { problemSchema } from './problem.ts'
import { personSchema } from './session.ts'
import { idText } from './texts.ts'
import { confirmationSchema, warningCountsSchema } from './warning.ts'

export const exportFormats = ['json', 'jsonl', 'csv', 'xlsx'] as const

export type ExportFormat = (typeof exportFormats)[number]

/** More are two exports. */
export const mostExported = 50_000

/**
 * POST /api/exports (201, Idempotency-Key): marks approved payouts as exported, all or none. They are chosen in one of three ways: by their
 * ids, in the order of the file; or all that are approved, of one batch or of all. Exported ones among the ids need `again`, else 409
 * ALREADY_EXPORTED. With `leaveOut`, those that cannot be exported are left out and named in the answer, unless none can.
 */
export const exportWriteSchema = z
  .strictObject({
    payoutIds: z.optional(z.array(idText).check(z.minLength(1), z.maxLength(mostExported))),
    batchId: z.optional(idText),
    /** `own`: all that are approved but for the sample data. */
    all: z.optional(z.enum(['approved', 'own'])),
    format: z.enum(exportFormats),
    again: z.boolean(),
    leaveOut: z.optional(z.boolean()),
  })
  .check(z.describe('Exactly one of payoutIds, batchId and all is given.'))

export type ExportWrite = z.infer<typeof exportWriteSchema>

const exportProblemSchema = z.pick(problemSchema, { code: true, params: true, detail: true, ids: true })

const exportStates = ['preparing', 'made', 'undone'] as const

/**
 * One export. GET /api/exports lists them, newest first; GET /api/exports/{id}/file?format=csv returns the file of one that is made,
 * audited. One of many payouts is `preparing` for some seconds; ask for it again until it is not. One that failed is `undone`: none of its
 * payouts went out, and `problem` says why. While it is `preparing`, `problem` says what keeps it from being undone, and DELETE tries that again.
 * `TAMPERED` of one that is made: what is shown of it was changed past the app.
 */
export const exportSchema = z.object({
  id: z.string(),
  state: z.enum(exportStates),
  format: z.enum(exportFormats),
  count: z.number(),
  /** How many of them are marked so far, while it is prepared or undone. */
  marked: z.number(),
  /** How many of them had been exported before. */
  again: z.number(),
  /** How many of them its file has no more, as their beneficiary was erased since. */
  erased: z.number(),
  createdAt: z.string(),
  createdBy: personSchema,
  /** Decimal sums by currency of all that were exported then; none before it is made. */
  totals: totalsSchema,
  /** The warnings of all that were exported then. */
  warnings: warningCountsSchema,
  /** The reported outcomes of its payouts; payouts without a report are in none of them. */
  outcomes: z.object({ paid: z.number(), refused: z.number(), contradicted: z.number() }),
  problem: z.nullable(exportProblemSchema),
})

export type PayoutExport = z.infer<typeof exportSchema>

/** Those that an export was asked for, and that it is without. */
export const leftOutSchema = z.array(z.object({ id: z.string(), problem: exportProblemSchema }))

export const givenExportSchema = z.extend(exportSchema, { leftOut: z.optional(leftOutSchema) })

/**
 * GET /api/exports/{id}/confirmations: the payouts of an export with warnings that were confirmed, or that took more than one approval, in the
 * order of the file. Erased ones are left out.
 */
export const exportConfirmationsSchema = z.object({
  items: z.array(
    z.object({
      payoutId: z.string(),
      externalReference: z.string(),
      name: z.string(),
      confirmations: z.array(confirmationSchema),
      approvals: z.array(givenApprovalSchema),
    }),
  ),
  nextCursor: z.nullable(z.string()),
})

export const exportPageSchema = z.object({ items: z.array(exportSchema), nextCursor: z.nullable(z.string()) })
