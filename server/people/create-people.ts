import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { addPerson, allPeople, personById, personByKey } from '../store/people-rows.ts'
import type { Store, Transaction } from '../store/store.ts'
import type { People } from './people.ts'
import { readPersonName } from './person-name.ts'

/** The members of staff, as the store has them. */
export function createPeople(store: Store, clock: Clock): People {
  return {
    find: (id) => personById(store.db, id),
    list: () => allPeople(store.db),
    signIn: (typed) => {
      const name = readPersonName(typed)
      return store.write((transaction) => beginSession(transaction, name, clock))
    },
  }
}

async function beginSession(
  { db, record }: Transaction,
  { name, key }: ReturnType<typeof readPersonName>,
  clock: Clock,
) {
  const known = await personByKey(db, key)
  const person = known ?? { id: randomUUID(), name }
  if (known === undefined) await addPerson(db, person, key, clock.date().toISOString())
  await record({ personId: person.id, action: 'session.began', thing: { type: 'person', id: person.id } })
  return person
}
