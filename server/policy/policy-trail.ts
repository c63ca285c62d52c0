import * as z from 'zod/mini'
import { namesOnTrust } from '../people/names-on-trust.ts'
import type { Reader } from '../store/store.ts'

/** What all entries about the approval policy are about. */
export const approvalPolicyThing = { type: 'policy', id: 'approvals' } as const

const factsSchema = z.object({ policy: z.string(), version: z.number(), proposedBy: z.optional(z.string()) })

/** An approval policy that came into force, by its id and how many there had been with it. */
export type AuditedPolicy = z.infer<typeof factsSchema>

/** The policy that an entry says came into force; none where its facts are not of one. */
export function policyIn(facts: string): readonly AuditedPolicy[] {
  const { data } = z.safeParse(factsSchema, JSON.parse(facts))
  return data === undefined ? [] : [data]
}

/**
 * The policy that came into force last by the audit log; undefined where none ever did.
 * @throws Failure TAMPERED
 */
export async function auditedPolicy(log: Pick<Reader, 'entriesAbout'>): Promise<AuditedPolicy | undefined> {
  const entry = await newestConfirmation(log)
  return entry && policyIn(entry.facts)[0]
}

/**
 * Whether a name on trust proposed or confirmed the policy that came into force last: one person may have agreed with themselves.
 * @throws Failure TAMPERED
 */
export async function isPolicyOnTrust(reader: Reader): Promise<boolean> {
  const onTrust = await namesOnTrust(reader)
  const entry = onTrust.size === 0 ? undefined : await newestConfirmation(reader)
  if (entry === undefined) return false
  const [policy] = policyIn(entry.facts)
  return [entry.person_id, policy?.proposedBy].some((id) => typeof id === 'string' && onTrust.has(id))
}

async function newestConfirmation(log: Pick<Reader, 'entriesAbout'>) {
  const entries = await log.entriesAbout([approvalPolicyThing.id])
  return entries.findLast(({ action }) => action === 'policy.confirmed')
}
