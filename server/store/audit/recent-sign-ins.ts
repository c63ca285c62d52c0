import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { ActivityAction } from '#shared/api/activity.ts'
import type { SessionEnd } from '#shared/api/session.ts'
import type { Tables } from '../schema.ts'

/** What the entries record of sessions, codes and the first enrolment: a row that was put back can contradict it. */
export interface RecentSignIns {
  /** Whether a session was ended, also by a restore since it began. */
  hasEnded(session: { readonly id: string; readonly created_at: string }): boolean
  /** The newest step of a code of the person's authenticator app that was used up; null for none. */
  lastStep(personId: string): number | null
  /** The sessions that began and of which no end is recorded, whatever the rows show; in a transaction less those that it has ended. */
  goingOn(): readonly GoingSession[]
  /** Which passkeys a person has, and when they lost one last; whatever the rows show. */
  passkeysOf(personId: string): HeldPasskeys
  /**
   * How often power was taken from a person: they were suspended, got other rights, recovered their account or changed how they sign in, one of their
   * sessions was ended by an admin, from another of theirs, by the identity provider or as another browser sent its cookie, or a backup was restored.
   */
  withdrawals(personId: string): number
  /** Whether an API token was ever revoked, or its maker or holder suspended since it was made. */
  isRevoked(token: {
    readonly id: string
    readonly created_at: string
    readonly maker_id: string
    readonly holder_id: string | null
  }): boolean
  /** Whether what counts once was used, by its mark, within the hour. */
  isUsed(mark: string): boolean
  /** When a person last signed in through an identity provider, which is when their roles were read; undefined where they never did. */
  identifiedAt(personId: string): string | undefined
  /** When the first person was let in who proves who they are; undefined before. */
  firstEnrolment(): string | undefined
}

/** A session as the entry of its beginning has it. */
interface GoingSession {
  readonly id: string
  readonly personId: string
  readonly at: string
  /** The hash of the hash of its token. */
  readonly mark: string | undefined
  /** The hash of what the identity provider calls its own session. */
  readonly provider: string | undefined
}

interface HeldPasskeys {
  readonly ids: ReadonlySet<string>
  readonly lostAt: string | undefined
}

const noPasskeys: HeldPasskeys = { ids: new Set(), lostAt: undefined }

const factsSchema = z.object({
  session: z.optional(z.string()),
  mark: z.optional(z.string()),
  provider: z.optional(z.string()),
  ended: z.optional(z.string()),
  step: z.optional(z.number()),
  by: z.optional(z.string()),
})

const passkeySchema = z.object({ passkey: z.optional(z.string()) })

const usedSchema = z.object({ used: z.array(z.string()) })

/** Twice as long as what counts once can last at most, and more, as the clocks of several servers differ. */
const usedMs = 60 * 60_000

/** Of a person whom an identity provider names: an entry by name alone has none. */
const rolesSchema = z.object({ roles: z.array(z.string()) })

/** No session lives longer than a day; an hour more, as the clocks of several servers differ. */
const rememberedMs = 25 * 60 * 60_000

const relevant: ReadonlySet<string> = new Set(['session.began', 'session.proven', 'session.ended', 'password.set'])

const withdrawing: ReadonlySet<string> = new Set([
  'person.suspended',
  'person.changed',
  'person.recovered',
  'recoveryCodes.used',
  'password.set',
  'password.removed',
  'passkey.added',
  'passkey.removed',
] satisfies readonly ActivityAction[])

/**
 * @param now the clock of the server: by how entries are dated nothing is forgotten
 * @returns with `take`, which is to be called with each entry, in their order
 */
export function createRecentSignIns(
  now: () => Date,
): Omit<RecentSignIns, 'goingOn'> & FollowedSessions & { take(row: Selectable<Tables['audit']>): void } {
  /** By its id, when a session ended: the oldest first. */
  const ended = new Map<string, string>()
  /** By its mark, when what counts once was used: the oldest first. */
  const used = new Map<string, string>()
  const steps = new Map<string, number>()
  const revoked = new Set<string>()
  /** By the id of a session, whose it is and when it began: the oldest first. */
  const going = new Map<string, GoingSession>()
  const passkeys = new Map<string, HeldPasskeys>()
  const identified = new Map<string, string>()
  /** By the person, when they were suspended last. */
  const suspended = new Map<string, string>()
  let restoredAt = ''
  const withdrawals = countWithdrawals()
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
      withdrawals.take({ action, thing_id, facts })
      if (action === 'token.revoked') revoked.add(thing_id)
      if (action === 'person.suspended') suspended.set(thing_id, at)
      if (facts.includes('"used":[')) {
        const { data } = z.safeParse(usedSchema, JSON.parse(facts))
        for (const mark of data?.used ?? []) used.set(mark, at)
        forget(used, usedMs)
      }
      if (changesPasskeys.has(action)) {
        const { passkey } = z.safeParse(passkeySchema, JSON.parse(facts)).data ?? {}
        passkeys.set(thing_id, afterChange(passkeys.get(thing_id) ?? noPasskeys, { action, passkey, at }))
      }
      if (firstEnrolment === undefined && isEnrolment(action, facts)) firstEnrolment = at
      if (!relevant.has(action)) return
      const {
        session: begun,
        ended: session,
        step,
        by,
        ...marks
      } = z.safeParse(factsSchema, JSON.parse(facts)).data ?? {}
      if (step !== undefined) steps.set(thing_id, Math.max(step, steps.get(thing_id) ?? 0))
      if (by === 'oidc') identified.set(thing_id, at)
      if (session !== undefined) ended.set(session, at)
      if (session !== undefined) going.delete(session)
      if (begun !== undefined)
        going.set(begun, { id: begun, personId: thing_id, at, mark: marks.mark, provider: marks.provider })
      forget(going, rememberedMs)
      forget(ended, rememberedMs)
    },
    hasEnded: ({ id, created_at }) => ended.has(id) || created_at < restoredAt,
    lastStep: (personId) => steps.get(personId) ?? null,
    goingOn(later = []) {
      const over = new Set(later.flatMap(({ facts }) => z.safeParse(factsSchema, JSON.parse(facts)).data?.ended ?? []))
      return [...going.values()].filter(({ id }) => !over.has(id))
    },
    passkeysOf: (personId) => passkeys.get(personId) ?? noPasskeys,
    withdrawals: withdrawals.of,
    isRevoked: ({ id, created_at, maker_id, holder_id }) =>
      revoked.has(id) || [maker_id, holder_id ?? ''].some((owner) => created_at <= (suspended.get(owner) ?? '')),
    isUsed: (mark) => used.has(mark),
    identifiedAt: (personId) => identified.get(personId),
    firstEnrolment: () => firstEnrolment,
  }
}

/** Of sessions: ended by an admin or from another of the person's, by the identity provider, and as another browser came with the cookie. */
const distrustedEnds = ['ended', 'provider_logout', 'other_browser'] as const satisfies readonly SessionEnd[]

function countWithdrawals() {
  const counts = new Map<string, number>()
  let restores = 0
  return {
    take({ action, thing_id, facts }: Pick<Selectable<Tables['audit']>, 'action' | 'thing_id' | 'facts'>) {
      if (action === 'database.restored') restores += 1
      // Who signs out takes nothing back; who ends a session from elsewhere may not trust what was begun with it, nor is a copied cookie to be trusted.
      const isDistrusted = action === 'session.ended' && distrustedEnds.some((why) => facts.includes(`"why":"${why}"`))
      if (isDistrusted || withdrawing.has(action)) counts.set(thing_id, 1 + (counts.get(thing_id) ?? 0))
    },
    of: (personId: string) => restores + (counts.get(personId) ?? 0),
  }
}

interface FollowedSessions {
  /** @param later entries that were not taken yet: what ended by them is over */
  goingOn(later?: readonly Pick<Selectable<Tables['audit']>, 'facts'>[]): readonly GoingSession[]
}

const changesPasskeys: ReadonlySet<string> = new Set(['passkey.added', 'passkey.removed', 'person.recovered'])

/** A recovery takes all. */
function afterChange(
  { ids, lostAt }: HeldPasskeys,
  { action, passkey, at }: { readonly action: string; readonly passkey: string | undefined; readonly at: string },
): HeldPasskeys {
  if (action === 'passkey.added') return { ids: new Set([...ids, ...(passkey === undefined ? [] : [passkey])]), lostAt }
  const left = action === 'person.recovered' ? [] : [...ids].filter((id) => id !== passkey)
  return { ids: new Set(left), lostAt: left.length < ids.size ? at : lostAt }
}
