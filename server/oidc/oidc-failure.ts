import type { OidcError } from '#shared/api/oidc.ts'

/** Why a sign-in failed: a code that the screen knows, and a reason for the log, which holds nothing secret. */
export class OidcFailure extends Error {
  readonly code: OidcError
  readonly reason: string

  constructor(code: OidcError, reason: string) {
    super(code)
    this.code = code
    this.reason = reason
  }
}
