import type { Person } from '#shared/api/session.ts'

/** One field of something that two people have changed at once. */
export interface Disputed {
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
export function disputedOf<Field extends Disputed>(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ mine, theirs }) => mine !== theirs)
}

/**
 * What settles itself: a field that one side alone has touched takes that side. Undefined where both have, or where it is not known: a
 * person decides.
 */
export function settledSide({ base, mine, theirs }: Disputed): Side | undefined {
  if (base === theirs) return 'mine'
  return base === mine ? 'theirs' : undefined
}

/** The fields that still want a person's decision. */
export function unsettled<Field extends Disputed>(fields: readonly Field[], sides: Sides): readonly Field[] {
  return disputedOf(fields).filter((field) => sideOf(field, sides) === undefined)
}

/** What a person has chosen, else what settles itself. */
export function sideOf(field: Disputed, sides: Sides): Side | undefined {
  return sides[field.name] ?? settledSide(field)
}

/** The value of every field once all are settled, by its name. */
export function settledValues(fields: readonly Disputed[], sides: Sides): Readonly<Record<string, string>> {
  const value = (field: Disputed) => (sideOf(field, sides) === 'theirs' ? field.theirs : field.mine)
  return Object.fromEntries(fields.map((field) => [field.name, value(field)]))
}

/** What is newer than what a form began with, and who saved it when. */
export interface Newer {
  /** What the form itself changes, or the saved beneficiary, which the form of a payout changes too. */
  readonly what: 'itself' | 'beneficiary'
  readonly by: Person
  readonly at: string
}

/** How a newer version is described to a person: nobody is told about themselves as about somebody else. */
export type Whose = 'theirs' | 'own' | 'beneficiary' | 'beneficiaryByYou'

export function whoseOf({ what, by }: Newer, me: Person | undefined): Whose {
  const isMine = by.id === me?.id
  if (what === 'beneficiary') return isMine ? 'beneficiaryByYou' : 'beneficiary'
  return isMine ? 'own' : 'theirs'
}
