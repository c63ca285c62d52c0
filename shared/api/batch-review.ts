import * as z from 'zod/mini'
import { maskedFieldsSchema } from './entry.ts'
import { listPlaceSchema } from './list-job.ts'
import { payoutSchema, refusalSchema, totalsSchema } from './payout.ts'
import { payoutFactsSchema } from './payout-marks.ts'
import { personSchema } from './session.ts'
import { idText, warningKinds } from './texts.ts'
import { warningSchema } from './warning.ts'

/*
 * Reviewing the payouts of a batch together: what needs eyes comes first, and what is left is approved by one act over exactly the list that
 * was shown.
 */

/** Why a payout comes before others, the gravest first: its warnings; a destination that was never paid, or another one than last; its share of the batch. */
export const eyeReasons = ['compliance', 'serious', 'unconfirmed', 'new', 'changed', 'big'] as const

export type EyeReason = (typeof eyeReasons)[number]

/** A payout in review as the list shows it, and what identifies exactly this: its version, its request, and its warnings as they are now. */
const reviewLineSchema = z.object({
  ...z.pick(payoutSchema, {
    id: true,
    version: true,
    name: true,
    country: true,
    method: true,
    bankName: true,
    amount: true,
    currencyCode: true,
    externalReference: true,
    testMode: true,
    approvalsNeeded: true,
    approvalsGiven: true,
    erasedAt: true,
    tampered: true,
  }).shape,
  /** All that prevents the asking person from approving it, as the problems that approving would answer; and to who reviews, who else can then. */
  conditions: z.array(refusalSchema),
  approvers: z.array(personSchema),
  masked: maskedFieldsSchema,
  requestHash: z.string(),
  warningsHash: z.string(),
  reasons: z.array(z.enum(eyeReasons)),
  facts: payoutFactsSchema,
  /** What is secret in them shows its end alone. */
  warnings: z.array(z.object({ ...warningSchema.shape, isConfirmed: z.boolean() })),
})

export type ReviewLine = z.infer<typeof reviewLineSchema>

/** What the payouts in review of a batch come to, by country, method and currency. */
const groupSchema = z.object({
  country: z.string(),
  method: z.string(),
  currencyCode: z.string(),
  amount: z.string(),
  count: z.number(),
})

/**
 * GET /api/batches/{id}/review: all payouts of a batch that wait for review, those first that have to be seen one by one, the rest by amount; and
 * what they come to. The reasons follow from their warnings when they were last saved or sent: those of a line are of now.
 */
export const batchReviewSchema = z.object({
  payouts: z.array(z.object({ id: z.string(), reasons: z.array(z.enum(eyeReasons)) })),
  totals: totalsSchema,
  groups: z.array(groupSchema),
})

export type BatchReview = z.infer<typeof batchReviewSchema>

/** The most lines of one request. */
export const linesAtOnce = 500

/** POST /api/batches/{id}/review-lines: the lines of those that wait for review. */
export const reviewLinesRequestSchema = z.strictObject({
  ids: z.array(idText).check(z.minLength(1), z.maxLength(linesAtOnce)),
})

export const reviewLinesSchema = z.object({ lines: z.array(reviewLineSchema) })

/** POST /api/review-searches: a page of what a search finds. */
export const reviewPageSchema = z.object({ ...reviewLinesSchema.shape, nextCursor: z.nullable(z.string()) })

export type ReviewPage = z.infer<typeof reviewPageSchema>

/** The most payouts of one act. */
const mostApproved = 50_000

const hash = z.string().check(z.regex(/^[\w-]{43}$/))
const count = z.number().check(z.int(), z.minimum(1), z.maximum(mostApproved))

const root = hash.check(
  z.describe(
    'Names the list in its order: the root of a tree of SHA-256 hashes in base64url without padding. A leaf is the hash of "payout " and the canonical JSON (RFC 8785) of id, version, requestHash, warningsHash and the sorted confirmedKinds; each two neighbours become the hash of "pair ", the one, a space and the other; the last of an odd number goes up as it is.',
  ),
)

/**
 * POST /api/approvals/challenge: names a list of payouts, of one too, by the root of its tree of hashes: see approved-list.ts. `batchId`, where
 * all of them are of that batch.
 */
export const approvedListSchema = z.strictObject({ root, count, batchId: z.optional(idText) })

/** The number of payouts in each part of a list but the last. */
export const payoutsInPart = 512

/**
 * POST /api/approval-jobs (201, Idempotency-Key): approves a list, which `root` names, and which is given in parts like any other: see list-job.ts. It
 * begins once it is whole. Who has a passkey signs the list before, by POST /api/approvals/challenge and /api/approvals/signature, and names the
 * signature with the first part. A list of one is shorter as POST /api/payouts/{id}/approve.
 */
export const approvalJobSchema = z.strictObject({
  ...z.omit(approvedListSchema, { count: true }).shape,
  signatureId: z.optional(idText),
  list: listPlaceSchema,
  payouts: z
    .array(
      z.strictObject({
        id: idText,
        version: z.number().check(z.int(), z.minimum(1)),
        requestHash: hash,
        warningsHash: hash,
        /** The kinds of warnings that the reviewer confirms for it as for others alike: none of compliance, which take a reason each. */
        confirmedKinds: warningKinds,
      }),
    )
    .check(z.minLength(1), z.maxLength(payoutsInPart)),
})

export type ApprovalWrite = z.infer<typeof approvalJobSchema>
