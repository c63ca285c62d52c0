import type { Kysely } from 'kysely'
import type { Person } from '#shared/api/person.ts'
import type { Tables } from './schema.ts'

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
