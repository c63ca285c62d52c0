import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../store/schema.ts'

/** What the audit log says of an export. */
export interface AuditedExport extends z.infer<typeof factsSchema> {
  readonly by: string | null
}

const factsSchema = z.object({ count: z.number(), again: z.number(), format: z.string(), digest: z.string() })

/** The export that an entry records; undefined where its facts are not an export's. */
export function exportIn({
  person_id,
  facts,
}: Pick<Tables['audit'], 'person_id' | 'facts'>): AuditedExport | undefined {
  const { data } = z.safeParse(factsSchema, JSON.parse(facts))
  return data && { ...data, by: person_id }
}

/** What the audit log says of one export; undefined where it does not know it. */
export async function auditedExport(db: Kysely<Tables>, id: string): Promise<AuditedExport | undefined> {
  const entry = await db
    .selectFrom('audit')
    .select(['person_id', 'facts'])
    .where('thing_id', '=', id)
    .where('action', '=', 'export.created')
    .executeTakeFirst()
  return entry && exportIn(entry)
}
