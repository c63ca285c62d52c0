import { randomBytes } from 'node:crypto'
import type { Encryption } from '../store/encryption/encryption.ts'

/** How many a person has at first. */
const recoveryCodeCount = 8

/** Crockford’s Base32: nothing in it looks like anything else in it. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Seven groups of four letters hold 140 bits: too many to guess. */
const recoveryCodeLetters = 28

/** New recovery codes, such as `7K2M-…-Q9TZ`. */
export function makeRecoveryCodes(): readonly string[] {
  return Array.from({ length: recoveryCodeCount }, () => codeOf(randomBytes(recoveryCodeLetters)))
}

/** A letter for each byte, in groups of four: five bits each. */
export function codeOf(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => alphabet[byte % alphabet.length])
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

/**
 * What is saved of a person's recovery code: a keyed hash, so that reading the database reveals no code, and no one who writes
 * to it can add one.
 */
export function recoveryCodeHash(encryption: Encryption, personId: string, typed: string): string {
  return encryption.hash('recovery-code', `${personId} ${plainCode(typed)}`)
}

/** @param typed in any case and however grouped; O, I and L are read as the digits that they look like */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
}
