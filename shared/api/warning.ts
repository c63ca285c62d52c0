import * as z from 'zod/mini'
import { issueSchema, type ReceivedIssue } from './issue.ts'
import type { WarningCode } from './issue-codes.ts'
import { type Reason, reasonFor } from './reasons.ts'
import { personSchema } from './session.ts'

/** How grave a warning is, the gravest first. It decides what a clerk writes before review, and what a reviewer confirms. */
export const grades = ['compliance', 'serious', 'minor'] as const

export type Grade = (typeof grades)[number]

/** A warning as it goes over the wire. */
export const warningSchema = z.object({ ...issueSchema.shape, grade: z.enum(grades) })

/** The grade of a warning, by its code alone; of a validation by its reason. What only a newer server knows is not taken lightly. */
export function gradeOf({ code, params }: Pick<ReceivedIssue, 'code' | 'params'>): Grade {
  return code === 'validation_outcome' ? gradeOfOutcome(params) : (gradeOfCode.get(code) ?? 'serious')
}

/** What a warning asks of who approves the payout: a tick, a reason of their own, or nothing more where who entered it has confirmed it. */
export function askedOfReviewer(grade: Grade, isConfirmed: boolean): 'tick' | 'reason' | undefined {
  if (grade === 'compliance') return 'reason'
  return grade === 'serious' || !isConfirmed ? 'tick' : undefined
}

/** Serious is a risk of paying another person, or twice; minor is what the provider would refuse, or what changes nothing. */
const gradesOfCodes: Readonly<Record<Exclude<WarningCode, 'validation_outcome'>, Grade>> = {
  amount_looks_grouped: 'serious',
  too_many_decimals: 'minor',
  check_digit: 'minor',
  pix_key_of_another: 'serious',
  bank_differs: 'minor',
  leading_zero_lost: 'minor',
  long_agency: 'minor',
  bank_not_listed: 'minor',
  no_account_named: 'serious',
  long_name: 'minor',
  odd_name: 'minor',
  foreign_letter: 'serious',
  mail_domain: 'minor',
  huge_amount: 'serious',
  same_beneficiary: 'minor',
  document_other_account: 'serious',
  account_other_document: 'serious',
  document_already_saved: 'minor',
  details_changed: 'serious',
  details_once: 'serious',
  beneficiary_archived: 'serious',
  duplicate_payout: 'serious',
  amount_above_limit: 'serious',
  amount_above_usual: 'serious',
  notification_host: 'serious',
}

const gradeOfCode = new Map<string, Grade>(Object.entries(gradesOfCodes))

const gradesOfReasons: Readonly<Record<Reason['kind'], Grade>> = {
  mismatch: 'serious',
  unable: 'minor',
  compliance: 'compliance',
}

/** Where the provider found nothing out, nothing speaks against paying; a reason that its interface does not list may be anything. */
function gradeOfOutcome({ service, outcome, reason }: ReceivedIssue['params']): Grade {
  const isKnownService = service === 'identity' || service === 'bank'
  const known = isKnownService && typeof reason === 'string' ? reasonFor(service, reason) : undefined
  if (known !== undefined) return gradesOfReasons[known.kind]
  return outcome === 'NOT_VALIDATED' ? 'minor' : 'serious'
}

/** The same warnings, the gravest first. */
export function gravestFirst<Warning>(
  warnings: readonly Warning[],
  gradeIn: (warning: Warning) => Grade,
): readonly Warning[] {
  return grades.flatMap((grade) => warnings.filter((warning) => gradeIn(warning) === grade))
}

/** How many warnings a payout had when it was last saved or approved, by grade; `unconfirmed` counts those of any grade that are not confirmed. */
export const warningCountsSchema = z.object({
  compliance: z.number(),
  serious: z.number(),
  minor: z.number(),
  unconfirmed: z.number(),
})

export type WarningCounts = z.infer<typeof warningCountsSchema>

/** Whether there are warnings of any grade. */
export function hasWarnings(counts: WarningCounts): boolean {
  return Object.values(counts).some((count) => count > 0)
}

/** Who confirmed a warning, when, and why where they gave a reason. */
const signatureSchema = z.object({ by: personSchema, at: z.string(), reason: z.nullable(z.string()) })

/** A warning that a payout has now, with the people who confirmed it. */
export const standingWarningSchema = z.object({
  ...warningSchema.shape,
  /** The confirmation by the person who entered the payout; all null without one. */
  reason: z.nullable(z.string()),
  confirmedBy: z.nullable(personSchema),
  confirmedAt: z.nullable(z.string()),
  /** Who approved it so; empty until then. */
  reviews: z.array(signatureSchema),
})

/** A warning as a person confirmed it. A confirmation from before there were grades has no more than its field and code. */
export const confirmationSchema = z.object({
  ...warningSchema.shape,
  ...signatureSchema.shape,
  /** Whether a reviewer confirmed it, by approving; else who entered the payout. */
  isReview: z.boolean(),
})

export type ShownConfirmation = z.infer<typeof confirmationSchema>
