import type { Clock } from '../clock.ts'
import type { ValidationAnswer } from './answer.ts'

interface Reservation {
  /** Of the request as it was understood; two bodies that mean the same have the same. */
  readonly fingerprint: string
  readonly service: 'identity' | 'bank'
}

export interface Conclusion extends Reservation {
  readonly answer: ValidationAnswer
  readonly finishedAt: Date
}

/** What was asked for under which Idempotency-Key, and what came of it; kept for a day. A store on disk can stand in for it. */
export interface ValidationLedger {
  /**
   * Takes the key for this request before a call is spent. Gives back what is concluded under it already, if that may
   * have run; a conclusion that certainly did not run makes room. `other-request` when the key is another request's.
   */
  reserve(key: string, reservation: Reservation): Promise<Conclusion | 'reserved' | 'other-request'>
  conclude(key: string, answer: ValidationAnswer): Promise<void>
  /** What is concluded under a key. */
  find(key: string): Promise<Conclusion | undefined>
}

const keptMs = 24 * 60 * 60 * 1000

interface Kept extends Conclusion {
  readonly until: number
}

/** A ledger in memory: a restart forgets it. Beyond `most` keys the oldest tenth goes, first those that certainly did not run. */
export function createMemoryLedger(clock: Clock, most = 10_000): ValidationLedger {
  const reserved = new Map<string, Reservation>()
  // In the order of their end, so that the first are the oldest.
  const notRun = new Map<string, Kept>()
  const mayHaveRun = new Map<string, Kept>()

  const find = (key: string): Kept | undefined => {
    const kept = mayHaveRun.get(key) ?? notRun.get(key)
    return kept === undefined || kept.until <= clock.now() ? undefined : kept
  }
  /** Many at once: a Map that loses its first entry again and again has to look for the next one. */
  const makeRoom = () => {
    const size = () => notRun.size + mayHaveRun.size + reserved.size
    if (size() <= most) return
    const enough = most - Math.floor(most / 10)
    for (const kept of [notRun, mayHaveRun]) {
      for (const [key, { until }] of kept) {
        if (until > clock.now() && size() <= enough) break
        kept.delete(key)
      }
    }
  }
  return {
    async reserve(key, reservation) {
      const known = find(key)
      const taken = reserved.get(key) ?? known
      if (taken !== undefined && taken.fingerprint !== reservation.fingerprint) return 'other-request'
      if (known?.answer.mayHaveRun) return known
      notRun.delete(key)
      mayHaveRun.delete(key)
      reserved.set(key, reservation)
      makeRoom()
      return 'reserved'
    },
    async conclude(key, answer) {
      const reservation = reserved.get(key)
      if (reservation === undefined) return
      reserved.delete(key)
      const { fingerprint, service } = reservation
      const kept = { fingerprint, service, answer, finishedAt: clock.date(), until: clock.now() + keptMs }
      if (answer.mayHaveRun) mayHaveRun.set(key, kept)
      else notRun.set(key, kept)
    },
    async find(key) {
      return find(key)
    },
  }
}
