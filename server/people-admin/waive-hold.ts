import { Failure } from '../kernel/failure.ts'
import { isHeld } from '../people/holds.ts'
import type { Member } from '../people/member.ts'
import { changePerson } from '../people/people-rows.ts'
import { proposersOf } from '../proposals/proposal-trail.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { personMeant, refused, rightsOf } from './people-admin.ts'

/**
 * Ends the hold of a person before its day is over; by an admin who is independent of them, proposed nothing about them within 30 days and
 * confirmed no recovery of theirs, or by the command line.
 * @throws Failure NOT_FOUND, NOT_PERMITTED, PERSON_REFUSED, TAMPERED
 */
export async function waiveHold(tx: Transaction, by: Member | null, id: string): Promise<void> {
  const person = await personMeant(tx, id)
  if (by?.id === id) throw refused('self')
  if (!isHeld(rightsOf(tx, person), tx.now())) throw refused('notHeld')
  const why = by === null ? undefined : await whyNotWaive(tx, by, id)
  if (why !== undefined) throw new Failure('NOT_PERMITTED', { params: { permission: 'manage', why } })
  await changePerson(tx, person, { held_until: null })
  const thing = { type: 'person', id } as const
  await tx.audit({ personId: by?.id ?? null, action: 'person.released', thing, facts: { heldUntil: null } })
}

/** Why an admin may not end the hold of a person; undefined where they may. */
export async function whyNotWaive(reader: Reader, by: Pick<Member, 'id'>, id: string) {
  if ((await proposersOf(reader, id)).has(by.id)) return 'proposer'
  const { groupOf } = await reader.hosts()
  return groupOf(by.id) === groupOf(id) ? 'dependent' : undefined
}
