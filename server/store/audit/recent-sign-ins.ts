import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../schema.ts'

/** What the entries record of sessions, codes and the first enrolment: a row that was put back can contradict it. */
export interface RecentSignIns {
  /** Whether a session was ended, also by a restore since it began. */
  hasEnded(session: { readonly id: string; readonly created_at: string }): boolean
  /** The newest step of a code of the person's authenticator app that was used up; null for none. */
  lastStep(personId: string): number | null
  /** The sessions of a person that began and of which no end is recorded, whatever the rows show. */
  sessionsOf(personId: string): readonly string[]
  /** Whether an API token was ever revoked, or its maker or holder suspended since it was made. */
  isRevoked(token: {
    readonly id: string
    readonly created_at: string
    readonly maker_id: string
    readonly holder_id: string | null
  }): boolean
  /** Whether what counts once was used, by its mark, within the hour. */
  isUsed(mark: string): boolean
  /** When the first person was let in who proves who they are; undefined before. */
  firstEnrolment(): string | undefined
}

const factsSchema = z.object({
  session: z.optional(z.string()),
  ended: z.optional(z.string()),
  step: z.optional(z.number()),
})

const usedSchema = z.object({ used: z.array(z.string()) })

/** Twice as long as what counts once can last at most, and more, as the clocks of several servers differ. */
const usedMs = 60 * 60_000

/** Of a person whom an identity provider names: an entry by name alone has none. */
const rolesSchema = z.object({ roles: z.array(z.string()) })

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
  /** By the id of a session, whose it is and when it began: the oldest first. */
  const going = new Map<string, { readonly personId: string; readonly at: string }>()
  /** By the person, when they were suspended last. */
  const suspended = new Map<string, string>()
  let restoredAt = ''
  const forget = (times: Map<string, string | { readonly at: string }>, olderThanMs: number) => {
    const since = new Date(now().getTime() - olderThanMs).toISOString()
    for (const [id, time] of times) {
      if ((typeof time === 'string' ? time : time.at) >= since) break
      times.delete(id)
    }
  }
  let firstEnrolment: string | undefined
  const isEnrolment = (action: string, facts: string) =>
    action === 'person.enrolled' || (action === 'person.added' && rolesSchema.safeParse(JSON.parse(facts)).success)
  return {
    take({ action, thing_id, facts, at }) {
      if (action === 'database.restored') restoredAt = at
      if (action === 'token.revoked') revoked.add(thing_id)
      if (action === 'person.suspended') suspended.set(thing_id, at)
      if (facts.includes('"used":[')) {
        const { data } = z.safeParse(usedSchema, JSON.parse(facts))
        for (const mark of data?.used ?? []) used.set(mark, at)
        forget(used, usedMs)
      }
      if (firstEnrolment === undefined && isEnrolment(action, facts)) firstEnrolment = at
      if (!relevant.has(action)) return
      const { session: begun, ended: session, step } = z.safeParse(factsSchema, JSON.parse(facts)).data ?? {}
      if (step !== undefined) steps.set(thing_id, Math.max(step, steps.get(thing_id) ?? 0))
      if (session !== undefined) ended.set(session, at)
      if (session !== undefined) going.delete(session)
      if (begun !== undefined) going.set(begun, { personId: thing_id, at })
      forget(going, rememberedMs)
      forget(ended, rememberedMs)
    },
    hasEnded: ({ id, created_at }) => ended.has(id) || created_at < restoredAt,
    lastStep: (personId) => steps.get(personId) ?? null,
    sessionsOf: (personId) => [...going].filter(([, one]) => one.personId === personId).map(([id]) => id),
    isRevoked: ({ id, created_at, maker_id, holder_id }) =>
      revoked.has(id) || [maker_id, holder_id ?? ''].some((owner) => created_at <= (suspended.get(owner) ?? '')),
    isUsed: (mark) => used.has(mark),
    firstEnrolment: () => firstEnrolment,
  }
}
