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

const monthMs = 30 * 24 * 60 * 60_000

/**
 * Who proposed what was confirmed about a person within the last 30 days, and who confirmed what that person asked for: a recovery.
 * @throws Failure TAMPERED
 */
export async function proposersOf(
  { entriesAbout, now }: Pick<Reader, 'entriesAbout' | 'now'>,
  id: string,
): Promise<ReadonlySet<string>> {
  const since = new Date(now().getTime() - monthMs).toISOString()
  const confirmed = (await entriesAbout([id])).filter(({ action, at }) => action === 'proposal.confirmed' && at > since)
  const proposers = confirmed.map(({ facts, person_id }) => {
    const by = z.safeParse(confirmedSchema, JSON.parse(facts)).data?.proposedBy
    return by === id ? person_id : by
  })
  return new Set(proposers.filter((by) => typeof by === 'string'))
}

const confirmedSchema = z.object({ proposedBy: z.string() })
