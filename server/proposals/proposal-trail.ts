import * as z from 'zod/mini'
import type { Reader } from '../store/store.ts'

const factsSchema = z.object({ proposal: z.string() })

/**
 * Whether the audit log has a proposal as made and not as ended: a row of before its end that is put back has a MAC that holds.
 * @throws Failure TAMPERED
 */
export async function isProposalOpen(
  log: Pick<Reader, 'entriesAbout'>,
  { id, thing_id }: { readonly id: string; readonly thing_id: string },
): Promise<boolean> {
  const entries = (await log.entriesAbout([thing_id])).filter(
    ({ action, facts }) => ofProposals.has(action) && proposalIn(facts) === id,
  )
  return entries.length === 1 && entries[0]?.action === 'proposal.made'
}

const ofProposals: ReadonlySet<string> = new Set(['proposal.made', 'proposal.confirmed', 'proposal.withdrawn'])

function proposalIn(facts: string): string | undefined {
  return z.safeParse(factsSchema, JSON.parse(facts)).data?.proposal
}

/** Who proposed what was last confirmed about a person; undefined where nothing was. @throws Failure TAMPERED */
export async function lastProposer(log: Pick<Reader, 'entriesAbout'>, id: string): Promise<string | undefined> {
  const entry = (await log.entriesAbout([id])).findLast(({ action }) => action === 'proposal.confirmed')
  return entry && z.safeParse(confirmedSchema, JSON.parse(entry.facts)).data?.proposedBy
}

const confirmedSchema = z.object({ proposedBy: z.string() })
