import * as z from 'zod/mini'
import type { Reader } from '../store/store.ts'

/** What all entries about the approval policy are about. */
export const approvalPolicyThing = { type: 'policy', id: 'approvals' } as const

const factsSchema = z.object({ policy: z.string(), version: z.number() })

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
  const entries = await log.entriesAbout([approvalPolicyThing.id])
  const entry = entries.findLast(({ action }) => action === 'policy.confirmed')
  return entry && policyIn(entry.facts)[0]
}
