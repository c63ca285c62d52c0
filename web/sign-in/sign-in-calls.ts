import { recoveryTokenSchema, requestCeremonySchema } from '#shared/api/accounts.ts'
import { type Session, sessionSchema } from '#shared/api/session.ts'
import { postJson } from '../api/api.ts'
import { touchPasskey } from '../api/passkey.ts'
import { shared } from '../session/use-session.ts'

/*
 * What a person signs in with, and proves with who they are while they work. All of it throws as the calls of api.ts do, and
 * PasskeyFailure where no passkey was touched.
 */

/** What a person types who signs in without a passkey. */
export interface TypedPassword {
  readonly email: string
  readonly password: string
  /** Six digits of an authenticator app. */
  readonly code: string
}

const aboutSession = { isAboutSession: true } as const

/** With a passkey; with `isAutofill`, as soon as the person chooses one below a field. */
export async function signInByPasskey(isAutofill: boolean): Promise<Session> {
  return byPasskey('/api/sign-in', isAutofill)
}

export async function signInByPassword({ email, password, code }: TypedPassword): Promise<Session> {
  const body = { email: email.trim(), password, code }
  return shared(await postJson('/api/sign-in/password', body, sessionSchema, aboutSession))
}

/** Spends a recovery code, which ends all sessions of that person. Gives what opens /enrol. */
export async function spendRecoveryCode(email: string, recoveryCode: string): Promise<string> {
  const body = { email: email.trim(), recoveryCode: recoveryCode.trim() }
  return (await postJson('/api/sign-in/recovery', body, recoveryTokenSchema, aboutSession)).token
}

export function proveByPasskey(): Promise<Session> {
  return byPasskey('/api/session/proof', false)
}

export async function proveByPassword({ password, code }: TypedPassword): Promise<Session> {
  return shared(await postJson('/api/session/proof/password', { password, code }, sessionSchema, aboutSession))
}

/** Puts off that the session ends for idleness. */
export function renewSession(): Promise<Session> {
  return postJson('/api/session/renewal', undefined, sessionSchema, aboutSession)
}

async function byPasskey(path: string, isAutofill: boolean): Promise<Session> {
  const { ceremonyId, options } = await postJson(
    `${path}/passkey-options`,
    undefined,
    requestCeremonySchema,
    aboutSession,
  )
  const response = await touchPasskey(options, isAutofill)
  return shared(await postJson(`${path}/passkey`, { ceremonyId, response }, sessionSchema, aboutSession))
}
