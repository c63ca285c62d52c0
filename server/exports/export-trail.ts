import * as z from 'zod/mini'
import type { Tables } from '../store/schema.ts'
import type { Reader } from '../store/store.ts'

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

/**
 * What the audit log says of one export; undefined where it does not know it.
 * @throws Failure TAMPERED
 */
export async function auditedExport(log: Pick<Reader, 'entriesAbout'>, id: string): Promise<AuditedExport | undefined> {
  const entry = (await log.entriesAbout([id])).find(({ action }) => action === 'export.created')
  return entry && exportIn(entry)
}
