import type { Member } from '../people/member.ts'
import { dropSignIns } from '../people/sign-in-rows.ts'
import type { Transaction } from '../store/store.ts'
import { personMeant, refused } from './people-admin.ts'

const leftMs = 7 * 24 * 60 * 60_000

/**
 * Erases from where a person signed in: of one who left a week ago, as otherwise an admin who suspends and reinstates a colleague could erase from
 * where their account is used.
 * @throws Failure NOT_FOUND, PERSON_REFUSED
 */
export async function eraseSignIns(tx: Transaction, by: Pick<Member, 'id'>, id: string): Promise<void> {
  if ((await personMeant(tx, id)).status !== 'suspended') throw refused('notSuspended')
  const left = (await tx.entriesAbout([id])).findLast(({ action }) => action === 'person.suspended')
  if (left === undefined || Date.parse(left.at) > tx.now().getTime() - leftMs) throw refused('suspendedLately')
  const facts = { signIns: await dropSignIns(tx.db, id) }
  await tx.audit({ personId: by.id, action: 'signIns.erased', thing: { type: 'person', id }, facts })
}
