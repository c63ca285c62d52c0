import * as z from 'zod/mini'

/** What a new person is told once, each where it helps. */
export type HintName = 'paste' | 'palette' | 'review' | 'rules'

const namesSchema = z.array(z.string())

/** Where storage is full or forbidden, what was put away stays away until the page is left. */
const putAwayHere = new Set<string>()

/** Whether a person has put a hint away at this browser. */
export function isPutAway(personId: string, hint: HintName): boolean {
  return putAwayHere.has(keyOf(personId, hint)) || keptNames(personId).includes(hint)
}

/** Puts a hint away for good, for one person. */
export function putAway(personId: string, hint: HintName): void {
  putAwayHere.add(keyOf(personId, hint))
  try {
    localStorage.setItem(storageKey(personId), JSON.stringify([...new Set([...keptNames(personId), hint])]))
  } catch {
    // It is only a hint.
  }
}

function keptNames(personId: string): readonly string[] {
  try {
    return namesSchema.safeParse(JSON.parse(localStorage.getItem(storageKey(personId)) ?? '[]')).data ?? []
  } catch {
    return []
  }
}

/** The id says nothing about the person, and what stands under it only which hints are gone. */
function storageKey(personId: string): string {
  return `payout-desk.hints.${personId}`
}

function keyOf(personId: string, hint: HintName): string {
  return `${personId} ${hint}`
}
