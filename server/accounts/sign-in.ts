import type { Assertion, RequestOptions } from '#shared/api/accounts.ts'
import { Failure } from '../kernel/failure.ts'
import { beginCeremony, takeCeremony } from '../people/ceremonies.ts'
import { personByEmail } from '../people/people-rows.ts'
import type { Transaction } from '../store/store.ts'
import { passkeysOf } from './credential-rows.ts'
import {
  type AccountDeps,
  activeMember,
  auditMiss,
  type Browser,
  challengeSchema,
  comparePassword,
  notePasskeyUse,
  passkeyThatSigned,
  takeTotp,
} from './credentials.ts'
import { beginGuess, beginProof, foldEmail, forgiveGuess } from './guessing.ts'
import { knownBrowser } from './known-browsers.ts'
import { makeChallenge, requestOptions } from './passkeys.ts'

interface AssertionCeremony {
  readonly ceremonyId: string
  readonly options: RequestOptions
}

/** Begins signing in with a passkey, which identifies the person. */
export async function beginPasskeySignIn({ store, site }: AccountDeps): Promise<AssertionCeremony> {
  const challenge = makeChallenge()
  const ceremonyId = await store.write((tx) => beginCeremony(tx, 'passkey-sign-in', { challenge }))
  return { ceremonyId, options: requestOptions(site(), challenge) }
}

interface SignedCeremony {
  readonly ceremonyId: string
  readonly response: Assertion
}

/**
 * Signs in with a passkey; answers the token of the new session.
 * @throws Failure CEREMONY_EXPIRED, SIGN_IN_FAILED
 */
export async function signInByPasskey(
  deps: AccountDeps,
  { ceremonyId, response }: SignedCeremony,
  { device, former }: Browser,
): Promise<string> {
  const { store, sessions } = deps
  const challenge = await store.write((tx) => takeChallenge(tx, 'passkey-sign-in', ceremonyId))
  const used = await passkeyThatSigned(deps, challenge, response)
  const token = await store.write(async (tx) => {
    const member = used && (await activeMember(tx, used.row.person_id))
    if (used !== undefined && member !== undefined && (await notePasskeyUse(tx, used)))
      return sessions.begin(tx, member.id, { provenBy: 'passkey', device, former })
    return undefined
  })
  return tokenOrRefusal(deps, token)
}

/**
 * Signs in with a password and a code; answers the token of the new session.
 * @throws Failure SIGN_IN_PAUSED, SIGN_IN_FAILED, TOO_MANY_SIGN_INS
 */
export async function signInByPassword(
  deps: AccountDeps,
  given: { readonly email: string; readonly password: string; readonly code: string },
  { address, device, former, known }: Browser,
): Promise<string> {
  const { store, sessions, signInLimits } = deps
  const person = await personByEmail(store.db, foldEmail(given.email))
  const origin = { address, knownBrowser: knownBrowser(store, known, person?.id) }
  return signInLimits.attempt(origin, async () => {
    const guess = await beginGuess(store, { ...origin, email: given.email })
    const hash = await comparePassword(
      deps,
      person?.id,
      given,
      origin.knownBrowser === undefined ? 'stranger' : 'known',
    )
    const token = await store.write(async (tx) => {
      const member = person && (await activeMember(tx, person.id))
      const step = member && hash && (await takeTotp(tx, member.id, hash, given.code))
      if (member === undefined || !step) {
        await auditMiss(tx, person?.id, { by: 'password' })
        return undefined
      }
      await forgiveGuess(tx, guess)
      return sessions.begin(tx, member.id, { provenBy: 'password', device, former, step })
    })
    return tokenOrRefusal(deps, token)
  })
}

/** Begins a proof by one of one’s own passkeys. */
export async function beginPasskeyProof({ store, site }: AccountDeps, personId: string): Promise<AssertionCeremony> {
  const challenge = makeChallenge()
  const known = (await passkeysOf(store, personId)).map(({ credential_id: credentialId, transports }) => ({
    credentialId,
    transports: transportsIn(transports),
  }))
  const ceremonyId = await store.write((tx) => beginCeremony(tx, 'proof', { challenge }, { personId }))
  return { ceremonyId, options: requestOptions(site(), challenge, known) }
}

/** Who proves again who they are, and with which session. */
interface SessionHolder {
  readonly person: { readonly id: string }
  readonly sessionToken: string | undefined
}

/**
 * Proves by a passkey who one is; answers the other token of the session.
 * @throws Failure CEREMONY_EXPIRED, SIGN_IN_FAILED, SIGN_IN_REQUIRED
 */
export async function proveByPasskey(
  deps: AccountDeps,
  { ceremonyId, response }: SignedCeremony,
  { person, sessionToken = '' }: SessionHolder,
): Promise<string> {
  const { store, sessions } = deps
  const challenge = await store.write((tx) => takeChallenge(tx, 'proof', ceremonyId, person.id))
  const used = await passkeyThatSigned(deps, challenge, response, person.id)
  return store.write(async (tx) => {
    if (used === undefined || !(await notePasskeyUse(tx, used))) throw new Failure('SIGN_IN_FAILED')
    return provenToken(await sessions.prove(tx, sessionToken, 'passkey'))
  })
}

/**
 * Proves by password and code who one is; answers the other token of the session.
 * @throws Failure SIGN_IN_PAUSED, SIGN_IN_FAILED, SIGN_IN_REQUIRED, TOO_MANY_SIGN_INS
 */
export async function proveByPassword(
  deps: AccountDeps,
  given: { readonly password: string; readonly code: string },
  { person, sessionToken = '' }: SessionHolder,
): Promise<string> {
  const { store, sessions, signInLimits } = deps
  return signInLimits.proof(person.id, async () => {
    const guess = await beginProof(store, person.id)
    const hash = await comparePassword(deps, person.id, given, 'known')
    const token = await store.write(async (tx) => {
      const step = hash && (await takeTotp(tx, person.id, hash, given.code))
      if (!step) {
        await auditMiss(tx, person.id, { by: 'password' })
        return undefined
      }
      await forgiveGuess(tx, guess)
      return provenToken(await sessions.prove(tx, sessionToken, 'password', step))
    })
    return tokenOrRefusal(deps, token)
  })
}

/** @throws Failure SIGN_IN_REQUIRED where the session has ended meanwhile */
export function provenToken(token: string | undefined): string {
  if (token === undefined) throw new Failure('SIGN_IN_REQUIRED', { params: { why: 'unknown' } })
  return token
}

/** @throws Failure CEREMONY_EXPIRED */
async function takeChallenge(tx: Transaction, kind: string, id: string, personId?: string): Promise<string> {
  const content = await takeCeremony(tx, kind, id, personId)
  if (content === undefined) throw new Failure('CEREMONY_EXPIRED')
  return challengeSchema.parse(content).challenge
}

export function transportsIn(json: string): readonly string[] {
  const transports: unknown = JSON.parse(json)
  return Array.isArray(transports) ? transports.map(String) : []
}

/** One answer, whatever was wrong. @throws Failure SIGN_IN_FAILED */
export function tokenOrRefusal({ sessions }: AccountDeps, token: string | undefined): string {
  if (token !== undefined) return token
  sessions.refuse()
  throw new Failure('SIGN_IN_FAILED')
}
