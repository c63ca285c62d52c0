import { useMemo, useState } from 'react'
import type { ListedPayout } from '#shared/api/approved-list.ts'
import type { ReviewLine } from '#shared/api/batch-review.ts'
import { askedOfReviewer } from '#shared/api/warning.ts'
import type { ListedLine } from './batch-lines.ts'

/** The payouts of a batch by what one approval does with them. */
export interface BatchDivision {
  readonly toApprove: readonly ReviewLine[]
  readonly aside: readonly ReviewLine[]
  /** What is to be known of them leaves them out. */
  readonly leftOut: readonly ReviewLine[]
  /** They have a warning that must be confirmed separately, or whose kind was not confirmed. */
  readonly toOpen: readonly ReviewLine[]
  /** The person cannot approve them. */
  readonly cannot: readonly ReviewLine[]
  /** The kinds of warnings that can be confirmed for many together. */
  readonly kinds: readonly WarningKind[]
}

interface WarningKind {
  readonly code: string
  readonly count: number
  readonly example: ReviewLine['warnings'][number]
}

/** The payouts set aside and the confirmed kinds of warnings, for this visit. */
export function useChoice(lines: readonly ReviewLine[], isPlainOnly = false) {
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set())
  const [alike, setAlike] = useState<ReadonlySet<string>>(new Set())
  const choice = useMemo(() => choiceOf(lines, aside, alike, isPlainOnly), [lines, aside, alike, isPlainOnly])
  return {
    choice,
    aside,
    setAside(id: string, isAside: boolean) {
      setAside(new Set(isAside ? [...aside, id] : [...aside].filter((one) => one !== id)))
    },
    alike,
    setAlike,
  }
}

/** Divides payouts by what one approval does with them; `isPlainOnly`: of those whose facts say nothing. */
export function choiceOf(
  lines: readonly ReviewLine[],
  aside: ReadonlySet<string>,
  alike: ReadonlySet<string>,
  isPlainOnly = false,
): BatchDivision {
  const can = lines.filter(canApprove)
  const notAside = can.filter(({ id }) => !aside.has(id))
  const isLeftOut = ({ facts }: ReviewLine) => isPlainOnly && facts.length > 0
  const rest = notAside.filter((line) => !isLeftOut(line))
  const isReady = (line: ReviewLine) => asksNoReason(line) && ticksOf(line).every(({ code }) => alike.has(code))
  return {
    toApprove: rest.filter(isReady),
    aside: can.filter(({ id }) => aside.has(id)),
    leftOut: notAside.filter(isLeftOut),
    toOpen: rest.filter((line) => !isReady(line)),
    cannot: lines.filter((line) => !canApprove(line)),
    kinds: kindsOf(rest.filter(asksNoReason)),
  }
}

function canApprove({ conditions, tampered, warningsHash }: ReviewLine): boolean {
  return conditions.length === 0 && tampered === null && warningsHash !== ''
}

/** Each compliance warning needs the reviewer's own reason. */
function asksNoReason({ warnings }: ReviewLine): boolean {
  return warnings.every(({ grade, isConfirmed }) => askedOfReviewer(grade, isConfirmed) !== 'reason')
}

/** The warnings that the reviewer confirms by a checkbox. */
function ticksOf({ warnings }: ReviewLine): ReviewLine['warnings'] {
  return warnings.filter(({ grade, isConfirmed }) => askedOfReviewer(grade, isConfirmed) === 'tick')
}

/** What of a payout the approval names. */
export function listedPayout(line: ReviewLine): ListedPayout {
  const { id, version, requestHash, warningsHash } = line
  return { id, version, requestHash, warningsHash, confirmedKinds: [...new Set(ticksOf(line).map(({ code }) => code))] }
}

function kindsOf(lines: readonly ReviewLine[]): readonly WarningKind[] {
  const kinds = new Map<string, WarningKind>()
  for (const line of lines) {
    for (const [code, example] of new Map(ticksOf(line).map((warning) => [warning.code, warning]))) {
      const known = kinds.get(code)
      kinds.set(code, { code, count: (known?.count ?? 0) + 1, example: known?.example ?? example })
    }
  }
  return [...kinds.values()]
}

/** The filters of the list. What a file had damaged is known of the lines that are loaded. */
export const lineFilters = [
  'compliance',
  'serious',
  'unconfirmed',
  'new',
  'changed',
  'big',
  'damaged',
  'rest',
  'aside',
] as const

export type LineFilter = (typeof lineFilters)[number]

export function isShown(listed: ListedLine, filter: LineFilter, aside: ReadonlySet<string>): boolean {
  const { id, reasons } = listed
  if (filter === 'aside') return aside.has(id)
  if (filter === 'damaged') return wasDamaged(listed)
  return filter === 'rest' ? reasons.length === 0 && !wasDamaged(listed) : reasons.some((reason) => reason === filter)
}

/** Whether a person decided about a value that the file had damaged. */
function wasDamaged({ line }: ListedLine): boolean {
  return line?.warnings.some(({ code }) => code === 'changed_by_import') === true
}
