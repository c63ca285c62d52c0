import * as z from 'zod/mini'
import { approvalsSchema } from './approval.ts'
import {
  endedDraftSchema,
  givenEntrySchema,
  hiddenPart,
  maskedFieldsSchema,
  namedBeneficiarySchema,
  warningConfirmationsSchema,
} from './entry.ts'
import { issueSchema } from './issue.ts'
import { outcomes } from './outcome.ts'
import { changeSchema, maskedRequestSchema } from './payout-preview.ts'
import { problemSchema } from './problem.ts'
import { problemReasonSchema } from './problem-reasons.ts'
import { personSchema } from './session.ts'
import { idText, longestText, readableText, storedText } from './texts.ts'
import { confirmationSchema, standingWarningSchema, warningCountsSchema, warningSchema } from './warning.ts'

/** draft → in_review → approved or returned → exported. Any edit leads back to draft or, sent again, to in_review. */
export const payoutStates = ['draft', 'in_review', 'returned', 'approved', 'exported'] as const

export type PayoutState = (typeof payoutStates)[number]

/** What a person can do with a payout now; the server decides. */
export const payoutActions = ['edit', 'submit', 'withdraw', 'approve', 'return', 'undo', 'export', 'delete'] as const

export type PayoutAction = (typeof payoutActions)[number]

/** POST /api/payouts (201, Idempotency-Key) and PUT /api/payouts/{id} (If-Match). */
export const payoutWriteSchema = z.strictObject({
  /** A reference that is left out is made by the server; a payout's reference is unique. */
  entry: givenEntrySchema,
  /** The amount as it was typed, for a draft in whose entry there is none that can be read: a person has still to say what it means. */
  unreadAmount: z.optional(storedText.check(z.maxLength(longestText))),
  /**
   * Which saved beneficiary, by `id` and `version` or by `externalId`; left out: POST saves a new one, PUT means the payout's own. Fields of the beneficiary that the entry
   * leaves out are filled in from the saved one; changed ones change it, if `version` is still the newest there (else 412). With `once` they
   * never do: such a payout has the warning `details_once`. Named in the version of the payout that is changed or replaced, the beneficiary is the
   * copy that this payout keeps.
   */
  beneficiary: z.optional(namedBeneficiarySchema),
  /** `submit` demands all warnings, those of compliance with a reason; a draft those of the beneficiary, where it changes the saved one. */
  confirmed: warningConfirmationsSchema,
  /** Whether it goes to review at once; else it is a draft, which is saved with its errors too. */
  submit: z.boolean(),
  /** Each has one at most; PUT leaves it as it is. */
  replaces: z.optional(
    idText.check(
      z.describe(
        'The exported payout, reported as refused, that this one pays in the place of. To another person or country, or in another currency, it has the warning replaces_another.',
      ),
    ),
  ),
  /** POST makes one payout of a form: the same once more answers the first payout, another content is 409 STATE_CONFLICT with its id. */
  draft: z.optional(endedDraftSchema),
})

export type PayoutWrite = z.infer<typeof payoutWriteSchema>

/** Why something would be refused. */
export const refusalSchema = z.pick(problemSchema, { code: true, params: true, detail: true })

/** What is between a payout in review and its approval. */
export const toApproveSchema = z.object({
  /**
   * All that prevents the asking person now, each as the problem that approving would answer, the first of which it does. WARNINGS_UNREVIEWED
   * lists what they confirm as they approve: what is secret in it shows its end alone.
   */
  conditions: z.array(z.object({ ...refusalSchema.shape, warnings: z.optional(z.array(warningSchema)) })),
  /** Everyone who reviews, by name. */
  reviewers: z.array(
    z.object({
      person: personSchema,
      /** All that prevents them, as `why` of the problems that they would be answered; empty where they can approve it now. */
      why: z.array(problemReasonSchema),
      /** From when they can, where their hold alone prevents them. */
      from: z.nullable(z.string()),
    }),
  ),
})

export type ToApprove = z.infer<typeof toApproveSchema>

/** A payout as lists show it. ETag: `"version"`. Times: ISO 8601 in UTC. */
export const payoutSchema = z.object({
  id: z.string(),
  version: z.number(),
  state: z.enum(payoutStates),
  /** Empty in a draft whose beneficiary is new and has errors: no one is saved until these are fixed. */
  beneficiaryId: z.string(),
  /** How many errors a draft or a returned payout has by the rules of today: until they are fixed it cannot be sent to review. */
  errorCount: z.number(),
  /** The batch that it came with, and the number of its row there; null for one that was entered by itself. */
  batchId: z.nullable(z.string()),
  batchRow: z.nullable(z.number()),
  /** As it was when the payout was saved; "Erased" after an erasure, "Tampered" where it cannot be believed. */
  name: z.string(),
  country: z.string(),
  method: z.string(),
  masked: maskedFieldsSchema,
  bankName: z.string(),
  /** Decimal text as it is sent; empty in a draft that has none, or one with an error. */
  amount: z.string(),
  currencyCode: z.string(),
  externalReference: z.string(),
  paymentReason: z.string(),
  testMode: z.boolean(),
  warnings: warningCountsSchema,
  /** What follows from the merchant's own reports; never the provider's word. Null without a report. */
  outcome: z.nullable(z.enum(outcomes)),
  /**
   * Why it was last returned, until it is approved; so long `decidedAt` and `decidedBy` say when and by whom. Null in a returned payout where
   * the app returned it, as the rules have changed.
   */
  comment: z.nullable(z.string()),
  createdAt: z.string(),
  createdBy: personSchema,
  updatedAt: z.string(),
  updatedBy: personSchema,
  /** Everybody who entered or changed something, and who changed the beneficiary's details since exactly these were exported: none of them can approve. */
  enteredBy: z.array(personSchema),
  submittedAt: z.nullable(z.string()),
  submittedBy: z.nullable(personSchema),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(personSchema),
  /** How many approvals it takes, fixed when it was sent to review; and how many its request has. */
  approvalsNeeded: z.number(),
  approvalsGiven: z.number(),
  /** Until when the asking person can undo their decision; null when they cannot. */
  undoUntil: z.nullable(z.string()),
  exportedAt: z.nullable(z.string()),
  exportedBy: z.nullable(personSchema),
  /** When the beneficiary was erased, and with them all that told who it was for. */
  erasedAt: z.nullable(z.string()),
  /** What the asking person can do now. */
  actions: z.array(z.enum(payoutActions)),
  /** Why approving is not among them, as the problem that it would answer; null when it is, or no one could. */
  whyNotApprove: z.nullable(refusalSchema),
  /** What every action answers where its row was changed past the app: then nothing here can be believed. Null for all others. */
  tampered: z.nullable(refusalSchema),
})

export type Payout = z.infer<typeof payoutSchema>

const otherPayoutSchema = z.object({ id: z.string(), externalReference: z.string() })

/** GET /api/payouts/{id}. */
export const onePayoutSchema = z.object({
  ...payoutSchema.shape,
  /** Until it is exported: where another payout to the same beneficiary has other identifying details. A warning `details_changed` for each. */
  detailsChanged: z.array(warningSchema),
  /** The secret fields that the asking person can see in full: all of them who reviews, those that they typed who enters. */
  revealable: z.array(z.string()),
  /** The warnings that were confirmed, as they stood then; what is secret in them shows its end alone. */
  confirmations: z.array(confirmationSchema),
  approvals: approvalsSchema,
  /** Null where it does not wait for review, and for who neither reviews nor administers. */
  toApprove: z.nullable(toApproveSchema),
  /** The refused payout that it pays in the place of, with the provider's words for why, and the one that pays in its own. */
  replaces: z.nullable(z.object({ ...otherPayoutSchema.shape, words: z.nullable(z.string()) })),
  replacedBy: z.nullable(otherPayoutSchema),
})

export type OnePayout = z.infer<typeof onePayoutSchema>

/**
 * What POST and PUT /api/payouts answer: the payout with the request that was saved. Each secret field of it shows its end alone, so that
 * paying a saved beneficiary reveals nothing; null once erased.
 */
export const savedPayoutSchema = z.object({
  ...payoutSchema.shape,
  request: z.nullable(maskedRequestSchema),
  /** Those that are counted, as sending it to review would be refused for them. */
  errors: z.array(issueSchema),
})

export type SavedPayout = z.infer<typeof savedPayoutSchema>

/**
 * The saved beneficiary, in the version that a payout keeps: what an edit sends back as `beneficiary`. An edit that leaves the details
 * as the payout keeps them does not touch the saved beneficiary; one that changes them changes it too, unless another person did since
 * (412). `once`, where its details are for this payout alone.
 */
const keptBeneficiarySchema = z.object({ id: z.string(), version: z.number(), once: z.optional(z.boolean()) })

/**
 * GET /api/payouts/{id}/entry: what an edit begins with, or a payout in the place of a refused one. Nothing secret is in it: what an edit leaves
 * out stays as it is.
 */
export const payoutFormSchema = z.object({
  version: z.number(),
  /** Left out where `beneficiaryId` is empty. */
  beneficiary: z.optional(keptBeneficiarySchema),
  ...hiddenPart,
  unreadAmount: z.optional(z.string()),
  /** What who entered it confirmed of its warnings now. */
  confirmed: warningConfirmationsSchema,
})

/**
 * POST /api/payouts/{id}/reveal: the exact request and all that belongs to looking at it; recorded. `requestHash` and
 * `warningsHash` name what was shown: approving sends them back. Of the secret fields a clerk sees those that they typed; the others are in
 * `masked`, and here and there by their ends.
 */
export const revealedPayoutSchema = z.object({
  version: z.number(),
  /** Left out where `beneficiaryId` is empty. */
  beneficiary: z.optional(keptBeneficiarySchema),
  ...hiddenPart,
  unreadAmount: z.optional(z.string()),
  request: maskedRequestSchema,
  requestHash: z.string(),
  changes: z.array(changeSchema),
  notices: z.array(issueSchema),
  /** All warnings as they are now, with the person who confirmed each. */
  warnings: z.array(standingWarningSchema),
  /** Names this set of warnings, confirmed or not. */
  warningsHash: z.string(),
  /** The fields of the request that differ from the last exported payout to this beneficiary; null when there was none. */
  sinceLastPayout: z.nullable(
    z.object({
      payoutId: z.string(),
      exportedAt: z.string(),
      differences: z.array(
        z.object({ field: z.string(), before: z.nullable(z.string()), now: z.nullable(z.string()) }),
      ),
    }),
  ),
})

export type RevealedPayout = z.infer<typeof revealedPayoutSchema>

/** POST /api/payouts/{id}/return (If-Match). The comment says what to change. */
export const returnSchema = z.strictObject({
  comment: readableText,
})

/** Decimal sums by currency, and of how many payouts each. */
export const totalsSchema = z.array(z.object({ currencyCode: z.string(), amount: z.string(), count: z.number() }))
