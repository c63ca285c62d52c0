import { bestAssignments } from './assign.ts'
import type { DoubtOf } from './doubts.ts'
import type { FoundField } from './found.ts'
import { leastMargins } from './margins.ts'
import type { Option, Slot } from './option.ts'
import type { PastedText } from './pasted-text.ts'
import type { UncertaintyReason } from './reason.ts'
import type { PayeeRecord } from './records.ts'

/** What was read for one slot of a payee, and how sure that is. */
export interface JudgedSlot {
  readonly slot: Slot
  /** The reading of the best assignment first, then what else it may be; without one, only the latter. */
  readonly options: readonly [Option, ...Option[]]
  /** By how much the best assignment is likelier than the best one that has something else here, in log-odds; 0 where it has nothing here. */
  readonly margin: number
}

/** Every slot of a payee for which there is something to offer. */
export function judgedSlots(record: PayeeRecord): readonly JudgedSlot[] {
  const [best] = record.assignments
  if (best === undefined) return []
  const taken = Object.values(best.chosen)
  return [...new Set(record.options.map(({ slot }) => slot))].flatMap((slot): readonly JudgedSlot[] => {
    const chosen = best.chosen[slot]
    const rivals = rivalsOf(record, slot, chosen, taken)
    const [only, ...others] = chosen === undefined ? rivals : [chosen, ...rivals]
    if (only === undefined) return []
    const margin = chosen === undefined ? 0 : marginOf(record, chosen)
    return [{ slot, options: [only, ...others], margin }]
  })
}

/** What is offered of one payee: the best assignment, and for a slot that is not sure what else it may be. */
export function fieldsOf(
  message: PastedText,
  record: PayeeRecord,
  doubtOf: DoubtOf,
  fieldDoubt: (field: FoundField['field']) => UncertaintyReason | undefined,
): readonly FoundField[] {
  const found = judgedSlots(record).flatMap(({ slot, options, margin }) => {
    const [only, ...others] = options
    const doubt = doubtOf(only)
    if (doubt === undefined && margin >= leastMargin(slot)) return valuesOf(message, only, fieldDoubt)
    const isChoice = others.some(({ start, end }) => end <= only.start || start >= only.end)
    const reason = isChoice
      ? ({ is: 'oneOfSeveral', count: options.length } as const)
      : (only.weakness ?? 'withoutLabel')
    const why = (option: Option) => doubtOf(option) ?? doubt ?? reason
    return options.flatMap((option) =>
      valuesOf(message, option, () => (isChoice && why(option) === 'notTheOnlyOne' ? reason : why(option))),
    )
  })
  return distinct(found)
}

/** The next best reading of a slot has to be that much less likely for the best one to be ticked for the person. */
function leastMargin(slot: Slot): number {
  return leastMargins[slot] ?? Number.POSITIVE_INFINITY
}

/** Of an account its number: which kind it is of, another slot says. */
function valueKey({ slot, values }: Option): string {
  if (slot === 'account') return values[0].value
  return values.map(({ field, value }) => `${field} ${value}`).join()
}

/** How much less likely the best assignment is in which the slot holds something else, or nothing. */
function marginOf({ assignments, options }: PayeeRecord, chosen: Option): number {
  const [best] = assignments
  if (best === undefined) return 0
  const own = chosen.values[0].value
  const rival = assignments.find(({ chosen: other }) => other[chosen.slot]?.values[0].value !== own)
  if (rival !== undefined) return best.score - rival.score
  const others = options.filter(({ slot, values: [{ value }] }) => slot !== chosen.slot || value !== own)
  return best.score - (bestAssignments(others)[0]?.score ?? 0)
}

/** Less likely than that, a value is not worth a line. */
const leastScore = -1.8
const mostRivals = 3

/** Further behind the best reading, another one is none. */
const mostBehind = 4

/** Other values for a slot, the best first. What another slot took is none. */
function rivalsOf(
  { options }: PayeeRecord,
  slot: Slot,
  chosen: Option | undefined,
  all: readonly Option[],
): readonly Option[] {
  const least = chosen === undefined ? leastScore : chosen.score - mostBehind
  const isTaken = ({ start, end, isShared }: Option) =>
    all.some((other) => other.slot !== slot && !isShared && !other.isShared && other.start < end && start < other.end)
  const rivals = options
    .filter((option) => option.slot === slot && option.score >= least && !isTaken(option))
    .toSorted((a, b) => b.score - a.score)
  const seen = new Set(chosen === undefined ? [] : [valueKey(chosen)])
  return rivals.filter((option) => !seen.has(valueKey(option)) && seen.add(valueKey(option))).slice(0, mostRivals)
}

function valuesOf(
  message: PastedText,
  { values, start, end }: Option,
  doubtOf: (field: FoundField['field']) => UncertaintyReason | undefined,
): readonly FoundField[] {
  const words = message.wordsAt({ start, end })
  return values.map((value) => {
    const reason = doubtOf(value.field)
    return reason === undefined
      ? { ...value, words, sureness: 'sure' }
      : { ...value, words, sureness: 'likely', reason }
  })
}

/** One entry a value, the surest; where a field has several values, none of them is sure. */
function distinct(found: readonly FoundField[]): readonly FoundField[] {
  const surest = new Map<string, FoundField>()
  for (const one of found) {
    const key = `${one.field} ${one.value}`
    if (surest.get(key)?.sureness !== 'sure') surest.set(key, one)
  }
  const all = [...surest.values()]
  return all.map((one) => {
    const count = all.filter(({ field }) => field === one.field).length
    return count === 1 || one.sureness === 'likely'
      ? one
      : { ...one, sureness: 'likely', reason: { is: 'oneOfSeveral', count } }
  })
}
