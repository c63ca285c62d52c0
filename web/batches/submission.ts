import type * as z from 'zod/mini'
import type { itemRefusalSchema } from '#shared/api/batch-rows.ts'
import type { WarningConfirmations } from '#shared/api/entry.ts'
import { warningId } from '#shared/api/issue.ts'
import type { actedPayoutSchema } from '#shared/api/list-job.ts'
import { gradeOf } from '#shared/api/warning.ts'
import { type Grade, grades } from '#shared/api/warning-codes.ts'

type SubmissionProblem = z.infer<typeof itemRefusalSchema>

type SubmissionWarning = NonNullable<SubmissionProblem['warnings']>[number]

/** A payout of the batch, as it was last seen, that was not sent, and why. */
export interface RefusedSubmission extends Omit<z.infer<typeof actedPayoutSchema>, 'problem'> {
  readonly problem: SubmissionProblem
}

/** A warning of one payout. */
interface PayoutWarning {
  readonly key: string
  readonly payoutId: string
  readonly row: number | null
  readonly warning: SubmissionWarning
}

/** All warnings of one kind: they are confirmed together or one by one. */
export interface WarningGroup {
  readonly code: string
  readonly grade: Grade
  readonly standing: readonly PayoutWarning[]
}

/** The warnings that stopped payouts, by kind: the most serious first, then the most frequent. */
export function warningGroups(refused: readonly RefusedSubmission[]): readonly WarningGroup[] {
  const groups = new Map<string, PayoutWarning[]>()
  for (const { id, row, problem } of refused)
    for (const warning of problem.warnings ?? []) {
      const kind = `${gradeOf(warning)} ${warning.code}`
      groups.set(kind, [...(groups.get(kind) ?? []), { key: keyOf(id, warning), payoutId: id, row, warning }])
    }
  return [...groups.values()]
    .flatMap((standing) => {
      const [first] = standing
      return first === undefined ? [] : [{ code: first.warning.code, grade: gradeOf(first.warning), standing }]
    })
    .sort((a, b) => grades.indexOf(a.grade) - grades.indexOf(b.grade) || b.standing.length - a.standing.length)
}

/** The payouts whose warnings are now all confirmed, with the confirmations to send. A compliance warning counts only with its reason. */
export function confirmedSubmissions(
  refused: readonly RefusedSubmission[],
  confirmed: ReadonlySet<string>,
  reasonOf: (code: string) => string,
): readonly (Omit<RefusedSubmission, 'problem'> & { readonly confirmed: WarningConfirmations })[] {
  return refused.flatMap(({ id, version, row, problem: { warnings = [] } }) => {
    const isReady = warnings.every(
      (warning) =>
        confirmed.has(keyOf(id, warning)) && (gradeOf(warning) !== 'compliance' || reasonOf(warning.code) !== ''),
    )
    return warnings.length > 0 && isReady ? [{ id, version, row, confirmed: warnings.map(withReason) }] : []
  })

  function withReason(warning: SubmissionWarning): WarningConfirmations[number] {
    const reason = gradeOf(warning) === 'compliance' ? reasonOf(warning.code) : ''
    return { warningId: warningId(warning), ...(reason !== '' && { reason }) }
  }
}

function keyOf(payoutId: string, warning: SubmissionWarning): string {
  return `${payoutId} ${warningId(warning)}`
}
