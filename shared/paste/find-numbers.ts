import { asMessage } from '#shared/language/message.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import type { FieldValues, NamedNumber } from '#shared/rule-book/country.ts'
import { hasShape, shapeError } from '#shared/rule-book/shape.ts'
import type { Span } from './pasted-text.ts'
import type { UncertaintyReason } from './reason.ts'

/** A number of the message under the rule whose shape it has. */
export interface FoundNumber<Rule extends NamedNumber> {
  readonly rule: Rule
  readonly value: string
  readonly span: Span
  /** Why it is not beyond doubt: check digits, a wrong length. */
  readonly reason: UncertaintyReason | undefined
  /** Whether it has check digits, and they hold. */
  readonly isProven: boolean
}

/** Fewer digits could be anything, whatever a rule lets pass. */
const fewestDigits = 5

/** A number is written in at most so many groups. */
const mostGroups = 8

/** How many words may be between a label and its number. */
const mostFillers = 3

/**
 * The first number of a stretch, once for each rule that it fits; groups parted by blanks are taken together as far as a rule allows. Where
 * it fits none, it comes once, with the reason.
 */
export function firstNumber<Rule extends NamedNumber>(
  text: string,
  stretch: Span,
  rules: readonly Rule[],
  given: FieldValues,
  fewest = fewestDigits,
): readonly FoundNumber<Rule>[] {
  const groups = groupsIn(text, stretch)
  const first = groups.findIndex(({ digits }) => digits > 0)
  if (first < 0 || first > mostFillers) return []
  const runs = runsFrom(text, groups, first)
  const fitting = rules.flatMap((rule) => {
    const run = runs.find(({ start, end, digits }) => digits >= fewest && fits(rule, text.slice(start, end)))
    return run === undefined ? [] : [numberAt(text, run, rule, given)]
  })
  const longest = fitting.reduce((length, { span }) => Math.max(length, span.end), 0)
  if (fitting.length > 0) return fitting.filter(({ span }) => span.end === longest)
  const [rule] = rules
  const [whole] = runs
  if (rule === undefined || whole === undefined || whole.digits < fewest) return []
  const { value } = cleanNumber(text.slice(whole.start, whole.end), rule)
  const error = shapeError(rule, value)
  return [{ rule, value, span: whole, reason: error && { is: 'againstRule', error }, isProven: false }]
}

/** Numbers without a label whose check digits hold: the ones that prove themselves. */
export function provenNumbers<Rule extends NamedNumber>(
  text: string,
  rules: readonly Rule[],
): readonly (FoundNumber<Rule> & { readonly isUnmistakable: boolean })[] {
  const checked = rules.filter(({ checks = [], shape }) => checks.length > 0 && shape.lengths.length > 0)
  const groups = groupsIn(text, { start: 0, end: text.length })
  return groups.flatMap((group, place) => {
    if (group.digits === 0) return []
    const runs = runsFrom(text, groups, place)
    return checked.flatMap((rule) => {
      const run = runs.find(
        (found) => rule.shape.lengths.includes(found.length) && fits(rule, text.slice(found.start, found.end)),
      )
      if (run === undefined) return []
      const found = numberAt(text, run, rule, {})
      return found.isProven ? [{ ...found, isUnmistakable: isUnmistakable(text.slice(run.start, run.end), found) }] : []
    })
  })
}

interface DigitGroup extends Span {
  readonly digits: number
  /** Letters and digits, without separators. */
  readonly length: number
}

function groupsIn(text: string, { start, end }: Span): readonly DigitGroup[] {
  return [...text.slice(start, end).matchAll(/[\p{L}\p{N}&+](?:[^\s/,;|()[\]":=]*[\p{L}\p{N}])?/gu)].map(
    ({ 0: found, index }) => {
      const from = start + index
      return {
        start: from,
        end: from + found.length,
        digits: found.replace(/\D/g, '').length,
        length: found.replace(/[.-]/g, '').length,
      }
    },
  )
}

/** Runs of groups from one place on, the longest first. */
function runsFrom(text: string, groups: readonly DigitGroup[], first: number): readonly (DigitGroup & Span)[] {
  const runs: DigitGroup[] = []
  for (let place = first; place < Math.min(groups.length, first + mostGroups); place += 1) {
    const group = groups[place]
    const before = runs.at(-1)
    if (group === undefined || (before !== undefined && isFar(text, before, group))) break
    if (before !== undefined && group.digits === 0) break
    runs.push({
      ...group,
      start: before?.start ?? group.start,
      digits: (before?.digits ?? 0) + group.digits,
      length: (before?.length ?? 0) + group.length,
    })
  }
  return runs.toReversed()
}

/** Groups are a blank or two apart, a check digit also behind a hyphen: "12.393.112 - 2". */
function isFar(text: string, before: Span, group: DigitGroup): boolean {
  const gap = text.slice(before.end, group.start)
  return !/^ {1,2}$/.test(gap) && !(gap === ' - ' && group.length === 1)
}

function fits(rule: NamedNumber, typed: string): boolean {
  if (rule.shape.lengths.length === 0 && !hasOneForm(rule, typed)) return false
  return hasShape(rule.shape, cleanNumber(typed, rule).value)
}

/** Where no length is documented, a number is one group, or several of digits alone. */
function hasOneForm({ shape }: NamedNumber, typed: string): boolean {
  const { length } = typed.replace(/[ .-]/g, '')
  return length <= 20 && (shape.alphabet === 'digits' || (!typed.includes(' ') && /\d{3}/.test(typed)))
}

function numberAt<Rule extends NamedNumber>(
  text: string,
  { start, end }: Span,
  rule: Rule,
  given: FieldValues,
): FoundNumber<Rule> {
  const { value } = cleanNumber(text.slice(start, end), rule)
  const checks = rule.checks ?? []
  const reason = firstReason(rule, value, given)
  const isProven = checks.some(({ code }) => code === 'check_digit') && reason === undefined
  return { rule, value, span: { start, end }, reason, isProven }
}

function firstReason(
  { label, checks = [] }: NamedNumber,
  value: string,
  given: FieldValues,
): UncertaintyReason | undefined {
  const [error] = checks.flatMap(({ issue }) => issue(value, given, asMessage(label)) ?? [])
  return error && { is: 'againstRule', error }
}

/** Long, or with its hyphens where the rule's own example has them: no amount and no phone looks like that. */
function isUnmistakable(typed: string, { value, rule }: FoundNumber<NamedNumber>): boolean {
  if (value.length >= 16) return true
  const [own, usual] = [hyphensOf(typed), hyphensOf(rule.example)]
  return own !== '' && own === usual
}

/** The positions of the hyphens, counted from the right: '2' for 111.444.777-35. */
function hyphensOf(typed: string): string {
  const bare = typed.replace(/[^\p{L}\p{N}-]/gu, '')
  return [...bare].flatMap((character, place) => (character === '-' ? [bare.length - place - 1] : [])).join(' ')
}
