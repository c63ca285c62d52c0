import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../schema.ts'

/** What the newest entries record of sessions and codes: a row that was put back can contradict it. */
export interface RecentSignIns {
  /** Whether a session was ended, also by a restore since it began. */
  hasEnded(session: { readonly id: string; readonly created_at: string }): boolean
  /** The newest step of a code of the person's authenticator app that was used up; null for none. */
  lastStep(personId: string): number | null
  /** Whether an API token was ever revoked. */
  isRevoked(tokenId: string): boolean
  /** Whether what counts once was used, by its mark, within the hour. */
  isUsed(mark: string): boolean
}

const factsSchema = z.object({ ended: z.optional(z.string()), step: z.optional(z.number()) })

const usedSchema = z.object({ used: z.array(z.string()) })

/** Twice as long as what counts once can last at most, and more, as the clocks of several servers differ. */
const usedMs = 60 * 60_000

/** No session lives longer than a day; an hour more, as the clocks of several servers differ. */
const rememberedMs = 25 * 60 * 60_000

const relevant: ReadonlySet<string> = new Set(['session.began', 'session.proven', 'session.ended', 'password.set'])

/**
 * @param now the clock of the server: by how entries are dated nothing is forgotten
 * @returns with `take`, which is to be called with each entry, in their order
 */
export function createRecentSignIns(now: () => Date): RecentSignIns & { take(row: Selectable<Tables['audit']>): void } {
  /** By its id, when a session ended: the oldest first. */
  const ended = new Map<string, string>()
  /** By its mark, when what counts once was used: the oldest first. */
  const used = new Map<string, string>()
  const steps = new Map<string, number>()
  const revoked = new Set<string>()
  let restoredAt = ''
  const forget = (times: Map<string, string>, olderThanMs: number) => {
    const since = new Date(now().getTime() - olderThanMs).toISOString()
    for (const [id, time] of times) {
      if (time >= since) break
      times.delete(id)
    }
  }
  return {
    take({ action, thing_id, facts, at }) {
      if (action === 'database.restored') restoredAt = at
      if (action === 'token.revoked') revoked.add(thing_id)
      if (facts.includes('"used":[')) {
        const { data } = z.safeParse(usedSchema, JSON.parse(facts))
        for (const mark of data?.used ?? []) used.set(mark, at)
        forget(used, usedMs)
      }
      if (!relevant.has(action)) return
      const { ended: session, step } = z.safeParse(factsSchema, JSON.parse(facts)).data ?? {}
      if (step !== undefined) steps.set(thing_id, Math.max(step, steps.get(thing_id) ?? 0))
      if (session !== undefined) ended.set(session, at)
      forget(ended, rememberedMs)
    },
    hasEnded: ({ id, created_at }) => ended.has(id) || created_at < restoredAt,
    lastStep: (personId) => steps.get(personId) ?? null,
    isRevoked: (tokenId) => revoked.has(tokenId),
    isUsed: (mark) => used.has(mark),
  }
}
