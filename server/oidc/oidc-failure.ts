import type { OidcError } from '#shared/api/oidc.ts'

/** Why nobody was signed in: a code that the screen knows, and for the log what it was, in words that hold nothing secret. */
export class OidcFailure extends Error {
  readonly code: OidcError
  readonly reason: string

  constructor(code: OidcError, reason: string) {
    super(code)
    this.code = code
    this.reason = reason
  }
}
