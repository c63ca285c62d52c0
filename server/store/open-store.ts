import { type FieldTable, payoutFields } from '#shared/payout/fields.ts'
import { headFrom } from './audit/audit-log.ts'
import { type CheckpointFile, openCheckpointFile } from './audit/checkpoint-file.ts'
import { createFollowedLog, type FollowedLog } from './audit/followed-log.ts'
import { refuseLoss } from './audit/lost-entries.ts'
import { holdWithOthers, makeDataDirectory, openDatabase } from './database.ts'
import { type Database, type DatabasePlace, type Hold, type QueryLog, StoreError } from './database-kind.ts'
import { openEncryption } from './encryption/encryption.ts'
import { type KeyRing, ownKeyRing } from './encryption/key-ring.ts'
import { type Epochs, readEpochs, refuseOtherEpochs } from './epochs.ts'
import { foreignParts } from './foreign-parts.ts'
import { refuseOtherClock } from './one-clock.ts'
import { createReadiness } from './readiness.ts'
import { createJointWrites, createSharedWrites } from './shared-writes.ts'
import type { AuditReader, Event, Store, Transaction } from './store.ts'
import type { WriterWait } from './write-queue.ts'

interface StoreSettings extends DatabasePlace {
  /** Undefined: the embedded database's own key, made where it is missing. */
  readonly keyRing?: KeyRing | undefined
  /** Left out: those of a payout. */
  readonly fields?: FieldTable | undefined
  /** Left out: two. */
  readonly sanctionsReviewers?: number | undefined
  /** Left out: not. */
  readonly areNamesProven?: boolean | undefined
  /** Left out: none. */
  readonly notificationHosts?: ReadonlySet<string> | undefined
  readonly issuer?: string | undefined
  /** Whether nothing is written while the clock is off that of the database. Left out: it is, as where a test turns the clock. */
  readonly isClockHeld?: boolean | undefined
  /** Whether a database opens that has lost entries of its audit log. */
  readonly acceptsLoss?: boolean
}

/**
 * Opens the store: the database up to date, the key proven to be its own.
 * @throws StoreError when it cannot be used and a person can fix it
 */
export async function openStore(settings: StoreSettings, now: () => Date): Promise<Store> {
  makeDataDirectory(settings.dataDirectory)
  const hold = await holdWithOthers(settings)
  try {
    // Before anything is made: neither a key nor an empty database takes the place of what is missing.
    if (settings.acceptsLoss !== true) await refuseLoss(settings)
    const keyRing = settings.keyRing ?? ownKeyRing(settings.dataDirectory)
    const store = await open(settings, { keyRing, hold, now })
    return {
      ...store,
      close: async () => {
        await store.close()
        await hold.release()
      },
    }
  } catch (error) {
    await hold.release()
    throw error
  }
}

interface Opening {
  readonly keyRing: KeyRing
  readonly hold: Hold
  readonly now: () => Date
}

async function open(settings: StoreSettings, { keyRing, hold, now }: Opening): Promise<Store> {
  const requireClock = settings.isClockHeld === true ? (beganAt: Date) => refuseOtherClock(beganAt, now()) : () => {}
  const readiness = createReadiness(now, requireClock)
  const queryLog: QueryLog = (event) => {
    if (event.level === 'error') readiness.queryFailed(event.error)
    settings.queryLog?.(event)
  }
  const database = await openDatabase({ ...settings, queryLog }, now)
  try {
    const { encryption, epochs } = await database.transact(async (db) => ({
      encryption: await openEncryption(db, keyRing, now().toISOString()),
      epochs: await readEpochs(db, database.kind),
    }))
    const foreign = await foreignParts(database.db, settings)
    if (foreign.length > 0) throw new StoreError(asForeign(foreign))
    const checkpointFile = openCheckpointFile(settings.dataDirectory)
    const { fields = payoutFields, sanctionsReviewers = 2, notificationHosts = new Set<string>() } = settings
    const { issuer, areNamesProven = false } = settings
    const reader = { encryption, fields, sanctionsReviewers, areNamesProven, notificationHosts, issuer, now }
    const log = createFollowedLog(encryption, now, checkpointFile.newest)
    const ending = new AbortController()
    // Neither the start nor a transaction waits for a long audit log. What is wrong with it refuses each write that is audited.
    let isFollowed = false
    const followed = log
      .follow(database.db, ending.signal)
      .catch(() => {})
      .then(() => {
        isFollowed = true
      })
    const writeAlone: Store['write'] = async (work, wait) => {
      await followed
      try {
        return await write({ database, epochs, log, requireClock, ...reader }, checkpointFile, work, wait)
      } catch (error) {
        readiness.writeFailed(error)
        throw error
      }
    }
    const sharing = createSharedWrites(writeAlone)
    return {
      kind: database.kind,
      db: database.db,
      ...reader,
      ...log.reader(database.db),
      write: writeAlone,
      sharing,
      writeJointly: createJointWrites(sharing),
      writers: database.writers,
      check: () => readiness.check({ database, epochs, hold }),
      wipe: () => database.wipe(),
      newestEntry: () => (isFollowed && log.newest().seq > 0 ? log.newest() : undefined),
      close: async () => {
        ending.abort()
        await followed
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

function asForeign(parts: readonly string[]): string {
  return `the database is not as Payout Desk made it: ${parts.join('; ')}. Find out who changed it, then put it back`
}

interface Writer extends Omit<Transaction, 'db' | 'audit' | 'markUsed' | keyof AuditReader | 'beganAt'> {
  readonly database: Database
  readonly log: FollowedLog
  /** As they were when the store was opened. */
  readonly epochs: Epochs
  /** @throws Failure CLOCK_OFF */
  readonly requireClock: (beganAt: Date) => void
}

async function write<Result>(
  { database, epochs, log, requireClock, ...reader }: Writer,
  checkpointFile: CheckpointFile,
  work: (transaction: Transaction) => Promise<Result>,
  wait: WriterWait | undefined,
): Promise<Result> {
  const { result, appended } = await database.transact(async (db) => {
    const beganAt = await refuseOtherEpochs(db, database.kind, epochs)
    requireClock(beganAt)
    const { append, appended, ...entries } = log.within(db)
    const marks: string[] = []
    const audit = ([first, ...others]: readonly Event[]) => {
      if (first === undefined) return Promise.resolve()
      const used = marks.splice(0)
      const marked = used.length === 0 ? first : { ...first, facts: { ...first.facts, used } }
      return append([marked, ...others], reader.now().toISOString())
    }
    const markUsed = (mark: string) => void marks.push(mark)
    const transaction = {
      ...reader,
      ...entries,
      db,
      audit: (...events: readonly Event[]) => audit(events),
      markUsed,
      beganAt,
    }
    return { result: await work(transaction), appended }
  }, wait)
  log.committed(appended)
  if (appended.length > 0) checkpointFile.note(appended.map(headFrom))
  return result
}
