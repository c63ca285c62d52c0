import type { Reader } from '../store/store.ts'
import type { Member } from './member.ts'

/*
 * Who has a new role of reviewer or admin, or another way to sign in, approves and administers nothing for a day: time for the others to notice.
 */

const dayMs = 24 * 60 * 60_000

/**
 * Until when a person is held whose role or way to sign in is new now; null on the first day of an installation, as all is new then. Which day
 * that was the audit log says: rows can be added and hidden.
 */
export async function newHold(reader: Reader): Promise<string | null> {
  const first = (await reader.recentSignIns()).firstEnrolment()
  const passedMs = first === undefined ? 0 : reader.now().getTime() - Date.parse(first)
  return passedMs >= 0 && passedMs < dayMs ? null : aDayLater(reader)
}

/** The same whenever it is: after a recovery. */
export function aDayLater({ now }: Pick<Reader, 'now'>): string {
  return new Date(now().getTime() + dayMs).toISOString()
}

export function isHeld({ heldUntil }: Pick<Member, 'heldUntil'>, now: Date): boolean {
  return heldUntil !== null && now.toISOString() < heldUntil
}

/** As the audit log has it: what is there last is what the row must say. */
export function heldFact(heldUntil: string | null) {
  return heldUntil === null ? {} : { heldUntil }
}
