import { createHash, randomBytes } from 'node:crypto'

/*
 * What proves something by being known: the token of a session or a program, an invitation, the id of a ceremony, a challenge.
 */

/** 256 random bits in base64url. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in base64url: what is saved of a secret, which is found by it and cannot be derived from it. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
