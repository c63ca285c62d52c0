import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../store/schema.ts'
import { personNames } from './people-rows.ts'

const factsSchema = z.object({ name: z.string() })

/** The name that the audit log has for a member of staff; undefined where no entry has it. */
export async function auditedName(db: Kysely<Tables>, personId: string): Promise<string | undefined> {
  const entry = await db
    .selectFrom('audit')
    .select('facts')
    .where('thing_id', '=', personId)
    .where('thing_type', '=', 'person')
    .where('facts', 'like', '%"name":%')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry && nameIn(entry.facts)
}

/** The name in the facts of an entry about a person. */
export function nameIn(facts: string): string | undefined {
  return z.safeParse(factsSchema, JSON.parse(facts)).data?.name
}

/** Of these members of staff, those whose name is another than the audit log has. */
export async function misnamed(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const others = new Set<string>()
  const personOf = await personNames(db, ids)
  for (const id of ids) if (personOf(id).name !== (await auditedName(db, id))) others.add(id)
  return others
}
