import { errors as keyErrors } from 'jose'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { OidcFailure } from './oidc-failure.ts'

/** The failure that an error of the libraries is reported as. The messages of their causes can hold claims and codes, and are never looked at. */
export function failureOf(error: unknown): OidcFailure {
  if (error instanceof OidcFailure) return error
  if (error instanceof AuthorizationResponseError) return saidByBrowser(error.error)
  if (error instanceof ResponseBodyError) return saidByServer(error.status, error.error)
  if (error instanceof WWWAuthenticateChallengeError) return saidByServer(error.status, 'invalid_client')
  if (error instanceof ClientError) {
    const code = error.code ?? 'unknown'
    return new OidcFailure(unanswered.includes(code) ? 'provider_down' : 'not_trusted', code)
  }
  if (error instanceof keyErrors.JOSEError) {
    return new OidcFailure(noKeys.includes(error.code) ? 'provider_down' : 'not_trusted', error.code)
  }
  // What fetch throws, whose cause has the code of the system.
  if (error instanceof TypeError && !('code' in error)) return new OidcFailure('provider_down', causeOf(error))
  throw error
}

/** What came was no answer of a provider that works, but perhaps of a proxy in front of it. */
const unanswered = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]

/** The keys could not be fetched: without them nothing can be verified. */
const noKeys = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']

/** OAuth 2.0, 4.1.2.1, and OpenID Connect Core, 3.1.2.6. */
function saidByBrowser(error: string): OidcFailure {
  if (['server_error', 'temporarily_unavailable'].includes(error)) return new OidcFailure('provider_down', error)
  if (/^(access_denied|\w+_required|account_selection_required)$/.test(error)) {
    return new OidcFailure('refused', named(error))
  }
  return new OidcFailure('not_trusted', named(error))
}

/** OAuth 2.0, 5.2: of a code that was used before, or too late, it is invalid_grant. */
function saidByServer(status: number, error: string): OidcFailure {
  if (status >= 500) return new OidcFailure('provider_down', named(error))
  return new OidcFailure(error === 'invalid_grant' ? 'expired' : 'not_trusted', named(error))
}

/** Anyone can send requests to the address that the provider sends people back to. */
function named(error: string): string {
  return /^[a-z_]{1,40}$/.test(error) ? error : 'another error'
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'no answer'
}
