import type { SubmittedPayouts } from '#shared/api/batch-rows.ts'
import type { Confirmed } from '#shared/api/entry.ts'
import { warningId } from '#shared/api/issue.ts'
import { type Grade, gradeOf, grades } from '#shared/api/warning.ts'

type Problem = Extract<SubmittedPayouts['payouts'][number], { readonly problem: unknown }>['problem']

type Warning = NonNullable<Problem['warnings']>[number]

/** A payout of the batch as it was last seen. */
export interface Seen {
  readonly id: string
  readonly version: number
  /** In its batch. */
  readonly row: number | null
}

/** A payout that was not sent, and why. */
export interface Refused extends Seen {
  readonly problem: Problem
}

/** A warning of one payout. */
interface Standing {
  readonly key: string
  readonly payoutId: string
  readonly row: number | null
  readonly warning: Warning
}

/** All warnings of one kind: they are confirmed alike or one by one. */
export interface WarningGroup {
  readonly code: string
  readonly grade: Grade
  readonly standing: readonly Standing[]
}

/** The warnings that stopped payouts, by kind, the gravest and then the most frequent first. */
export function warningGroups(refused: readonly Refused[]): readonly WarningGroup[] {
  const groups = new Map<string, Standing[]>()
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

/** The payouts all of whose warnings are confirmed by now, with what is sent for each. One of compliance counts with its reason alone. */
export function confirmedPayouts(
  refused: readonly Refused[],
  confirmed: ReadonlySet<string>,
  reasonOf: (code: string) => string,
): readonly (Seen & { readonly confirmed: Confirmed })[] {
  return refused.flatMap(({ id, version, row, problem: { warnings = [] } }) => {
    const isReady = warnings.every(
      (warning) =>
        confirmed.has(keyOf(id, warning)) && (gradeOf(warning) !== 'compliance' || reasonOf(warning.code) !== ''),
    )
    return warnings.length > 0 && isReady ? [{ id, version, row, confirmed: warnings.map(withReason) }] : []
  })

  function withReason(warning: Warning): Confirmed[number] {
    const reason = gradeOf(warning) === 'compliance' ? reasonOf(warning.code) : ''
    return { warningId: warningId(warning), ...(reason !== '' && { reason }) }
  }
}

function keyOf(payoutId: string, warning: Warning): string {
  return `${payoutId} ${warningId(warning)}`
}
