import { roles } from '#shared/api/permissions.ts'
import type { Person } from '#shared/api/session.ts'
import type { Member } from '../people/member.ts'
import type { Store } from '../store/store.ts'

/** People that rows can name, whether they are there already or not. */
export function addPeople(store: Store, ...people: readonly Person[]): Promise<void> {
  return store.write(async ({ db }) => {
    for (const { id, name } of people) {
      await db
        .insertInto('people')
        .values({ id, name, name_key: id, created_at: '2026-11-21T12:00:00.000Z' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}

/** A person who may do everything, but for the given particulars. */
export function memberOf(person: Person & Partial<Member>): Member {
  return { roles, approveUpTo: {}, approveUpToADay: {}, ownerIds: [], heldUntil: null, ...person }
}
