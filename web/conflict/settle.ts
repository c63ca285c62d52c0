import type { Person } from '#shared/api/session.ts'

/** One field that two people have changed at once. */
export interface DisputedValue {
  readonly name: string
  readonly label: string
  /** As it was when this person began; undefined when that is no longer known. */
  readonly base: string | undefined
  readonly mine: string
  readonly theirs: string
}

export type Side = 'mine' | 'theirs'

/** Which side each field takes, by its name. */
export type Sides = Readonly<Record<string, Side>>

/** Only fields that differ have to be settled. */
export function disputedOf<Field extends DisputedValue>(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ mine, theirs }) => mine !== theirs)
}

/**
 * The side that a field takes without a question: the one that alone has changed it. Undefined where both have, or the original is unknown:
 * then a person decides.
 */
export function settledSide({ base, mine, theirs }: DisputedValue): Side | undefined {
  if (base === theirs) return 'mine'
  return base === mine ? 'theirs' : undefined
}

/** The fields that still need a decision. */
export function unsettled<Field extends DisputedValue>(fields: readonly Field[], sides: Sides): readonly Field[] {
  return disputedOf(fields).filter((field) => sideOf(field, sides) === undefined)
}

/** A person's choice, else the side that needs no question. */
export function sideOf(field: DisputedValue, sides: Sides): Side | undefined {
  return sides[field.name] ?? settledSide(field)
}

/** The value of every field once all are settled, by its name. */
export function settledValues(fields: readonly DisputedValue[], sides: Sides): Readonly<Record<string, string>> {
  const value = (field: DisputedValue) => (sideOf(field, sides) === 'theirs' ? field.theirs : field.mine)
  return Object.fromEntries(fields.map((field) => [field.name, value(field)]))
}

/** A newer version than the one a form began with: what it changes, who saved it, and when. */
export interface NewerSave {
  /** What the form itself changes, or the saved beneficiary, which the form of a payout changes too. */
  readonly what: 'itself' | 'beneficiary'
  readonly by: Person
  readonly at: string
}

/** How a newer version is described to a person: their own changes are not reported as another person's. */
export type NewerSaveOwner = 'theirs' | 'own' | 'beneficiary' | 'beneficiaryByYou'

export function whoseOf({ what, by }: NewerSave, me: Person | undefined): NewerSaveOwner {
  const isMine = by.id === me?.id
  if (what === 'beneficiary') return isMine ? 'beneficiaryByYou' : 'beneficiary'
  return isMine ? 'own' : 'theirs'
}
