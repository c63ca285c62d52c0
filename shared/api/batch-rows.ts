import * as z from 'zod/mini'
import { batchMakes } from './batch.ts'
import { decidedDamageSchema } from './damage.ts'
import { externalIdText, givenEntrySchema, namedBeneficiarySchema, warningConfirmationsSchema } from './entry.ts'
import { problemSchema } from './problem.ts'
import { idText } from './texts.ts'
import { warningCountsSchema, warningSchema } from './warning.ts'

/** So many rows come at once. */
export const mostAtOnce = 500

/** The number of a row, such as its line in a file, in which there can be blank ones: a worksheet has 1,048,576. */
export const rowNumber = z.number().check(z.int(), z.minimum(1), z.maximum(10_000_000))

/**
 * POST /api/batches/{id}/rows (Idempotency-Key, 2 MiB): makes a draft of each row that could go to review, or that is given `withErrors`; the
 * others are refused. However often a row is sent, it makes one payout. In a batch that makes beneficiaries each row makes one as POST
 * /api/beneficiaries does, and what is about payouts alone says nothing: `beneficiary`, `withErrors`, `replaces`, `decided`.
 */
export const batchRowsSchema = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        row: rowNumber,
        entry: givenEntrySchema,
        /** Left out: the one active saved beneficiary with exactly these identifying details, who stays as they are; else a new one. */
        beneficiary: z.optional(namedBeneficiarySchema),
        confirmed: warningConfirmationsSchema,
        /** Of a beneficiary that it makes: as in POST /api/beneficiaries. In a batch of payouts it says nothing. */
        externalId: z.optional(z.nullable(externalIdText)),
        /** Saves it with its errors and unconfirmed warnings, as a payout by itself is where it is not sent to review. */
        withErrors: z.optional(z.boolean()),
        /** The refused payout that it pays in the place of. */
        replaces: z.optional(idText),
        /** What was decided about values that the file has damaged: a warning of the payout for each, confirmed by the person who saves it. */
        decided: z.optional(z.array(decidedDamageSchema).check(z.maxLength(40))),
      }),
    )
    .check(z.minLength(1), z.maxLength(mostAtOnce)),
})

export type BatchRows = z.infer<typeof batchRowsSchema>

/** Why one of many was refused: as it would have been by itself. */
export const itemRefusalSchema = z.pick(problemSchema, {
  code: true,
  detail: true,
  params: true,
  errors: true,
  warnings: true,
  ids: true,
})

const versionSchema = z.object({ id: z.string(), version: z.number() })

export const savedRowSchema = z.union([
  z.object({ row: z.number(), payout: versionSchema, warnings: warningCountsSchema }),
  z.object({ row: z.number(), beneficiary: versionSchema }),
  z.object({ row: z.number(), problem: itemRefusalSchema }),
])

export type SavedRow = z.infer<typeof savedRowSchema>

/** In the order in which the rows were given. A row that was saved before, with the same content, answers what it made as it is by now. */
export const savedRowsSchema = z.object({ rows: z.array(savedRowSchema) })

export type SavedRows = z.infer<typeof savedRowsSchema>

/** POST /api/batch-checks (2 MiB): what only the server knows of rows that are being edited. Nothing is saved. `makes` is that of the batch; `beneficiary` and `replaces` are as in a row that is saved. */
export const batchChecksSchema = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        row: rowNumber,
        entry: givenEntrySchema,
        beneficiary: z.optional(namedBeneficiarySchema),
        replaces: z.optional(idText),
      }),
    )
    .check(z.minLength(1), z.maxLength(mostAtOnce)),
  makes: z.optional(z.enum(batchMakes)),
})

export type BatchChecks = z.infer<typeof batchChecksSchema>

/**
 * In the order in which the rows were given. `beneficiary` is who the row names, or who is saved with exactly these identifying details, whom saving it would pay;
 * null where it would save a new one. `problem` says why a row could not be read at all, such as that it names no one. A row that makes a beneficiary pays no one, and would save another one beside that one, of which it is warned. The warnings are all that saving it now would raise; of what has errors, as far as it can be read. A row with
 * a number that the person has not saved in a beneficiary before is not compared with what is saved: `isCompared` is false, and saving it says the rest.
 */
export const checkedRowsSchema = z.object({
  rows: z.array(
    z.object({
      row: z.number(),
      beneficiary: z.nullable(z.object({ id: z.string(), version: z.number(), name: z.string() })),
      isCompared: z.boolean(),
      warnings: z.array(warningSchema),
      problem: z.optional(itemRefusalSchema),
    }),
  ),
})

export type CheckedRows = z.infer<typeof checkedRowsSchema>

/**
 * POST /api/batches/{id}/submit (Idempotency-Key, 2 MiB): sends each payout to review that can be sent. `confirmed` is added to earlier
 * confirmations.
 */
export const batchSubmissionSchema = z.strictObject({
  payouts: z
    .array(z.strictObject({ id: idText, version: z.number(), confirmed: warningConfirmationsSchema }))
    .check(z.minLength(1), z.maxLength(mostAtOnce)),
})

export type BatchSubmission = z.infer<typeof batchSubmissionSchema>

/** In the order in which they were given. One that these very words have sent before is answered as it is by now. */
export const submittedPayoutsSchema = z.object({
  payouts: z.array(z.union([versionSchema, z.object({ id: z.string(), problem: itemRefusalSchema })])),
})

export type SubmittedPayouts = z.infer<typeof submittedPayoutsSchema>
