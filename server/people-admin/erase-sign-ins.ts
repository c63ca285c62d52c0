import type { Member } from '../people/member.ts'
import { dropSignIns } from '../people/sign-in-rows.ts'
import type { Transaction } from '../store/store.ts'
import { personMeant, refused } from './people-admin.ts'

/**
 * Erases from where a person signed in: of one who has left, as otherwise an admin could erase from where a colleague's account is used.
 * @throws Failure NOT_FOUND, PERSON_REFUSED
 */
export async function eraseSignIns(tx: Transaction, by: Member, id: string): Promise<void> {
  if ((await personMeant(tx, id)).status !== 'suspended') throw refused('notSuspended')
  const facts = { signIns: await dropSignIns(tx.db, id) }
  await tx.audit({ personId: by.id, action: 'signIns.erased', thing: { type: 'person', id }, facts })
}
