import { recoveryTokenSchema, requestCeremonySchema } from '#shared/api/accounts.ts'
import { type Session, sessionSchema } from '#shared/api/session.ts'
import { postJson } from '../api/api.ts'
import { touchPasskey } from '../api/passkey.ts'
import { publishSession } from '../session/use-session.ts'

/* The ways to sign in, and to confirm one's identity later. All throw as the calls of api.ts do, and PasskeyFailure where no passkey was used. */

/** What a person types to sign in without a passkey. */
export interface TypedPassword {
  readonly email: string
  readonly password: string
  /** Six digits of an authenticator app. */
  readonly code: string
}

const aboutSession = { isAboutSession: true } as const

/** With a passkey; with `isAutofill`, as soon as the person chooses one below a field. */
export async function signInWithPasskey(isAutofill: boolean): Promise<Session> {
  return byPasskey('/api/sign-in', isAutofill)
}

export async function signInWithPassword({ email, password, code }: TypedPassword): Promise<Session> {
  const body = { email: email.trim(), password, code }
  return publishSession(await postJson('/api/sign-in/password', body, sessionSchema, aboutSession))
}

/** Uses a recovery code, which ends all sessions of that person. Returns the token that opens /enrol. */
export async function spendRecoveryCode(email: string, recoveryCode: string): Promise<string> {
  const body = { email: email.trim(), recoveryCode: recoveryCode.trim() }
  return (await postJson('/api/sign-in/recovery', body, recoveryTokenSchema, aboutSession)).token
}

/** A proof of identity; with `change`, it confirms this change of how the person signs in. */
export function stepUpWithPasskey(change: string | undefined): Promise<Session> {
  return byPasskey('/api/session/proof', false, { change })
}

export async function stepUpWithPassword(
  { password, code }: TypedPassword,
  change: string | undefined,
): Promise<Session> {
  const body = { password, code, change }
  return publishSession(await postJson('/api/session/proof/password', body, sessionSchema, aboutSession))
}

/** Extends a session that would end for inactivity. */
export function renewSession(): Promise<Session> {
  return postJson('/api/session/renewal', undefined, sessionSchema, aboutSession)
}

async function byPasskey(path: string, isAutofill: boolean, about?: unknown): Promise<Session> {
  const { ceremonyId, options } = await postJson(`${path}/passkey-options`, about, requestCeremonySchema, aboutSession)
  const response = await touchPasskey(options, isAutofill)
  return publishSession(await postJson(`${path}/passkey`, { ceremonyId, response }, sessionSchema, aboutSession))
}
