import type { Clock } from '../kernel/clock.ts'
import { Failure } from '../kernel/failure.ts'
import { createLimit, type Limit, perMinute, perMinuteAndDay } from '../kernel/limit.ts'

/** Where an attempt to sign in comes from. */
export interface AttemptOrigin {
  readonly address: string
  /** The browser, where the person that this attempt names has signed in with it before. */
  readonly known: { readonly browser: string; readonly personId: string } | undefined
}

/**
 * How often people may try to sign in. What succeeds counts nothing. Strangers share nothing with a known browser, nor with a live session, so that
 * they keep no one out for whom the server knows them; and among themselves, for more than a minute, they share an address alone.
 */
export interface SignInLimits {
  /**
   * An attempt with a password or a recovery code.
   * @throws Failure TOO_MANY_SIGN_INS, and whatever the attempt throws
   */
  attempt<Result>(origin: AttemptOrigin, work: () => Promise<Result>): Promise<Result>
  /**
   * A proof of who one is in a live session.
   * @throws Failure TOO_MANY_SIGN_INS, and whatever the proof throws
   */
  proof<Result>(personId: string, work: () => Promise<Result>): Promise<Result>
  /**
   * A password for an open link, of which a program can send many: for the link and for the address.
   * @throws Failure TOO_MANY_SIGN_INS, and whatever the attempt throws
   */
  enrolment<Result>(link: string, address: string, work: () => Promise<Result>): Promise<Result>
  /** Whether a miss of strangers at this person's account has an entry of its own in the audit log: twenty a day, which stay for ever. */
  isAudited(personId: string): boolean
  /**
   * What costs little and guesses nothing: a name on trust, a challenge for a passkey, a way to the identity provider.
   * @throws Failure TOO_MANY_SIGN_INS
   */
  begin(address: string): void
}

/** How many times the limit of one address all strangers have together, and of one browser all of a person: each attempt takes half a second of a processor. */
const shareOfAll = 5

const mostAudited = 20

interface Deps {
  readonly clock: Clock
  /** Hears of each refusal. */
  readonly refuse: () => void
}

/** @param most attempts in a minute, and ten times as many in a day */
export function createSignInLimits(most: number, { clock, refuse }: Deps): SignInLimits {
  const attempts = createLimit(perMinuteAndDay(most), clock)
  const together = createLimit(perMinute(shareOfAll * most), clock)
  const proofs = createLimit(perMinuteAndDay(most), clock)
  const enrolments = createLimit(perMinuteAndDay(most), clock)
  const audited = createLimit([{ most: mostAudited, spanMs: 24 * 60 * 60_000 }], clock)
  const beginnings = createLimit(perMinute(10 * most), clock)
  const take: Take = (limit, key) => {
    const waitMs = limit.take([key])
    if (waitMs === undefined) return
    refuse()
    throw new Failure('TOO_MANY_SIGN_INS', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }
  return {
    attempt({ address, known }, work) {
      const [all, one] =
        known === undefined
          ? ['strangers', `address ${address}`]
          : [`person ${known.personId}`, `browser ${known.browser}`]
      return counted(
        take,
        [
          [together, all],
          [attempts, one],
        ],
        work,
      )
    },
    proof: (personId, work) => counted(take, [[proofs, personId]], work),
    enrolment: (link, address, work) =>
      counted(
        take,
        [
          [enrolments, `link ${link}`],
          [enrolments, `address ${address}`],
        ],
        work,
      ),
    isAudited: (personId) => audited.take([personId]) === undefined,
    begin: (address) => take(beginnings, address),
  }
}

/** @throws Failure TOO_MANY_SIGN_INS */
type Take = (limit: Limit, key: string) => void

/** Counts before the work, as many can be under way at once; what succeeds is given back. */
async function counted<Result>(
  take: Take,
  places: readonly (readonly [Limit, string])[],
  work: () => Promise<Result>,
): Promise<Result> {
  const taken: (readonly [Limit, string])[] = []
  const giveBack = () => {
    for (const [limit, key] of taken) limit.giveBack([key])
  }
  try {
    for (const place of places) {
      take(...place)
      taken.push(place)
    }
  } catch (error) {
    giveBack()
    throw error
  }
  const result = await work()
  giveBack()
  return result
}
