import * as z from 'zod/mini'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { type Issue, issueOn, paramsSchema, warningId } from '#shared/api/issue.ts'
import { gradeOf, type WarningCounts } from '#shared/api/warning.ts'
import { grades } from '#shared/api/warning-codes.ts'
import type { PayoutRow } from '../entry/payout-rows.ts'
import { Failure } from '../kernel/failure.ts'
import { isSanctionsHit } from '../policy/approvals-needed.ts'
import type { Reader } from '../store/store.ts'
import { givenFor, reasonIn } from './review-policy.ts'

/*
 * Who confirmed which warning of a payout, when and why: first its author, then its reviewers. Encrypted, as the id of a warning and
 * its params hold the values that it is about.
 */

const confirmationSchema = z.object({
  warningId: z.string(),
  reason: z.optional(z.string()),
  by: z.string(),
  at: z.string(),
  /** Whether a reviewer confirmed it, by approving. */
  isReview: z.optional(z.boolean()),
  /** What was confirmed; left out before grades came. */
  warning: z.optional(z.object({ field: z.string(), code: z.string(), params: paramsSchema })),
})

export type Confirmation = z.infer<typeof confirmationSchema>

type ConfirmationAuthor = Pick<Confirmation, 'by' | 'at'>

/** All confirmations that a payout was saved with. */
export function savedConfirmations(
  { encryption }: Pick<Reader, 'encryption'>,
  { id, confirmed_encrypted }: Pick<PayoutRow, 'id' | 'confirmed_encrypted'>,
): readonly Confirmation[] {
  if (confirmed_encrypted === null) return []
  return z.array(confirmationSchema).parse(JSON.parse(encryption.decrypt(confirmed_encrypted, placeOf(id))))
}

/** Those of who entered a payout. */
export function authorsConfirmations(reader: Pick<Reader, 'encryption'>, row: PayoutRow): readonly Confirmation[] {
  return savedConfirmations(reader, row).filter(({ isReview }) => isReview !== true)
}

/** The columns that keep confirmations. */
export function confirmationColumns(
  { encryption }: Pick<Reader, 'encryption'>,
  id: string,
  confirmations: readonly Confirmation[],
) {
  return {
    confirmed_encrypted:
      confirmations.length === 0 ? null : encryption.encrypt(JSON.stringify(confirmations), placeOf(id)),
    confirmed_count: confirmations.filter(({ isReview }) => isReview !== true).length,
  }
}

/** The columns that count the warnings of a payout. */
export function countColumns(warnings: readonly Issue[], confirmations: readonly Confirmation[]) {
  const confirmed = new Set(confirmations.map((confirmation) => confirmation.warningId))
  const count = (is: (warning: Issue) => boolean) => warnings.filter(is).length
  return {
    warnings_compliance: count((warning) => gradeOf(warning) === 'compliance'),
    warnings_serious: count((warning) => gradeOf(warning) === 'serious'),
    warnings_minor: count((warning) => gradeOf(warning) === 'minor'),
    warnings_unconfirmed: count((warning) => !confirmed.has(warningId(warning))),
  }
}

/** The counts of a payout's warnings that lists show. */
export function countsOf(row: Pick<PayoutRow, `warnings_${keyof WarningCounts}`>): WarningCounts {
  return {
    compliance: row.warnings_compliance,
    serious: row.warnings_serious,
    minor: row.warnings_minor,
    unconfirmed: row.warnings_unconfirmed,
  }
}

export function sumOfCounts(all: readonly WarningCounts[]): WarningCounts {
  const sum = (of: (counts: WarningCounts) => number) => all.reduce((total, counts) => total + of(counts), 0)
  return {
    compliance: sum(({ compliance }) => compliance),
    serious: sum(({ serious }) => serious),
    minor: sum(({ minor }) => minor),
    unconfirmed: sum(({ unconfirmed }) => unconfirmed),
  }
}

/** What the audit log records of the confirmed warnings. */
export function auditedWarnings(confirmations: readonly Confirmation[]) {
  const warnings = confirmations.flatMap(({ warning }) =>
    warning === undefined ? [] : [{ code: warning.code, grade: gradeOf(warning) }],
  )
  const byGrade = warnings.toSorted((a, b) => grades.indexOf(a.grade) - grades.indexOf(b.grade))
  return { confirmed: confirmations.length, ...(byGrade.length > 0 && { warnings: byGrade }) }
}

export interface ConfirmationContext extends ConfirmationAuthor {
  readonly earlier: readonly Confirmation[]
  /** A warning as the person was told it. */
  told(warning: Issue): Issue
}

/**
 * Of the warnings now, those that who enters a payout confirms; what was confirmed before stays with who confirmed it, unless the reason is new.
 */
export function confirmationsOf(
  warnings: readonly Issue[],
  confirmed: WarningConfirmations,
  { earlier, told, ...signed }: ConfirmationContext,
): readonly Confirmation[] {
  const confirmations = warnings.flatMap((warning): readonly Confirmation[] => {
    const given = givenFor(warning, confirmed, told)
    if (given === undefined) return []
    const before = earlier.find((confirmation) => confirmation.warningId === warningId(warning))
    const reason = reasonIn(given)
    const isSame = reason === undefined || reason === before?.reason
    return [before !== undefined && isSame ? before : signedBy(warning, reason, signed)]
  })
  return [...new Map(confirmations.map((one) => [one.warningId, one])).values()]
}

/** Of the warnings now, those that a reviewer confirms by approving. */
export function reviewsOf(
  warnings: readonly Issue[],
  confirmed: WarningConfirmations,
  signed: ConfirmationAuthor,
): readonly Confirmation[] {
  return warnings.flatMap((warning) => {
    const given = givenFor(warning, confirmed)
    return given === undefined ? [] : [{ ...signedBy(warning, reasonIn(given), signed), isReview: true }]
  })
}

function signedBy(warning: Issue, reason: string | undefined, signed: ConfirmationAuthor): Confirmation {
  const { field, code, params } = warning
  // Only what JSON can hold: a param that may be left out is left out.
  const kept = { field, code, params: { ...params } }
  return { warningId: warningId(warning), ...(reason !== undefined && { reason }), ...signed, warning: kept }
}

/**
 * A warning of compliance goes to review with a reason, or not at all.
 * @throws Failure FIELDS_INVALID on the reason, in the body
 */
export function requireReasons(
  warnings: readonly Issue[],
  confirmations: readonly Confirmation[],
  confirmed: WarningConfirmations,
  told: (warning: Issue) => Issue,
): void {
  const errors = unreasoned(warnings, confirmations).map((warning) => {
    const given = givenFor(warning, confirmed, told)
    const place = given === undefined ? -1 : confirmed.indexOf(given)
    return { ...issueOn('reason', 'reason_required', {}), within: `confirmed/${place}` }
  })
  if (errors.length > 0) throw new Failure('FIELDS_INVALID', { errors })
}

/** The warnings of compliance that were confirmed without a reason. */
export function unreasoned(warnings: readonly Issue[], confirmations: readonly Confirmation[]): readonly Issue[] {
  const ids = confirmations.filter(({ reason }) => reason === undefined).map((confirmation) => confirmation.warningId)
  return warnings.filter((warning) => gradeOf(warning) === 'compliance' && ids.includes(warningId(warning)))
}

/** Whether one of these warnings is of compliance, and no reviewer has confirmed it with a reason; of a sanctions hit, too few have. */
export function hasUnreviewed(
  reader: Pick<Reader, 'encryption' | 'sanctionsReviewers'>,
  row: Pick<PayoutRow, 'id' | 'confirmed_encrypted'>,
  warnings: readonly Issue[],
): boolean {
  const compliance = warnings.filter((warning) => gradeOf(warning) === 'compliance')
  if (compliance.length === 0) return false
  const reviews = savedConfirmations(reader, row).filter(({ isReview, reason }) => isReview && reason !== undefined)
  return compliance.some((warning) => {
    const own = reviews.filter((review) => review.warningId === warningId(warning))
    const enough = isSanctionsHit(warning) ? reader.sanctionsReviewers : 1
    return new Set(own.map(({ by }) => by)).size < enough
  })
}

function placeOf(id: string) {
  return { table: 'payouts', id, column: 'confirmed_encrypted' }
}
