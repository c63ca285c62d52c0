import { Failure } from '../kernel/failure.ts'
import type { Database, Hold } from './database-kind.ts'
import { type Epochs, refuseOtherEpochs } from './epochs.ts'

interface Opened {
  readonly database: Database
  /** As they were when it was opened. */
  readonly epochs: Epochs
  readonly hold: Hold
  readonly now: () => Date
}

const trialMs = 10_000

const leastFreeBytes = 2 ** 20

/**
 * Whether a database takes work: it is read each time, and written at most every ten seconds; what came of that is the answer
 * meanwhile.
 * @throws Failure, or the database's own error
 */
export function createReadiness(opened: Opened): () => Promise<void> {
  let last: { readonly at: number; readonly outcome: Promise<void> } | undefined
  return async () => {
    const { database, epochs, hold, now } = opened
    await refuseOtherEpochs(database.db, database.kind, epochs)
    const at = now().getTime()
    if (last === undefined || Math.abs(at - last.at) >= trialMs) last = { at, outcome: tryWriting(opened) }
    await last.outcome
    if (!hold.isHeld()) throw new Failure('STORE_LOCK_LOST')
  }
}

async function tryWriting({ database, epochs, now }: Opened): Promise<void> {
  // A row more finds room where a save finds none.
  if ((await database.freeBytes()) < leastFreeBytes) throw new Failure('STORE_FULL')
  await database.transact(async (db) => {
    await refuseOtherEpochs(db, database.kind, epochs)
    await db.updateTable('epochs').set({ tried_at: now().toISOString() }).execute()
  })
}
