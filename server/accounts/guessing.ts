import { Failure } from '../kernel/failure.ts'
import type { AttemptOrigin } from '../people/sign-in-limits.ts'
import type { Store, Transaction } from '../store/store.ts'
import { dropMisses, forgetMisses, missesOf, putMisses } from './miss-rows.ts'

/* Delays against guessing. They are in the database, so that all servers count together and a restart forgives nothing. */

const minuteMs = 60_000

/** The number of wrong guesses without a delay: people mistype. */
const freeMisses = 5

/** From then on each doubles the wait, up to this. */
const longestMinutes = 15

/** A day without a miss resets the count. */
const rememberedMs = 24 * 60 * minuteMs

/** A guess that is being made. It counts as wrong until it is known to be right, so that many at once are no way round. */
export interface Guess {
  /** Who or what has no more guesses against it once one is right. */
  readonly own?: string
  readonly address?: string
}

/** What a guess counts against. */
interface Guesser extends Partial<Pick<AttemptOrigin, 'known'>> {
  /** The account that it is made at, which may exist or not; left out for a secret that is too long to be guessed. */
  readonly email?: string
  readonly address: string
}

/**
 * Counts a guess.
 * @throws Failure SIGN_IN_PAUSED where the account, the address or the browser has to wait
 */
export function beginGuess(store: Store, { email, address, known }: Guesser): Promise<Guess> {
  const hash = (text: string) => store.encryption.hash('misses', text)
  // Of a browser that is known, against nothing that strangers use.
  if (known !== undefined) return begin(store, { own: hash(`browser ${known.browser}`) })
  return begin(store, {
    ...(email !== undefined && { own: hash(`account ${foldEmail(email)}`) }),
    address: hash(`address ${address}`),
  })
}

/**
 * Counts a guess of a person who is signed in, apart from those of strangers.
 * @throws Failure SIGN_IN_PAUSED
 */
export function beginProof(store: Store, personId: string): Promise<Guess> {
  return begin(store, { own: store.encryption.hash('misses', `session ${personId}`) })
}

async function begin(store: Store, guess: Guess): Promise<Guess> {
  const waitMs = await store.writeJointly((tx) => count(tx, Object.values(guess)))
  if (waitMs > 0) throw new Failure('SIGN_IN_PAUSED', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  return guess
}

/**
 * The guess was right: the account or the browser has none against it any longer, and the address one less than before, as colleagues share it and
 * mistype at times.
 */
export async function forgiveGuess({ db, now }: Transaction, { own, address }: Guess): Promise<void> {
  if (own !== undefined) await dropMisses(db, own)
  if (address === undefined) return
  const misses = await missesOf(db, address)
  if (misses === undefined || misses.count <= 2) await dropMisses(db, address)
  else await putMisses(db, { key: address, count: misses.count - 2, until: now().toISOString() })
}

/** An address as it is compared: in practice mailboxes never differ by case alone. */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Counts a miss under each key; or returns how long to wait, and counts nothing. */
async function count({ db, now }: Transaction, keys: readonly string[]): Promise<number> {
  const at = now()
  await forgetMisses(db, new Date(at.getTime() - rememberedMs).toISOString())
  const found = await Promise.all(keys.map((key) => missesOf(db, key)))
  const waits = found.map((misses) => (misses === undefined ? 0 : Date.parse(misses.until) - at.getTime()))
  const longest = Math.max(...waits)
  if (longest > 0) return longest
  for (const [place, key] of keys.entries()) {
    const misses = (found[place]?.count ?? 0) + 1
    await putMisses(db, { key, count: misses, until: new Date(at.getTime() + pauseMs(misses)).toISOString() })
  }
  return 0
}

/** 1, 2, 4, 8, 15, 15 … minutes from the fifth miss on. */
function pauseMs(misses: number): number {
  if (misses < freeMisses) return 0
  return Math.min(2 ** (misses - freeMisses), longestMinutes) * minuteMs
}
