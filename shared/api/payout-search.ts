import * as z from 'zod/mini'
import { outcomes } from './outcome.ts'
import { payoutSchema, payoutStates, totalsSchema } from './payout.ts'
import { idText, storedText } from './texts.ts'
import { grades } from './warning-codes.ts'

/** What payouts are sorted by: the last change, when it was sent to review, currency and amount, or the beneficiary's name. */
export const payoutSorts = ['changed', 'submitted', 'amount', 'name'] as const

export type PayoutSort = (typeof payoutSorts)[number]

/** Payouts with a warning of a grade, with an unconfirmed one, or with none at all. */
export const warningFilters = [...grades, 'unconfirmed', 'none'] as const

export type WarningFilter = (typeof warningFilters)[number]

/** `none`: exported, without a reported outcome. */
export const outcomeFilters = [...outcomes, 'none'] as const

const directions = ['asc', 'desc'] as const

export type Direction = (typeof directions)[number]

/** The newest change first, what has waited longest, the largest amount, names from A to Z. */
export const usualDirections: Readonly<Record<PayoutSort, Direction>> = {
  changed: 'desc',
  submitted: 'asc',
  amount: 'desc',
  name: 'asc',
}

/** A time as every payout has them: ISO 8601 in UTC with milliseconds. */
const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))

/** Digits, and a point where it has decimals. */
const decimalPattern = /^[0-9]{1,12}(\.[0-9]{1,3})?$/

/** An amount as decimal text. */
const decimalText = z.string().check(z.regex(decimalPattern))

/** Whether a search takes it as an amount. */
export function isDecimalText(text: string): boolean {
  return decimalPattern.test(text)
}

/** POST /api/payout-searches. The text is searched as among beneficiaries, in externalReference, and as an amount. */
export const payoutSearchSchema = z.strictObject({
  text: z.optional(storedText.check(z.maxLength(200))),
  state: z.optional(z.enum(payoutStates)),
  country: z.optional(idText),
  beneficiaryId: z.optional(idText),
  /** The payouts of one batch. */
  batchId: z.optional(idText),
  /** The payouts of one export. */
  exportId: z.optional(idText),
  /** Only those that came by themselves: those of a batch are reviewed together. */
  alone: z.optional(z.boolean()),
  /** `false`: without the sample data. */
  samples: z.optional(z.boolean()),
  /** Who entered it, sent it to review or decided about it. */
  personId: z.optional(idText),
  /** Last changed from this time on, and before that one. */
  from: z.optional(instant),
  to: z.optional(instant),
  /** In this currency, and no less and no more than that. */
  amount: z.optional(
    z.strictObject({ currencyCode: idText, min: z.optional(decimalText), max: z.optional(decimalText) }),
  ),
  warnings: z.optional(z.enum(warningFilters)),
  /** What became of it, as the merchant has stated. */
  outcome: z.optional(z.enum(outcomeFilters)),
  /** Only what the asking person may approve. */
  toReview: z.optional(z.boolean()),
  /** Of these, only what is within their limits; nothing while they may approve nothing. */
  canApprove: z.optional(z.boolean()),
  /** Left out: `changed`, but `submitted` for `toReview`. What was never sent to review is not in a list that is sorted by it. */
  sort: z.optional(z.enum(payoutSorts)),
  /** Left out: {@link usualDirections}. */
  direction: z.optional(z.enum(directions)),
  /** Whether the first page also says what all that match add up to. */
  totals: z.optional(z.boolean()),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
  limit: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(100))),
})

export type PayoutSearch = z.infer<typeof payoutSearchSchema>

export const payoutPageSchema = z.object({
  items: z.array(payoutSchema),
  nextCursor: z.nullable(z.string()),
  /** Decimal sums by currency of all that match, on whatever page; null unless they were asked for with the first page. */
  totals: z.nullable(totalsSchema),
})

export type PayoutPage = z.infer<typeof payoutPageSchema>
