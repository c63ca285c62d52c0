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

/** Whether the audit log has an export as made or undone, after which nothing more happens to it. @throws Failure TAMPERED */
export async function isConcluded(log: Pick<Reader, 'entriesAbout'>, id: string): Promise<boolean> {
  return (await log.entriesAbout([id])).some(({ action }) => action === 'export.created' || action === 'export.undone')
}

/** In which export a payout went out. */
interface ExportOfPayout {
  readonly exportId: string
  /** Of its row from then on. */
  readonly version: number
  /** Whether it had been exported before. */
  readonly isAgain: boolean
}

const markedSchema = z.object({ export: z.string(), version: z.number(), from: z.optional(z.string()) })

/** The export that an entry puts a payout into, or takes it out of. */
export function exportOfPayoutIn({
  action,
  facts,
}: Pick<Tables['audit'], 'action' | 'facts'>): ExportOfPayout | undefined {
  if (action !== 'payout.exported' && action !== 'payout.unexported') return undefined
  const { data } = z.safeParse(markedSchema, JSON.parse(facts))
  return data && { exportId: data.export, version: data.version, isAgain: data.from === undefined }
}

/** The export that each payout was put into last, of those that were not taken out of it. @throws Failure TAMPERED */
export async function newestExports(
  log: Pick<Reader, 'entriesAbout'>,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, ExportOfPayout>> {
  const newest = new Map<string, ExportOfPayout>()
  for (const entry of await log.entriesAbout(payoutIds)) {
    const marked = exportOfPayoutIn(entry)
    if (marked !== undefined && entry.action === 'payout.exported') newest.set(entry.thing_id, marked)
    else if (marked !== undefined) newest.delete(entry.thing_id)
  }
  return newest
}
