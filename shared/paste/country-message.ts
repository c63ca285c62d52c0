import type { BankNames } from '#shared/banks/bank-names.ts'
import type { PayableCountry } from '#shared/countries/rule-book.ts'
import { type Cues, cueFeatures } from './cues.ts'
import type { FoundAmount } from './find-amounts.ts'
import { type FoundBank, findBanks } from './find-banks.ts'
import { findMeaning, type Label } from './find-labels.ts'
import type { LabelMeaning } from './label-words.ts'
import type { Layout } from './layout.ts'
import type { Run } from './number-runs.ts'
import type { SpokenNumber } from './number-words.ts'
import type { PastedText, Span } from './pasted-text.ts'

/** A label with what it announces in the country under which the message is read. */
interface MeaningfulLabel extends Label {
  readonly meaning: LabelMeaning
}

/** What is found in a message whatever its country is. */
export interface MessageParts {
  readonly message: PastedText
  readonly layout: Layout
  readonly labels: readonly Label[]
  readonly cues: Cues
  readonly amounts: readonly FoundAmount[]
  readonly emails: readonly Span[]
  readonly runs: readonly Run[]
  readonly spoken: readonly SpokenNumber[]
  readonly bankNames: BankNames
}

/** A message as it looks to the reader of one country. */
export interface CountryMessage extends Omit<MessageParts, 'labels'> {
  readonly country: PayableCountry
  readonly labels: readonly MeaningfulLabel[]
  readonly banks: readonly FoundBank[]
  /** What the heading of its column announces, for a place in a table. */
  readonly headAt: (place: number) => LabelMeaning | undefined
}

export function messageIn(country: PayableCountry, parts: MessageParts): CountryMessage {
  const banks = findBanks(parts.message, parts.labels, country, parts.bankNames, parts.layout)
  const labels = parts.labels
    .filter((label) => !banks.some((bank) => bank.start < label.start && label.end <= bank.end))
    .map((label) => ({ ...label, meaning: findMeaning(label, country) }))
  return { ...parts, country, labels, banks, headAt: headsOf(parts.layout, labels) }
}

/** A line of three and more cells of which most begin with a label, above lines with as many cells. */
function headsOf({ rows, cellAt }: Layout, labels: readonly MeaningfulLabel[]): CountryMessage['headAt'] {
  // The heading under which each line is: none below a line of one cell.
  const heads: (readonly (LabelMeaning | undefined)[] | undefined)[] = []
  let head: readonly (LabelMeaning | undefined)[] | undefined
  for (const [line, own] of rows.entries()) {
    if (own.length < 2) head = undefined
    heads.push(head)
    if (own.length < 3 || (rows[line + 1]?.length ?? 0) < 2) continue
    const named = own.map((cell) => labels.find(({ start, end }) => start >= cell.start && end <= cell.end))
    if (named.filter(Boolean).length * 2 >= own.length) head = named.map((label) => label?.meaning)
  }
  return (place) => {
    const cell = cellAt(place)
    return cell && heads[cell.line]?.[cell.column]
  }
}

/** Words between two places, up to four. */
export function wordsBetween(text: string, start: number, end: number): number {
  if (end - start > 60) return 4
  return (text.slice(start, end).match(/[\p{L}\p{N}]+/gu) ?? []).length
}

/**
 * How a stretch relates to the labels around it, its column, and the words of its sentence. `isMeant`: whether a label announces what the
 * stretch is read as.
 */
export function featuresAt(
  reading: CountryMessage,
  span: Span,
  isMeant: (meaning: LabelMeaning) => boolean,
): readonly string[] {
  const { cues, layout, message } = reading
  const head = reading.headAt(span.start)
  const features = head === undefined ? labelFeatures(reading, span, isMeant) : [isMeant(head) ? 'head' : 'otherHead']
  return [
    ...features,
    ...cueFeatures(cues, layout, span),
    ...(span.start > layout.signature ? ['signed'] : []),
    ...(layout.isQuoted(span.start) ? ['quoted'] : []),
    ...(isWholeCell(message.plain, layout, span) ? ['wholeCell'] : []),
  ]
}

function isWholeCell(plain: string, layout: Layout, { start, end }: Span): boolean {
  const cell = layout.cellAt(start)
  return cell !== undefined && !/[\p{L}\p{N}]/u.test(plain.slice(cell.start, start) + plain.slice(end, cell.end))
}

function labelFeatures(
  { labels, message: { folded } }: CountryMessage,
  { start, end }: Span,
  isMeant: (meaning: LabelMeaning) => boolean,
): readonly string[] {
  const features: string[] = []
  const own = labels.find(({ value }) => value.start <= start && start < value.end)
  if (own !== undefined) {
    const far = wordsBetween(folded, own.value.start, start)
    const where = far === 0 ? 'At' : far < 4 ? 'Near' : 'Far'
    features.push(`${isMeant(own.meaning) ? 'label' : 'other'}${where}`)
    if (own.isMarked && far === 0) features.push(isMeant(own.meaning) ? 'labelMarked' : 'otherMarked')
    if (!isMeant(own.meaning) && far < 4) features.push(`under:${own.meaning.is}`)
  } else features.push('noLabel')
  const before = labels.findLast((label) => label.end <= start && isMeant(label.meaning) && label !== own)
  if (before !== undefined && before.start >= folded.lastIndexOf('\n', start) && start - before.end < 50)
    features.push('labelBefore')
  const after = labels.find((label) => label.start >= end)
  if (
    after !== undefined &&
    after.start - end <= 4 &&
    isMeant(after.meaning) &&
    !folded.slice(end, after.start).includes('\n')
  )
    features.push('labelAfter')
  return features
}
