import type { Kysely } from 'kysely'
import type { Person } from '#shared/api/person.ts'
import type { Tables } from './schema.ts'

export function personById(db: Kysely<Tables>, id: string): Promise<Person | undefined> {
  return db.selectFrom('people').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
}

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
