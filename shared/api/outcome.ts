import * as z from 'zod/mini'
import { problemSchema } from './problem.ts'
import { personSchema } from './session.ts'
import { idText, longestText, readableText, storedText } from './texts.ts'

/** What became of a payout, as the merchant states it: the interface shows no way to ask the provider. */
export const statedOutcomes = ['paid', 'refused'] as const

export type StatedOutcome = (typeof statedOutcomes)[number]

/** What all statements on one payout come to: where they do not agree, that. */
export const outcomes = [...statedOutcomes, 'contradicted'] as const

export type Outcome = (typeof outcomes)[number]

export function outcomeOf(stated: readonly StatedOutcome[]): Outcome | null {
  const [first = null, ...others] = stated
  return others.every((other) => other === first) ? first : 'contradicted'
}

const amount = z
  .string()
  .check(z.regex(/^[0-9]{1,15}(\.[0-9]{1,10})?$/), z.describe('An amount as decimal text, such as "1500.50".'))

const currency = z.string().check(z.regex(/^[A-Z]{3}$/), z.describe('The code of a currency, such as BRL.'))

/** A payout is named by its id or by its reference, not by both. */
const named = {
  payoutId: z.optional(idText),
  externalReference: z.optional(storedText.check(z.maxLength(longestText))),
}

/** One statement. */
export const outcomeStatementSchema = z
  .strictObject({
    ...named,
    outcome: z.enum(statedOutcomes),
    /** The provider's own words. */
    words: z.optional(readableText),
    /** What was paid out; of a payout in US dollars as the webhook has it, in the local currency. */
    paidAmount: z.optional(amount),
    paidCurrencyCode: z.optional(currency),
    /** What was charged to the merchant. */
    settlementAmount: z.optional(amount),
    settlementCurrencyCode: z.optional(currency),
  })
  .check(z.describe('Exactly one of payoutId and externalReference is given.'))

export type OutcomeStatement = z.infer<typeof outcomeStatementSchema>

/** In one request. */
export const mostStatements = 500

/** For one payout: more than that are repetitions in other words. */
export const mostStatementsOfPayout = 100

/**
 * POST /api/outcomes: what became of exported payouts. Each is taken or refused by itself; the same statement of the same person once more changes nothing, so a
 * request can be repeated. A payout takes a hundred statements. `file` is the name of the file that a person read them from.
 */
export const outcomesWriteSchema = z.strictObject({
  outcomes: z.array(outcomeStatementSchema).check(z.minLength(1), z.maxLength(mostStatements)),
  file: z.optional(readableText),
})

/** What became of each statement, in the order of the request. */
export const outcomesAnswerSchema = z.object({
  outcomes: z.array(
    z.union([
      z.object({
        payoutId: z.string(),
        externalReference: z.string(),
        /** What all statements on it come to now. */
        outcome: z.enum(outcomes),
        /** Whether the same had been stated before. */
        isRepeat: z.boolean(),
      }),
      z.object({ problem: z.pick(problemSchema, { code: true, params: true, detail: true }) }),
    ]),
  ),
})

/** POST /api/outcome-checks: asks, before anything is stated, of which payouts it can be. Nothing is written. */
export const outcomeChecksSchema = z.strictObject({
  payouts: z.array(z.strictObject(named)).check(z.minLength(1), z.maxLength(mostStatements)),
})

export type OutcomeChecks = z.infer<typeof outcomeChecksSchema>

/** In the order of the request: what was stated of each exported payout so far, or why nothing can be. */
export const outcomeChecksAnswerSchema = z.object({
  payouts: z.array(
    z.union([
      z.object({ payoutId: z.string(), externalReference: z.string(), outcome: z.nullable(z.enum(outcomes)) }),
      z.object({ problem: z.pick(problemSchema, { code: true, params: true, detail: true }) }),
    ]),
  ),
})

/** GET /api/payouts/{id}/outcomes?cursor=: the statements, the newest first. Words and amounts are null once the beneficiary was erased. */
export const statedOutcomesSchema = z.object({
  items: z.array(
    z.object({
      outcome: z.enum(statedOutcomes),
      by: personSchema,
      at: z.string(),
      source: z.enum(['hand', 'file', 'api']),
      file: z.nullable(z.string()),
      words: z.nullable(z.string()),
      paidAmount: z.nullable(z.string()),
      paidCurrencyCode: z.nullable(z.string()),
      settlementAmount: z.nullable(z.string()),
      settlementCurrencyCode: z.nullable(z.string()),
    }),
  ),
  nextCursor: z.nullable(z.string()),
})

export type StatedOutcomes = z.infer<typeof statedOutcomesSchema>

/**
 * POST /api/refused-payouts: what payouts that were stated to be refused say, so that they can be corrected and paid again: those of an export, of a
 * batch, or all. Those that another one replaces, and those of erased beneficiaries, are not among them. The audit log keeps who asked.
 */
export const refusedPayoutsSearchSchema = z.strictObject({
  exportId: z.optional(idText),
  batchId: z.optional(idText),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
})

export type RefusedPayoutsSearch = z.infer<typeof refusedPayoutsSearchSchema>

/** `words` are the provider's for why each was refused; `hidden`: how many of this page the person may not see, or were changed past the app. */
export const refusedPayoutsSchema = z.object({
  items: z.array(
    z.object({
      payoutId: z.string(),
      entry: z.record(z.string(), z.union([z.string(), z.boolean()])),
      words: z.nullable(z.string()),
    }),
  ),
  hidden: z.number(),
  nextCursor: z.nullable(z.string()),
})
