import * as z from 'zod/mini'
import { issueSchema, type ReceivedIssue } from './issue.ts'
import { personSchema } from './session.ts'
import { type Grade, grades, warningDefinition } from './warning-codes.ts'

/** A warning as it goes over the wire. A confirmation repeats its `id` as its `warningId`. */
export const warningSchema = z.object({ ...issueSchema.shape, id: z.string(), grade: z.enum(grades) })

/** The grade of a warning, by its code alone; of a validation by its reason. What only a newer server knows is not taken lightly. */
export function gradeOf({ code, params }: Pick<ReceivedIssue, 'code' | 'params'>): Grade {
  const grade = warningDefinition(code)?.grade ?? 'serious'
  return typeof grade === 'function' ? grade(params) : grade
}

/** What a warning asks of who approves the payout: a tick, a reason of their own, or nothing more where who entered it has confirmed it. */
export function askedOfReviewer(grade: Grade, isConfirmed: boolean): 'tick' | 'reason' | undefined {
  if (grade === 'compliance') return 'reason'
  return grade === 'serious' || !isConfirmed ? 'tick' : undefined
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
