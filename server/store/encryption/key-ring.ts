import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

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

/** A key for one use alone, by HKDF-SHA-256: what is known of one tells nothing of another. */
export function subKey(secret: KeyObject, use: string, bytes = keyBytes): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `payout-desk ${use}`, bytes))
}
