import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StoreError, sqliteFileIn } from '../database-kind.ts'
import { isOpenToOthers } from '../private-files.ts'

/** A data key. Its bytes stay inside of the KeyObject, which neither prints nor serialises them. */
export interface DataKey {
  /** 16 hexadecimal digits that follow from the key and tell nothing of it. */
  readonly id: string
  readonly secret: KeyObject
}

/** The data keys at hand: the one that new values are encrypted with, and all that can be read with. */
export interface KeyRing {
  readonly current: DataKey
  /** The current one first. */
  readonly keys: readonly DataKey[]
}

const wanted = 'must be 32 random bytes in base64 or hexadecimal, such as `openssl rand -base64 32` makes'

/**
 * The data keys of a text, one a line; the first is current.
 * @throws Error whose message goes on from the name of the setting ("must be …") and never quotes the text
 */
export function readKeyRing(text: string): KeyRing {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  return keyRingOf(lines.filter((line) => line !== '').map(readKey))
}

/** @throws Error when there is no key */
export function keyRingOf(keys: readonly DataKey[]): KeyRing {
  const [current] = keys
  if (current === undefined) throw new Error(wanted)
  return { current, keys }
}

/** A new data key, random. */
export function makeKey(): DataKey {
  return dataKey(randomBytes(keyBytes))
}

/** The text that {@link readKeyRing} reads. */
export function keyRingText(ring: KeyRing): string {
  return ring.keys.map(({ secret }) => `${secret.export().toString('base64')}\n`).join('')
}

const keyBytes = 32

function readKey(text: string): DataKey {
  if (/^[0-9a-f]{64}$/i.test(text)) return dataKey(Buffer.from(text, 'hex'))
  if (/^[\w+/-]{43}=?$/.test(text)) return dataKey(Buffer.from(text, 'base64'))
  throw new Error(wanted)
}

function dataKey(bytes: Uint8Array): DataKey {
  const secret = createSecretKey(bytes)
  return { id: subKey(secret, 'key id', 8).toString('hex'), secret }
}

/** A key for one use alone, by HKDF-SHA-256: one reveals nothing of another. */
export function subKey(secret: KeyObject, use: string, bytes = keyBytes): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `payout-desk ${use}`, bytes))
}

/** What is wrong with the file of a data key where {@link isOpenToOthers}, after its name. */
export function openToOthers(path: string): string {
  return `can be read or changed by others: run chmod 600 ${path}, and rotate the key if anyone may have read it`
}

/**
 * Puts a key ring in place of the one in a file. Whatever happens meanwhile, the file holds either as a whole, also on the disk. The draft has one name:
 * that of a rotation that was killed goes with the next one.
 */
export function replaceKeyFile(path: string, ring: KeyRing): void {
  const draft = `${path}.draft`
  rmSync(draft, { force: true })
  writeFileSync(draft, keyRingText(ring), { mode: 0o600, flush: true })
  renameSync(draft, path)
  syncDirectoryOf(path)
}

/** Waits until the disk knows the file by its name. */
function syncDirectoryOf(path: string): void {
  const directory = openSync(dirname(path), 'r')
  fsyncSync(directory)
  closeSync(directory)
}

/** The file of the embedded database's own key. */
export function ownKeyFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'data-key')
}

/** What a rotation of before drafts had one name has left when it was killed: each holds data keys. */
export function leftOverKeyFiles(dataDirectory: string): readonly string[] {
  const names = existsSync(dataDirectory) ? readdirSync(dataDirectory) : []
  return names.filter((name) => /^data-key\.\d+$/.test(name)).map((name) => join(dataDirectory, name))
}

/**
 * The embedded database's own key, made once, before the database is.
 * @throws StoreError when the database is there and the key is not, or is none
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
 * @throws StoreError when it is missing, is none, or is not for this user alone
 */
export function readOwnKeyRing(dataDirectory: string): KeyRing {
  const path = ownKeyFileIn(dataDirectory)
  if (!existsSync(path)) {
    throw new StoreError(`the key ${path} is missing: bring it back, or set DATA_KEY to the key of this database`)
  }
  if (isOpenToOthers(path)) throw new StoreError(`the key ${path} ${openToOthers(path)}`)
  try {
    return readKeyRing(readFileSync(path, 'utf8'))
  } catch {
    throw new StoreError(`the key ${path} cannot be read: bring back the one that this database was encrypted with`)
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
