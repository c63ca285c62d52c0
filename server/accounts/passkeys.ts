import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Assertion, CreationOptions, Registration, RequestOptions } from '#shared/api/accounts.ts'
import { makeSecret } from '../kernel/random-secret.ts'

/* Passkeys: WebAuthn with a key that the device finds by itself and that a fingerprint, a face or a PIN unlocks each time. */

/** Where passkeys are good: they are bound to the host, and a browser says which page asked for one. */
export interface PasskeySite {
  readonly origin: string
  readonly rpId: string
}

export function passkeySite(origin: string): PasskeySite {
  return { origin, rpId: new URL(origin).hostname }
}

/** How long a browser waits for a touch, and we for the browser. */
const ceremonyMs = 5 * 60_000

/** EdDSA, ES256 and RS256: what passkeys are made with today. */
const algorithms = [-8, -7, -257] as const

/** A passkey that is there, for the browser to find. */
interface KnownPasskey {
  readonly credentialId: string
  readonly transports: readonly string[]
}

export function makeChallenge(): string {
  return makeSecret()
}

/** What a browser is given to make a passkey for a person, on another device than those that have one already. */
export function creationOptions(
  { rpId }: PasskeySite,
  challenge: string,
  person: { readonly id: string; readonly name: string; readonly email: string },
  known: readonly KnownPasskey[],
): CreationOptions {
  return {
    challenge,
    rp: { id: rpId, name: 'Payout Desk' },
    user: { id: userHandleOf(person.id), name: person.email, displayName: person.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonyMs,
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** What a browser is given to sign with one of these passkeys; none: with whichever it has for this site. */
export function requestOptions(
  { rpId }: PasskeySite,
  challenge: string,
  known: readonly KnownPasskey[] = [],
): RequestOptions {
  return { challenge, rpId, timeout: ceremonyMs, allowCredentials: known.map(described), userVerification: 'required' }
}

function described({ credentialId, transports }: KnownPasskey) {
  return { id: credentialId, type: 'public-key' as const, transports: [...transports] }
}

/** By what an authenticator names the person whose passkey it has. */
export function userHandleOf(personId: string): string {
  return Buffer.from(personId).toString('base64url')
}

/** A new passkey as it is saved. */
export interface NewPasskey {
  readonly credentialId: string
  /** COSE, in base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly isBackedUp: boolean
}

/** The passkey that a browser has made for this challenge, at this site; undefined where it has not, or did not ask who was there. */
export async function readRegistration(
  site: PasskeySite,
  challenge: string,
  response: Registration,
): Promise<NewPasskey | undefined> {
  if (isFramed(response.response.clientDataJSON)) return undefined
  const verified = await orUndefined(
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    }),
  )
  if (verified?.verified !== true) return undefined
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isBackedUp: credentialBackedUp,
  }
}

/** The part of a saved passkey that verifying its signatures takes. */
export interface VerifyingPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
}

/** What became of a signature: good, with the passkey's new counter; or why not. `counter`: it is good, but a copy of the key exists. */
type AssertionVerdict =
  | { readonly isGood: true; readonly counter: number; readonly isBackedUp: boolean }
  | { readonly isGood: false; readonly why: 'signature' | 'counter' }

/** Whether a browser's answer is a signature of this challenge, at this site, with this passkey, by a user whom the device verified. */
export async function judgeAssertion(
  site: PasskeySite,
  challenge: string,
  { credentialId, publicKey, counter }: VerifyingPasskey,
  response: Assertion,
): Promise<AssertionVerdict> {
  if (response.id !== credentialId || isFramed(response.response.clientDataJSON)) {
    return { isGood: false, why: 'signature' }
  }
  const verified = await orUndefined(
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      // Not the real one: a counter that goes back can be distinguished from a wrong signature only once the signature is verified.
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    }),
  )
  if (verified?.verified !== true) return { isGood: false, why: 'signature' }
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  // Passkeys that are on several devices do not count, and say 0 always (WebAuthn Level 3, 6.1.1).
  const isBack = (newCounter > 0 || counter > 0) && newCounter <= counter
  return isBack
    ? { isGood: false, why: 'counter' }
    : { isGood: true, counter: newCounter, isBackedUp: credentialBackedUp }
}

/** Whether it was another site's page that asked, with ours in a frame: which the library lets pass where the browser does not name that site. */
function isFramed(clientDataJSON: string): boolean {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof data !== 'object' || data === null || ('crossOrigin' in data && data.crossOrigin !== false)
  } catch {
    return true
  }
}

/** The library throws for whatever is not as it should be. */
async function orUndefined<Result>(verifying: Promise<Result>): Promise<Result | undefined> {
  try {
    return await verifying
  } catch {
    return undefined
  }
}
