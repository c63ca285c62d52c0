import type { WarningConfirmations } from '#shared/api/entry.ts'
import { type Issue, warningId } from '#shared/api/issue.ts'
import { givesReason } from '#shared/api/texts.ts'
import { askedOfReviewer, gradeOf } from '#shared/api/warning.ts'

/*
 * What the warnings of a payout ask of who approves it.
 */

/** A current warning, and whether the payout's author has confirmed it. */
export interface StandingWarning {
  readonly warning: Issue
  readonly isConfirmed: boolean
  /** Whose approval came with a reason for it. */
  readonly reviewedBy: readonly string[]
}

/** The hash of the warnings that a person was shown, and of the current ones; and which of them the person confirms by approving. */
export interface ShownWarnings {
  readonly shownHash: string
  readonly todaysHash: string
  readonly standing: readonly StandingWarning[]
  readonly confirmed: WarningConfirmations
}

/**
 * The warnings that a reviewer is still to confirm: a minor one unless anyone has, a serious one in any case, and one of compliance with a
 * reason of their own.
 */
export function unreviewed({ standing, confirmed }: ShownWarnings): readonly Issue[] {
  const isReviewed = ({ warning, isConfirmed }: StandingWarning) => {
    const asked = askedOfReviewer(gradeOf(warning), isConfirmed)
    const given = givenFor(warning, confirmed)
    if (asked === undefined) return true
    return given !== undefined && (asked === 'tick' || reasonIn(given) !== undefined)
  }
  return standing.filter((one) => !isReviewed(one)).map(({ warning }) => warning)
}

/** How a person confirms a warning; of several the last, so that what is checked is what is saved. */
export function givenFor(
  warning: Issue,
  confirmed: WarningConfirmations,
  told: (warning: Issue) => Issue = (same) => same,
): WarningConfirmations[number] | undefined {
  const ids = [warningId(warning), warningId(told(warning))]
  return confirmed.findLast((one) => ids.includes(one.warningId))
}

/** The reason that a person wrote; undefined for one that gives none. */
export function reasonIn({ reason = '' }: WarningConfirmations[number]): string | undefined {
  return givesReason(reason) ? reason.trim() : undefined
}
