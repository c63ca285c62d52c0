import type { Message } from '#shared/language/message.ts'
import type { TextFieldName } from '#shared/payout/fields.ts'
import type { MethodId } from '#shared/rule-book/country.ts'
import type { Words } from './pasted-text.ts'
import type { UncertaintyReason } from './reason.ts'

/** 'sure': shape and check digit, or shape and an unmistakable label, agree; all else is 'likely'. */
export type Sureness = 'sure' | 'likely'

/** One value for one field; several for the same field are alternatives, none of which is sure. */
export interface FoundField {
  readonly field: TextFieldName
  readonly value: string
  /** What a code means, for people: the bank by its name, the document, the kind of account. */
  readonly meaning?: Message | string
  readonly words: Words
  readonly sureness: Sureness
  /** Why it is only likely. */
  readonly reason?: UncertaintyReason
}

/** A way of paying that the message names or that follows from what it holds. */
export interface FoundMethod {
  readonly id: MethodId
  readonly words: Words
  /** The message says so itself (Yape, Bre-B); else it follows from what was found. */
  readonly isNamed: boolean
}

/** A value while the message is still being read. */
export interface FieldCandidate extends FoundField {
  /** Its check digits hold. */
  readonly isProven?: boolean
}

/** One entry a value; where a field has several values, none of them is sure. */
export function settledFields(candidates: readonly FieldCandidate[]): readonly FieldCandidate[] {
  const distinct = distinctFields(candidates)
  const counts = new Map<string, number>()
  for (const { field } of distinct) counts.set(field, (counts.get(field) ?? 0) + 1)
  return distinct.map((candidate) => {
    const rivals = counts.get(candidate.field) ?? 1
    return rivals === 1 ? candidate : unsure(candidate, { is: 'oneOfSeveral', count: rivals })
  })
}

/** One entry a value, the surest of those that say the same. */
function distinctFields(candidates: readonly FieldCandidate[]): readonly FieldCandidate[] {
  const surest = new Map<string, FieldCandidate>()
  for (const candidate of candidates) {
    const key = `${candidate.field} ${candidate.value}`
    const known = surest.get(key)
    if (known === undefined || (known.sureness === 'likely' && candidate.sureness === 'sure'))
      surest.set(key, candidate)
  }
  return [...surest.values()]
}

/** The same, no longer sure. */
export function unsure<Found extends FoundField>(found: Found, reason: UncertaintyReason): Found {
  return { ...found, sureness: 'likely', reason: found.reason ?? reason }
}
