import type { MessageId } from '#shared/language/message.ts'

/*
 * Signing in through the company's identity provider. There is nothing to send: the browser goes to GET /api/sign-in/oidc?to=/path, or
 * for a new proof of who one is to GET /api/session/proof/oidc?to=/path, and comes back to `to`, or to /sign-in?error=CODE&to=/path.
 */

/** Why a person came back from the identity provider without being signed in. */
export const oidcErrors = [
  'provider_down',
  'refused',
  'no_role',
  'suspended',
  'expired',
  'other_person',
  'too_old',
  'too_weak',
  'not_trusted',
  'too_many',
] as const

export type OidcError = (typeof oidcErrors)[number]

/** What happened and what to do, one or two sentences each. */
export const oidcErrorMessages: Readonly<Record<OidcError, MessageId>> = {
  provider_down: 'signIn.oidc.provider_down',
  refused: 'signIn.oidc.refused',
  no_role: 'signIn.oidc.no_role',
  suspended: 'signIn.oidc.suspended',
  expired: 'signIn.oidc.expired',
  other_person: 'signIn.oidc.other_person',
  too_old: 'signIn.oidc.too_old',
  too_weak: 'signIn.oidc.too_weak',
  not_trusted: 'signIn.oidc.not_trusted',
  too_many: 'signIn.oidc.too_many',
}

/** Whether a code is in the list, and not some other text of an address. */
export function isOidcError(code: string | null): code is OidcError {
  return oidcErrors.some((known) => known === code)
}
