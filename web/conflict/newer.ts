import type { Person } from '#shared/api/session.ts'

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
