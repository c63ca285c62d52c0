import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { syncDirectoryOf } from './encryption/key-file.ts'
import { type KeyRing, keyRingOf, keyRingText, makeKey, readKeyRing } from './encryption/key-ring.ts'
import { sqliteFileIn } from './open-sqlite.ts'
import { StoreError } from './store-error.ts'

/** Where the embedded database's own key stands. */
export function ownKeyFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'data-key')
}

/**
 * The embedded database's own key, made once, before the database is.
 * @throws StoreFault when the database is there and the key is not, or is none
 */
export function ownKeyRing(dataDirectory: string): KeyRing {
  const path = ownKeyFileIn(dataDirectory)
  // In this order: another process that starts at the same moment makes the key first, the database then.
  const isNew = !existsSync(sqliteFileIn(dataDirectory))
  if (isNew && !existsSync(path)) writeOnce(path, keyRingText(keyRingOf([makeKey()])))
  return readOwnKeyRing(dataDirectory)
}

/**
 * The embedded database's own key, which is there already.
 * @throws StoreFault when it is missing, or is none
 */
export function readOwnKeyRing(dataDirectory: string): KeyRing {
  const path = ownKeyFileIn(dataDirectory)
  if (!existsSync(path)) {
    throw new StoreError(`the key ${path} is missing: bring it back, or set DATA_KEY to the key of this database`)
  }
  try {
    return readKeyRing(readFileSync(path, 'utf8'))
  } catch {
    throw new StoreError(`the key ${path} cannot be read: bring back the one that this database was sealed with`)
  }
}

/** The whole file appears at once, or that of another process stays. */
function writeOnce(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'w', 0o600)
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft)
  }
  syncDirectoryOf(path)
}
