import type { Kysely, Selectable } from 'kysely'
import type { Person } from '#shared/api/session.ts'
import type { Tables } from './schema.ts'

export function personByKey(
  db: Kysely<Tables>,
  nameKey: string,
): Promise<Selectable<Pick<Tables['people'], 'id' | 'name' | 'is_sample'>> | undefined> {
  return db.selectFrom('people').select(['id', 'name', 'is_sample']).where('name_key', '=', nameKey).executeTakeFirst()
}

/** Who can sign in, in the order of their names. */
export function allPeople(db: Kysely<Tables>): Promise<readonly Person[]> {
  return db.selectFrom('people').select(['id', 'name']).where('is_sample', '=', 0).orderBy('name_key').execute()
}

export async function addPerson(
  db: Kysely<Tables>,
  { id, name }: Person,
  nameKey: string,
  { createdAt, isSample }: { readonly createdAt: string; readonly isSample: boolean },
): Promise<void> {
  const row = { id, name, name_key: nameKey, created_at: createdAt, is_sample: isSample ? 1 : 0 }
  await db.insertInto('people').values(row).execute()
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
