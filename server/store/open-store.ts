import type { Kysely } from 'kysely'
import { appendEntry } from './audit/append-entry.ts'
import { type CheckpointFile, openCheckpointFile } from './audit/checkpoint-file.ts'
import type { Head } from './audit/entry.ts'
import { makeDataDirectory } from './data-directory.ts'
import type { Database, DatabasePlace } from './database.ts'
import type { KeyRing } from './encryption/key-ring.ts'
import { openEncryption } from './encryption/open-encryption.ts'
import { openDatabase } from './open-database.ts'
import { ownKeyRing } from './own-key.ts'
import { holdWithOthers } from './running-lock.ts'
import type { Tables } from './schema.ts'
import type { Event, Store, Transaction } from './store.ts'

interface StoreSettings extends DatabasePlace {
  /** Undefined: the embedded database's own key, made where it is missing. */
  readonly keyRing?: KeyRing | undefined
}

/**
 * Opens the store: the database up to date, the key proven to be its own.
 * @throws StoreFault when it cannot be used and a person can mend it
 */
export async function openStore(settings: StoreSettings, now: () => Date): Promise<Store> {
  makeDataDirectory(settings.dataDirectory)
  const keyRing = settings.keyRing ?? ownKeyRing(settings.dataDirectory)
  const hold = await holdWithOthers(settings)
  try {
    const store = await open(settings, keyRing, now)
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

async function open(place: DatabasePlace, keyRing: KeyRing, now: () => Date): Promise<Store> {
  const database = await openDatabase(place, now)
  try {
    const encryption = await database.transact((db) => openEncryption(db, keyRing, now().toISOString()))
    const checkpointFile = openCheckpointFile(place.dataDirectory)
    return {
      kind: database.kind,
      db: database.db,
      encryption,
      write: (work) => write(database, checkpointFile, now, work),
      wipe: () => database.wipe(),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function write<Result>(
  database: Database,
  checkpointFile: CheckpointFile,
  now: () => Date,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const { result, heads } = await database.transact(async (db) => {
    const auditor = createAuditor(db, now)
    return { result: await work({ db, record: auditor.record }), heads: auditor.heads }
  })
  if (heads.length > 0) checkpointFile.note(heads)
  return result
}

function createAuditor(db: Kysely<Tables>, now: () => Date) {
  const heads: Head[] = []
  return {
    heads,
    record: async (event: Event) => {
      heads.push(await appendEntry(db, event, now().toISOString()))
    },
  }
}
