import type { IssueContent } from '#shared/api/issue.ts'
import { asMessage } from '#shared/language/message.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import type { NamedNumber } from '#shared/rule-book/country.ts'
import { hasShape, shapeError } from '#shared/rule-book/shape.ts'
import type { SpokenNumber } from './number-words.ts'
import type { PastedText, Span } from './pasted-text.ts'

/** Groups of digits that may be one number: "12.393.112 - 2", "4152 3105 3644 1216". */
export interface Run extends Span {
  /** As it is typed, or the digits that were spoken. */
  readonly typed: string
  readonly digits: number
  readonly groups: number
  /** No further group is beside it. */
  readonly isWhole: boolean
  readonly isSpoken?: true
}

/** A number is written in at most so many groups. */
const mostGroups = 9

/** A message about some payments has fewer; the rest is not read. */
const mostRuns = 600

/** Every run of groups within one line and cell, the spoken ones too. */
export function runsIn({ plain }: PastedText, spoken: readonly SpokenNumber[]): readonly Run[] {
  const groups = groupsIn(plain)
  const runs: Run[] = []
  for (let first = 0; first < groups.length && runs.length < mostRuns; first += 1) {
    let digits = 0
    for (let last = first; last < Math.min(groups.length, first + mostGroups); last += 1) {
      const [from, group] = [groups[first], groups[last]]
      if (from === undefined || group === undefined || (last > first && isApart(plain, groups[last - 1], group))) break
      digits += group.digits
      const isWhole = isApart(plain, groups[first - 1], from) && isApart(plain, group, groups[last + 1])
      const typed = plain.slice(from.start, group.end)
      runs.push({ start: from.start, end: group.end, typed, digits, groups: last - first + 1, isWhole })
    }
  }
  const read = spoken.flatMap(({ start, end, digits, words, amount }) =>
    [...new Set([digits, amount === undefined ? digits : String(amount)])]
      .filter((typed) => words > 2 && typed.length > 4)
      .map((typed) => ({
        start,
        end,
        typed,
        digits: typed.length,
        groups: words,
        isWhole: true,
        isSpoken: true as const,
      })),
  )
  return [...runs, ...read]
}

interface Group extends Span {
  readonly digits: number
}

function groupsIn(plain: string): readonly Group[] {
  return [
    ...plain.matchAll(/\d{2}\.?\d{3}\.?\d{3}\/\d{4}-?\d{2}(?!\d)|[\p{L}\p{N}&+](?:[^\s/,;|()[\]":=]*[\p{L}\p{N}])?/gu),
  ].flatMap(({ 0: found, index }) => {
    const digits = found.replace(/\D/g, '').length
    return digits === 0 || found.includes('@') ? [] : [{ start: index, end: index + found.length, digits }]
  })
}

/** Groups of one number are a blank or two apart, a check digit also behind a hyphen. */
function isApart(plain: string, before: Span | undefined, after: Span | undefined): boolean {
  if (before === undefined || after === undefined) return true
  const gap = plain.slice(before.end, after.start)
  return !/^ {1,2}$/.test(gap) && !(gap === ' - ' && after.end - after.start <= 2)
}

/** A run as a rule reads it. */
export interface RunUnderRule {
  readonly run: Run
  readonly value: string
  /** By the rule's check digits; undefined where it has none. */
  readonly isProven: boolean | undefined
  /** What its rule has against it. */
  readonly error?: IssueContent
}

/** Fewer digits could be anything, whatever a rule lets pass. */
const fewestDigits = 5

/** The runs that have the shape of a rule. Where many lengths fit, only whole runs and single groups do. */
export function runsUnder(runs: readonly Run[], rule: NamedNumber, fewest = fewestDigits): readonly RunUnderRule[] {
  const isLoose = rule.shape.lengths.length !== 1
  return runs.flatMap((run) => {
    if (run.digits < Math.min(fewest, rule.shape.lengths[0] ?? fewest)) return []
    if (isLoose && !run.isWhole && run.groups > 1) return []
    const { value } = cleanNumber(run.typed, rule)
    if (!hasShape(rule.shape, value) || value.length > 30) return []
    if (rule.shape.lengths.length === 0 && /\p{L}/u.test(value) && !/^\p{L}{0,4}\d{5,}\p{L}?$/u.test(value)) return []
    const check = rule.checks?.find(({ code }) => code === 'check_digit')
    const error = check?.issue(value, {}, asMessage(rule.label))
    return [{ run, value, isProven: check && error === undefined, ...(error && { error }) }]
  })
}

/** The number that a label announces, where its length is that of no rule: it is shown with what the closest rule asks for. */
export function misshapenRun(
  runs: readonly Run[],
  start: number,
  rules: readonly NamedNumber[],
): RunUnderRule | undefined {
  const [rule] = rules
  const run = runs.find((one) => one.isWhole && one.start === start && one.digits >= fewestDigits)
  if (rule === undefined || run === undefined) return undefined
  const { value } = cleanNumber(run.typed, rule)
  if (rules.some(({ shape }) => hasShape(shape, value))) return undefined
  const error = shapeError(rule, value)
  return { run, value, isProven: undefined, ...(error && { error }) }
}

/** Long, or with its hyphens where the rule's own example has them: no amount and no phone looks like that. */
export function isUnmistakable({ typed }: Run, { example }: NamedNumber): boolean {
  const [own, usual] = [hyphensOf(typed), hyphensOf(example)]
  return own !== '' && own === usual
}

/** The positions of the hyphens, counted from the right: '2' for 111.444.777-35. */
function hyphensOf(typed: string): string {
  const bare = typed.replace(/[^\p{L}\p{N}-]/gu, '')
  return [...bare].flatMap((character, place) => (character === '-' ? [bare.length - place - 1] : [])).join(' ')
}
