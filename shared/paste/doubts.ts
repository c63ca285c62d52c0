import type { CountryMessage } from './country-message.ts'
import type { Option, Slot } from './option.ts'
import type { Span } from './pasted-text.ts'
import type { UncertaintyReason } from './reason.ts'
import type { PayeeRecord } from './records.ts'

/** Why a value is not sure, however much speaks for it; undefined where nothing in the message makes it doubtful. */
export type DoubtOf = (option: Option) => UncertaintyReason | undefined

/** What the rest of a message says against being sure of the values of one payee. `isParted`: whether its layout parts it among payees. */
export function doubtsOf(reading: CountryMessage, record: PayeeRecord, isParted: boolean): DoubtOf {
  const ofAll = doubtOfAll(reading, record, isParted)
  return (option) => ofAll ?? option.doubt ?? doubtOfOne(reading, record, option)
}

function doubtOfAll(
  { cues, message }: CountryMessage,
  record: PayeeRecord,
  isParted: boolean,
): UncertaintyReason | undefined {
  const isOwn = (span: Span) => record.range === undefined || isWithin(span, record.range)
  if ((cues.get('old') ?? []).length > 0) return 'outdated'
  const isOfOthers = (cues.get('relative') ?? []).some(isOwn)
  if (!isParted || isOfOthers || shares.test(message.folded) || hasTwoNames(record)) return 'severalPeople'
  return asksToFillIn.test(message.plain) ? 'whoseName' : undefined
}

/** What is written is to be parted among people. */
const shares = /(?<!\p{L})(?:metade|mitad|mitades|half|moitie|divid\p{L}{1,6}|50 ?%)(?!\p{L})/u

/** Lines to write on, blank by now: what else is in such a message is the sender's. */
const asksToFillIn = /:[ ]{8,}\n[^\n:]{3,40}:[ ]{8,}\n/

/** Two people, of whom one is not in a record of its own. */
function hasTwoNames({ assignments: [best], options }: PayeeRecord): boolean {
  const chosen = best?.chosen.name
  if (chosen === undefined) return false
  return options.some(
    (option) =>
      option.slot === 'name' &&
      option.score > likely &&
      isApart(option, chosen) &&
      firstValue(option) !== firstValue(chosen),
  )
}

/** A name less likely than that, in log-odds, is none. */
const likely = -0.5

function doubtOfOne(reading: CountryMessage, record: PayeeRecord, option: Option): UncertaintyReason | undefined {
  if (record.range !== undefined && !isWithin(option, record.range)) return 'severalPeople'
  if (option.slot === 'document' && reading.labels.some(({ meaning }) => meaning.is === 'other-document'))
    return 'otherDocument'
  if (option.slot === 'amount' && isPartOfSum(reading, record, option)) return 'whatFor'
  if (ofAccount.has(option.slot) && hasTwoAccounts(record)) return 'notTheOnlyOne'
  if (
    option.slot === 'email' &&
    record.options.some((other) => other.slot === 'pix' && firstValue(other) === firstValue(option).toLowerCase())
  )
    return 'whoseAddress'
  if (option.slot === 'name' && isBareInList(record, option)) return 'whoseName'
  return alone.has(option.slot) && hasOther(record, option) ? 'notTheOnlyOne' : undefined
}

/** "Menos 10 de descuento": the sum that is written is not the one to pay. */
function isPartOfSum({ cues }: CountryMessage, { range, options }: PayeeRecord, option: Option): boolean {
  const { features } = option
  const sums = new Set(
    options.flatMap((other) => (other.slot === 'amount' ? [Math.round(Number(firstValue(other)) * 100)] : [])),
  )
  const own = Math.round(Number(firstValue(option)) * 100)
  // "4,500 transport and 200 for the watchman, so 4700": a summand is not the sum.
  if ([...sums].some((sum) => sum !== own && sum > 0 && own > sum / 100 && sums.has(own + sum))) return true
  const isLabelled = features.includes('labelAt') || features.includes('head')
  return !isLabelled && (cues.get('part') ?? []).some((cue) => range === undefined || isWithin(cue, range))
}

/** A number of such a kind is sure only where there is no second one: which of them is meant, its label alone does not say. */
const alone: ReadonlySet<Slot> = new Set<Slot>(['account', 'document', 'pix', 'validation', 'agency', 'email'])

/** Less likely than that, another value is no reason to doubt; a bare number beside a labelled document is one all the same. */
function leastRival(slot: Slot): number {
  return slot === 'document' ? -3.5 : -2
}

function hasOther({ options }: PayeeRecord, chosen: Option): boolean {
  return options.some(
    (option) =>
      option.slot === chosen.slot &&
      isApart(option, chosen) &&
      firstValue(option) !== firstValue(chosen) &&
      option.score > leastRival(option.slot),
  )
}

const ofAccount: ReadonlySet<Slot> = new Set<Slot>(['bank', 'type'])

function hasTwoAccounts(record: PayeeRecord): boolean {
  const chosen = record.assignments[0]?.chosen.account
  return chosen !== undefined && hasOther(record, chosen)
}

/** In a list, "Quintanar Bojórquez Nereida" may begin with the family names. */
function isBareInList({ range }: PayeeRecord, { features }: Option): boolean {
  return range !== undefined && features.includes('noGiven') && !features.includes('labelAt')
}

function firstValue({ values: [{ value }] }: Option): string {
  return value
}

function isApart(one: Span, other: Span): boolean {
  return one.end <= other.start || one.start >= other.end
}

function isWithin({ start, end }: Span, range: Span): boolean {
  return range.start <= start && end <= range.end
}
