import { makeSecret } from '../kernel/random-secret.ts'

/** What begins with a browser that goes to the provider and is compared with what it comes back with. */
export interface OidcAttempt {
  readonly nonce: string
  readonly verifier: string
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string
  /** Of a new proof of who one is: when it was asked for. */
  readonly provenSince: Date | undefined
}

/** With 256 random bits each (RFC 7636, 4.1). */
export function newAttempt(redirectUri: string, provenSince: Date | undefined): OidcAttempt {
  return { nonce: makeSecret(), verifier: makeSecret(), redirectUri, provenSince }
}
