import * as z from 'zod/mini'
import { addTo } from '../store/by-keys.ts'
import type { Tables } from '../store/schema.ts'
import type { Reader } from '../store/store.ts'

/** What the audit log says of a change of a beneficiary's identifying details. */
export interface AuditedDetails extends Pick<Tables['details_changes'], 'version' | 'changed_by'> {
  /** Who made and who keeps the API token that changed them, and so did it too. */
  readonly owners: readonly string[]
}

const factsSchema = z.object({ detailsVersion: z.number(), owners: z.optional(z.array(z.string())) })

/** The facts of an entry about a saved beneficiary whose identifying details are others from this version on. */
export function detailsFacts(
  detailsVersion: number,
  { ownerIds }: { readonly ownerIds: readonly string[] },
): z.infer<typeof factsSchema> {
  return { detailsVersion, ...(ownerIds.length > 0 && { owners: [...ownerIds] }) }
}

/** The change of details that an entry records; undefined where it records none. */
export function detailsIn({
  person_id,
  facts,
}: Pick<Tables['audit'], 'person_id' | 'facts'>): AuditedDetails | undefined {
  const { data } = z.safeParse(factsSchema, JSON.parse(facts))
  if (data === undefined || person_id === null) return undefined
  const { detailsVersion: version, owners = [] } = data
  return { version, changed_by: person_id, owners }
}

/**
 * Every change of the identifying details of beneficiaries, as the audit log has it, by their ids.
 * @throws Failure TAMPERED
 */
export async function auditedDetails(
  log: Pick<Reader, 'entriesAbout'>,
  beneficiaryIds: readonly string[],
): Promise<Map<string, AuditedDetails[]>> {
  const found = new Map<string, AuditedDetails[]>()
  for (const entry of await log.entriesAbout(beneficiaryIds)) {
    if (entry.action !== 'beneficiary.created' && entry.action !== 'beneficiary.changed') continue
    const change = detailsIn(entry)
    if (change !== undefined) addTo(found, entry.thing_id, change)
  }
  return found
}
