import * as z from 'zod/mini'
import { rowNumber } from './batch-rows.ts'
import { personSchema } from './session.ts'

export const validationServices = ['identity', 'bank'] as const

/**
 * Which payouts of a batch: all; those to beneficiaries who were never paid; those that nothing is known of yet; or those whose last answer
 * was lost, which may have been billed.
 */
const validationChoices = ['all', 'new', 'unvalidated', 'unknown'] as const

const wish = {
  services: z.array(z.enum(validationServices)).check(z.minLength(1), z.maxLength(2)),
  choice: z.enum(validationChoices),
  /** Of these rows alone. */
  rows: z.optional(z.array(z.strictObject({ from: rowNumber, to: rowNumber })).check(z.minLength(1), z.maxLength(100))),
  /** Simulated and not billed; a payout in test mode always is. */
  testMode: z.optional(z.boolean()),
}

const count = z.number()

/** POST /api/batches/{id}/validation-counts: what validating would come to. Nothing is asked. */
export const validationWishSchema = z.strictObject(wish)

export type ValidationWish = z.infer<typeof validationWishSchema>

export const validationCountsSchema = z.object({
  payouts: count,
  /** What the provider would be asked: payouts to the same person and account are one call. */
  calls: count,
  /** How many of them would be billed: not those in test mode. */
  billed: count,
  /** Answered already, and not long ago: they cost nothing. */
  reused: count,
  /** Left out, as the answer of before was lost and may have been billed. */
  unknown: count,
  /** Left out, as it cannot be asked in that country or with that document, or something is missing. */
  notOffered: count,
})

export type ValidationCounts = z.infer<typeof validationCountsSchema>

/** POST /api/batches/{id}/validations (201, Idempotency-Key): begins, if `billed` is the number of now; else 409 CALLS_CHANGED with it. */
export const validationStartSchema = z.strictObject({
  ...wish,
  billed: z.number().check(z.int(), z.minimum(0)),
  /** Whether what could not be validated is asked again later, up to three times: each is another call. */
  asksAgain: z.boolean(),
})

export type ValidationStart = z.infer<typeof validationStartSchema>

/** `preparing` until all of it is saved. `stopped` and `finished` are the end. */
const validationJobStates = ['preparing', 'running', 'paused', 'stopped', 'finished'] as const

/**
 * Why a job pauses: a person paused it; the person who confirmed it was suspended, lost the permission, or had to prove again who they are; the provider refuses our
 * credentials, or leaves call after call without an answer; its row was changed outside the app.
 */
export const pauseReasons = [
  'person',
  'suspended',
  'not_permitted',
  'withdrawn',
  'unauthorized',
  'unanswered',
  'tampered',
] as const

export type PauseReason = (typeof pauseReasons)[number]

const validationJobActions = ['pause', 'resume', 'stop'] as const

export const validationJobSchema = z.object({
  id: z.string(),
  batchId: z.string(),
  state: z.enum(validationJobStates),
  why: z.nullable(z.enum(pauseReasons)),
  services: z.array(z.enum(validationServices)),
  testMode: z.boolean(),
  asksAgain: z.boolean(),
  /** The number of calls to be billed that was confirmed. */
  billed: count,
  /** On whose authority it runs. */
  confirmedBy: personSchema,
  confirmedAt: z.string(),
  counts: z.object({
    waiting: count,
    asking: count,
    matches: count,
    mismatches: count,
    notValidated: count,
    /** It certainly did not run. */
    notRun: count,
    /** The answer was lost: it may have run and been billed. */
    unknown: count,
    /** The payout was changed, deleted or erased since. */
    outdated: count,
    /** How many of the answers were there already. */
    reused: count,
  }),
  /** How many calls to be billed are left to make: the number that resuming confirms. */
  remaining: count,
  /** While the provider is in trouble: when it is asked again. */
  restingUntil: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  actions: z.array(z.enum(validationJobActions)),
})

export type ValidationJob = z.infer<typeof validationJobSchema>

/** GET /api/batches/{id}/validations: the newest first. */
export const validationJobsSchema = z.object({ items: z.array(validationJobSchema) })

/** POST /api/validation-jobs/{id}/resume: on the authority of who resumes it, who confirms how many calls are left to be billed. */
export const validationResumeSchema = z.strictObject({ billed: z.number().check(z.int(), z.minimum(0)) })

export type ValidationResume = z.infer<typeof validationResumeSchema>

/** What a person looks at one by one. */
const validationResults = ['mismatches', 'notValidated', 'notRun', 'unknown', 'outdated'] as const

export type ValidationResult = (typeof validationResults)[number]

/** GET /api/validation-jobs/{id}/items?result=&after=: by their place, at most 100. */
export const validationItemsQuerySchema = z.strictObject({
  /** Left out: `mismatches`. */
  result: z.optional(z.enum(validationResults)),
  after: z.optional(z.string().check(z.regex(/^[0-9]{1,9}$/))),
})

export const validationItemsSchema = z.object({
  items: z.array(
    z.object({
      place: z.number(),
      service: z.enum(validationServices),
      /** The first payout that it was asked for; `batchRow` is null once that is deleted. */
      payoutId: z.string(),
      batchRow: z.nullable(z.number()),
      outcome: z.nullable(z.string()),
      endedAt: z.nullable(z.string()),
    }),
  ),
  nextCursor: z.nullable(z.string()),
})
