import * as z from 'zod/mini'
import type { Reader } from '../store/store.ts'
import { personNames } from './people-rows.ts'

const factsSchema = z.object({ name: z.string() })

/**
 * The names that the audit log has for members of staff, by their ids.
 * @throws Failure TAMPERED
 */
export async function auditedNames(
  log: Pick<Reader, 'entriesAbout'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const entries = (await log.entriesAbout(ids)).filter(({ thing_type }) => thing_type === 'person')
  return new Map(
    entries.flatMap(({ thing_id, facts }) => {
      const name = nameIn(facts)
      return name === undefined ? [] : [[thing_id, name] as const]
    }),
  )
}

/** The name in the facts of an entry about a person. */
export function nameIn(facts: string): string | undefined {
  return z.safeParse(factsSchema, JSON.parse(facts)).data?.name
}

/** Of these members of staff, those whose name is another than the audit log has. */
export async function misnamed(
  reader: Pick<Reader, 'db' | 'entriesAbout'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const personOf = await personNames(reader.db, ids)
  const audited = await auditedNames(reader, ids)
  return new Set(ids.filter((id) => personOf(id).name !== audited.get(id)))
}
