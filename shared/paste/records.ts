import { type Assignment, bestAssignments } from './assign.ts'
import type { Layout } from './layout.ts'
import type { Option, Slot } from './option.ts'
import type { PastedText, Span } from './pasted-text.ts'

/** The details of one payee: where they are in the message, and what they are. */
export interface PayeeRecord {
  /** Undefined where the message is about one payee alone. */
  readonly range: Span | undefined
  readonly options: readonly Option[]
  /** The best first. */
  readonly assignments: readonly Assignment[]
}

export interface Records {
  readonly records: readonly PayeeRecord[]
  readonly score: number
  /** Rows, lines or blocks part them, or there is only one: nothing was guessed. */
  readonly isStructured: boolean
}

/** More payees than this come as a file. */
const mostRecords = 40

/** What a further record has to bring, so that a list of prices is no list of people. */
const costOfRecord = 4

/** What is outside of all records may hold for each of them, with less weight. */
const costOfShared = 1.5

/** Parts a message among its payees, in the way that explains most of it. */
export function recordsIn(message: PastedText, layout: Layout, options: readonly Option[]): Records {
  const whole: PayeeRecord = { range: undefined, options, assignments: bestAssignments(options) }
  const alone: Records = { records: [whole], score: scoreOf(whole), isStructured: true }
  const ways = waysToPart(message, layout, options)
  const parted = ways.flatMap(({ ranges, bonus }) => {
    const records = ranges.map((range) => recordOf(range, ranges, options))
    if (!isListOfPayees(records)) return []
    const score = records.reduce((sum, record) => sum + scoreOf(record) - costOfRecord, costOfRecord + bonus)
    return [{ records, score, isStructured: bonus > 0 }]
  })
  return [alone, ...parted].reduce((best, one) => (one.score > best.score ? one : best))
}

function scoreOf({ assignments: [best] }: PayeeRecord): number {
  return best?.score ?? 0
}

/** The record of one range, with what all records share. */
export function recordOf(range: Span, ranges: readonly Span[], options: readonly Option[]): PayeeRecord {
  const own = options.filter(({ start, end }) => range.start <= start && end <= range.end)
  const [first, last] = [ranges[0], ranges.at(-1)]
  const shared = options
    .filter(
      ({ start, end, slot }) => sharedSlots.has(slot) && (end <= (first?.start ?? 0) || start >= (last?.end ?? 0)),
    )
    .map((option) => ({ ...option, score: option.score - costOfShared }))
  const all = [...own, ...shared]
  return { range, options: all, assignments: bestAssignments(all) }
}

const sharedSlots: ReadonlySet<Slot> = new Set<Slot>(['bank', 'type', 'account', 'agency', 'amount', 'city', 'reason'])

const identifying: readonly Slot[] = ['name', 'document', 'validation', 'account', 'pix']

/** Each has something of a person, most of them more, and no two are the same. */
function isListOfPayees(records: readonly PayeeRecord[]): boolean {
  if (records.length < 2) return false
  const found = records.map(({ range, assignments: [best] }) =>
    identifying.filter((slot) => {
      const option = best?.chosen[slot]
      return (
        option !== undefined &&
        option.score > -1 &&
        range !== undefined &&
        range.start <= option.start &&
        option.end <= range.end
      )
    }),
  )
  const names = records.map(({ assignments: [best] }) =>
    identifying.map((slot) => best?.chosen[slot]?.values[0].value ?? '').join(' '),
  )
  return (
    found.every((own) => own.length > 0) &&
    found.filter((own) => own.length > 1).length * 2 > records.length &&
    new Set(names).size === names.length
  )
}

/** Stretches of a message, and how much its layout says that they are one payee's each. */
interface Way {
  readonly ranges: readonly Span[]
  readonly bonus: number
}

/** The stretches that may be one payee's each: rows, blocks, and what is between two names, documents or accounts. */
function waysToPart({ plain }: PastedText, layout: Layout, options: readonly Option[]): readonly Way[] {
  const good = options.filter(({ slot, score }) => identifying.includes(slot) && score > -1.5)
  const kinds: readonly (readonly Slot[])[] = [
    ['name'],
    ['document', 'validation'],
    ['account', 'pix'],
    ['account'],
    ['pix', 'document'],
  ]
  const ways: readonly Way[] = [
    { ranges: rowsOf(layout, good), bonus: 5 },
    { ranges: blocksOf(plain, good), bonus: 2 },
    { ranges: linesOf(layout, good), bonus: 3 },
    ...kinds.map((kind) => ({
      ranges: cutAt(
        plain,
        good.filter(({ slot }) => kind.includes(slot)),
      ),
      bonus: 0,
    })),
  ]
  return ways.filter(({ ranges }) => ranges.length > 1 && ranges.length <= mostRecords)
}

function rowsOf({ lines, rows }: Layout, good: readonly Option[]): readonly Span[] {
  return lines.filter((line, place) => (rows[place]?.length ?? 0) >= 3 && kindsIn(line, good) > 1)
}

function linesOf({ lines }: Layout, good: readonly Option[]): readonly Span[] {
  return lines.filter((line) => kindsIn(line, good) > 1)
}

/** How many kinds of details are in a stretch, each in words of its own. */
function kindsIn({ start, end }: Span, good: readonly Option[]): number {
  const own = good.filter((option) => start <= option.start && option.end <= end)
  const places = new Set(own.map((option) => option.start)).size
  return Math.min(places, new Set(own.map(({ slot }) => groupOf(slot))).size)
}

function groupOf(slot: Slot): Slot {
  return slot === 'validation' ? 'document' : slot === 'pix' ? 'account' : slot
}

function blocksOf(plain: string, good: readonly Option[]): readonly Span[] {
  const blocks: Span[] = []
  let start = 0
  for (const { 0: gap, index } of plain.matchAll(/\n[ \t]*\n[\s]*/g)) {
    blocks.push({ start, end: index })
    start = index + gap.length
  }
  blocks.push({ start, end: plain.length })
  return blocks.filter((block) => kindsIn(block, good) > 1)
}

/** Cut before each value of a kind, at the clearest break behind the one before it. */
function cutAt(plain: string, anchors: readonly Option[]): readonly Span[] {
  const ordered = anchors.toSorted((a, b) => a.start - b.start || b.score - a.score)
  const distinct: Option[] = []
  for (const anchor of ordered) {
    const before = distinct.at(-1)
    if (before !== undefined && anchor.start < before.end) continue
    if (
      distinct.some(
        (one) => one.values.map(({ value }) => value).join() === anchor.values.map(({ value }) => value).join(),
      )
    )
      continue
    distinct.push(anchor)
  }
  const [first] = distinct
  if (first === undefined || distinct.length > mostRecords) return []
  const cuts = distinct.slice(1).map((anchor, place) => {
    const from = distinct[place]?.end ?? 0
    return from + breakIn(plain.slice(from, anchor.start))
  })
  const lineStart = plain.lastIndexOf('\n', first.start) + 1
  return distinct.map((_, place) => ({
    start: place === 0 ? lineStart : (cuts[place - 1] ?? 0),
    end: cuts[place] ?? endOfLast(plain, distinct),
  }))
}

/** The last record goes on to a blank line, as those before it may. */
function endOfLast(plain: string, anchors: readonly Option[]): number {
  const [first, last] = [anchors[0], anchors.at(-1)]
  if (first === undefined || last === undefined) return plain.length
  const blank = plain.indexOf('\n\n', last.end)
  return blank < 0 || /\n[ \t]*\n/.test(plain.slice(first.end, last.start)) ? plain.length : blank
}

/** Where a person or an account ends: a blank line, a line, a sentence, an "and", a comma. */
function breakIn(gap: string): number {
  const found = breaks.map((pattern) => [...gap.matchAll(pattern)].at(-1)).find((one) => one !== undefined)
  return found === undefined ? gap.length : found.index + (found.groups?.keep?.length ?? 0)
}

const breaks = [
  /(?<keep>\n[ \t]*)(?=\n)/g,
  /(?<keep>\n)/g,
  /(?<keep>[.;][ ])/g,
  /(?<keep>,?[ ])(?:y|e|o|u|ou|or|and|et)[ ]/g,
  /(?<keep>,)/g,
]
