import type { MessageId } from '#shared/language/message.ts'

/*
 * Signing in through the company's identity provider. There is nothing to send: the browser goes to GET /api/sign-in/oidc?to=/path, or
 * for a new proof of who one is to GET /api/session/proof/oidc?to=/path, and comes back to `to`, or to /sign-in?error=CODE&to=/path.
 */

/** Why somebody came back from the identity provider without having signed in. */
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
  provider_down: 'session.oidc.provider_down',
  refused: 'session.oidc.refused',
  no_role: 'session.oidc.no_role',
  suspended: 'session.oidc.suspended',
  expired: 'session.oidc.expired',
  other_person: 'session.oidc.other_person',
  too_old: 'session.oidc.too_old',
  too_weak: 'session.oidc.too_weak',
  not_trusted: 'session.oidc.not_trusted',
  too_many: 'session.oidc.too_many',
}

/** Tells a code of the list from anything else that an address may hold. */
export function isOidcError(code: string | null): code is OidcError {
  return oidcErrors.some((known) => known === code)
}
