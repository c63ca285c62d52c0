import { Failure } from '../kernel/failure.ts'
import type { Database, Hold } from './database-kind.ts'
import { type Epochs, refuseOtherEpochs } from './epochs.ts'
import { troubleOf } from './trouble.ts'

interface Opened {
  readonly database: Database
  /** As they were when it was opened. */
  readonly epochs: Epochs
  readonly hold: Hold
}

const trialMs = 10_000

/** Where others write for longer, the database works. */
const trialWaitMs = 500

const leastFreeBytes = 2 ** 20

export interface Readiness {
  /**
   * Whether the database takes work: it is read each time, and written at most every ten seconds; what came of that, or of a write of a person
   * since, is the answer meanwhile.
   * @throws Failure, or the database's own error
   */
  check(opened: Opened): Promise<void>
  /** A write of a person that failed counts as a trial: there may be room for the trial's own row, and none for a payout. */
  writeFailed(error: unknown): void
  /** A damaged page does not heal, and the next trial may not come upon it. */
  queryFailed(error: unknown): void
}

/** @param requireClock throws where the clock of the server is off the time of the database */
export function createReadiness(now: () => Date, requireClock: (databaseTime: Date) => void): Readiness {
  let last: { readonly at: number; readonly outcome: Promise<unknown> } | undefined
  let damage: unknown
  return {
    check: async (opened) => {
      const { database, epochs, hold } = opened
      requireClock(await refuseOtherEpochs(database.db, database.kind, epochs))
      const at = now().getTime()
      if (last === undefined || Math.abs(at - last.at) >= trialMs) {
        const outcome = tryWriting(opened, now).catch((error: unknown) => error)
        last = { at, outcome }
      }
      const trouble = damage ?? (await last.outcome)
      if (trouble !== undefined && !isBusy(trouble)) throw trouble
      if (!hold.isHeld()) throw new Failure('STORE_LOCK_LOST')
    },
    writeFailed: (error) => {
      if (troubleOf(error) !== undefined && !isBusy(error))
        last = { at: now().getTime(), outcome: Promise.resolve(error) }
    },
    queryFailed: (error) => {
      if (troubleOf(error)?.problem === 'STORE_DAMAGED') damage = error
    },
  }
}

async function tryWriting({ database, epochs }: Opened, now: () => Date): Promise<void> {
  // A row more finds room where a save finds none.
  if ((await database.freeBytes()) < leastFreeBytes) throw new Failure('STORE_FULL')
  await database.transact(
    async (db) => {
      await refuseOtherEpochs(db, database.kind, epochs)
      await db.updateTable('epochs').set({ tried_at: now().toISOString() }).execute()
    },
    { limitMs: trialWaitMs },
  )
}

function isBusy(error: unknown): boolean {
  return troubleOf(error)?.problem === 'STORE_BUSY'
}
