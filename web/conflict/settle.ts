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

/** Where both say the same there is nothing to settle. */
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
  /** The very thing that the form changes, or the book, which a payout's form changes beside it. */
  readonly what: 'itself' | 'book'
  readonly by: Person
  readonly at: string
}

/** How a newer version is spoken of to a person: nobody is told of themselves as of somebody else. */
export type Whose = 'theirs' | 'own' | 'book' | 'bookByYou'

export function whoseOf({ what, by }: Newer, me: Person | undefined): Whose {
  const isMine = by.id === me?.id
  if (what === 'book') return isMine ? 'bookByYou' : 'book'
  return isMine ? 'own' : 'theirs'
}
