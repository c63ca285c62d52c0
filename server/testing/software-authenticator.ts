import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Assertion, CreationOptions, Registration, RequestOptions } from '#shared/api/accounts.ts'

/** What an authenticator or its browser does otherwise than it should. */
interface Quirks {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly counter?: number
  /** Whether it has asked for a fingerprint or a PIN. */
  readonly isVerified?: boolean
  readonly isCrossOrigin?: boolean
  /** In place of the person's own. */
  readonly userHandle?: string
}

interface Credential {
  readonly id: Buffer
  readonly key: KeyObject
  readonly userHandle: string
  counter: number
}

/** A security key in software: it makes passkeys (ES256, on this device alone) and signs with them, as a browser hands it on. */
export interface SoftwareAuthenticator {
  create(options: CreationOptions, quirks?: Quirks): Registration
  /** With the newest of its passkeys that will do. */
  get(options: RequestOptions, quirks?: Quirks): Assertion
}

/** @param origin of the page that it is asked from */
export function softwareAuthenticator(origin: string): SoftwareAuthenticator {
  const credentials: Credential[] = []
  return {
    create({ challenge, rp, user }, quirks = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const credential = { id: randomBytes(32), key: privateKey, userHandle: user.id, counter: 0 }
      credentials.push(credential)
      const attested = Buffer.concat([Buffer.alloc(16), twoBytes(credential.id.length), credential.id, cose(publicKey)])
      const authData = Buffer.concat([head(rp.id, credential, quirks, 0x40), attested])
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ])
      return {
        ...named(credential),
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, origin, quirks)),
          attestationObject: text(attestationObject),
          transports: ['usb'],
        },
      }
    },
    get({ challenge, rpId, allowCredentials }, quirks = {}) {
      const allowed = allowCredentials.map(({ id }) => id)
      const credential = credentials.findLast(({ id }) => allowed.length === 0 || allowed.includes(text(id)))
      if (credential === undefined) throw new Error('This authenticator has no passkey that will do.')
      credential.counter += 1
      const authenticatorData = head(rpId, credential, quirks, 0)
      const client = clientData('webauthn.get', challenge, origin, quirks)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()])
      return {
        ...named(credential),
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(authenticatorData),
          signature: text(createSign('sha256').update(signed).sign(credential.key)),
          userHandle: quirks.userHandle ?? credential.userHandle,
        },
      }
    },
  }
}

function named({ id }: Credential) {
  return { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} } as const
}

function clientData(type: string, challenge: string, origin: string, quirks: Quirks): Buffer {
  return Buffer.from(
    JSON.stringify({
      type,
      challenge: quirks.challenge ?? challenge,
      origin: quirks.origin ?? origin,
      crossOrigin: quirks.isCrossOrigin ?? false,
    }),
  )
}

/** WebAuthn Level 3, 6.1: whose it is, what was asked of the person, and how often it has signed. */
function head(rpId: string, { counter }: Credential, quirks: Quirks, more: number): Buffer {
  const isVerified = quirks.isVerified ?? true
  const count = Buffer.alloc(4)
  count.writeUInt32BE(quirks.counter ?? counter)
  const hash = createHash('sha256')
    .update(quirks.rpId ?? rpId)
    .digest()
  return Buffer.concat([hash, Buffer.from([1 | (isVerified ? 4 : 0) | more]), count])
}

/** RFC 9053, 2.1: an elliptic-curve key as COSE writes it. */
function cose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/* As much of CBOR (RFC 8949) as that takes. */

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 | entries.length]), ...entries.flat()])
}

function cborInt(value: number): Buffer {
  return Buffer.from([value < 0 ? 0x20 | (-1 - value) : value])
}

function cborText(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
}

/** With as short a length as will do: the library measures a key by writing it again. */
function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes
  return Buffer.concat([length < 256 ? Buffer.from([0x58, length]) : Buffer.from([0x59, ...twoBytes(length)]), bytes])
}

function twoBytes(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url')
}
