import type { Kysely } from 'kysely'
import type { Person } from '#shared/api/session.ts'
import type { Tables } from './schema.ts'

export function personByKey(db: Kysely<Tables>, nameKey: string): Promise<Person | undefined> {
  return db.selectFrom('people').select(['id', 'name']).where('name_key', '=', nameKey).executeTakeFirst()
}

/** In the order of their names. */
export function allPeople(db: Kysely<Tables>): Promise<readonly Person[]> {
  return db.selectFrom('people').select(['id', 'name']).orderBy('name_key').execute()
}

export async function addPerson(
  db: Kysely<Tables>,
  { id, name }: Person,
  nameKey: string,
  createdAt: string,
): Promise<void> {
  await db.insertInto('people').values({ id, name, name_key: nameKey, created_at: createdAt }).execute()
}

/** Finds the members of staff that rows name by their ids, each asked for once. */
export async function personNames(
  db: Kysely<Tables>,
  ids: readonly (string | null)[],
): Promise<(id: string) => Person> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const people =
    wanted.length === 0 ? [] : await db.selectFrom('people').select(['id', 'name']).where('id', 'in', wanted).execute()
  const byId = new Map(people.map((person) => [person.id, person]))
  return (id) => byId.get(id) ?? { id, name: '' }
}
