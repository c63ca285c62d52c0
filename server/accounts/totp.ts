import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/* Codes of an authenticator app: RFC 6238 with what every such app assumes, SHA-1, six digits and steps of thirty seconds. */

const stepMs = 30_000

/** RFC 4226, R6: as long as the hash. */
const secretBytes = 20

/** A new secret, in Base32 as people type it. */
export function makeTotpSecret(): string {
  return base32(randomBytes(secretBytes))
}

/** What a QR code holds, from which an app takes secret, issuer and account. */
export function totpUri(secret: string, email: string): string {
  const [issuer, account] = ['Payout Desk', email].map(encodeURIComponent)
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=6&period=30`
}

/** The code of a secret at a time. */
export function totpAt(secret: string, at: Date): string {
  return codeOf(bytesOf(secret), stepAt(at))
}

/**
 * The step that a code is of: that of now, the one before or the one after, as clocks differ; undefined where it is of none, or of one
 * that was used already, as each is good once.
 * @param lastStep the newest step that was used; null for none
 */
export function totpStep(secret: string, code: string, at: Date, lastStep: number | null): number | undefined {
  const key = bytesOf(secret)
  const now = stepAt(at)
  const given = Buffer.from(code)
  // All three are compared, so that the time taken reveals nothing.
  const matching = [now - 1, now, now + 1].filter((step) => {
    const expected = Buffer.from(codeOf(key, step))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return matching.find((step) => step > (lastStep ?? -1))
}

function stepAt(at: Date): number {
  return Math.floor(at.getTime() / stepMs)
}

/** RFC 4226, 5.3: thirty-one bits of the hash, from where its last four bits say. */
function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.max(step, 0)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** RFC 4648, without padding. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
