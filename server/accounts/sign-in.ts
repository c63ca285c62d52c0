import * as z from 'zod/mini'
import type { Assertion, RequestOptions } from '#shared/api/accounts.ts'
import { Failure } from '../kernel/failure.ts'
import { beginCeremony, readCeremony, requireBegun, takeCeremony } from '../people/ceremonies.ts'
import { personByEmail } from '../people/people-rows.ts'
import type { Transaction } from '../store/store.ts'
import { challengeOfChange, noteConfirmation } from './confirmed-changes.ts'
import { passkeysOf } from './credential-rows.ts'
import {
  type AccountDeps,
  activeMember,
  auditGuess,
  auditMiss,
  type Browser,
  challengeSchema,
  comparePassword,
  hasPasskey,
  notePasskeyUse,
  passkeyThatSigned,
  takeTotp,
} from './credentials.ts'
import { beginGuess, beginProof, foldEmail, forgiveGuess } from './guessing.ts'
import { knownBrowser, originOfAttempt } from './known-browsers.ts'
import { makeChallenge, requestOptions } from './passkeys.ts'

interface AssertionCeremony {
  readonly ceremonyId: string
  readonly options: RequestOptions
}

/** Begins signing in with a passkey, which identifies the person. */
export async function beginPasskeySignIn({ store, site }: AccountDeps): Promise<AssertionCeremony> {
  const challenge = makeChallenge()
  const ceremonyId = await store.writeJointly((tx) => beginCeremony(tx, 'passkey-sign-in', { challenge }))
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
  { device, former, known }: Browser,
): Promise<string> {
  const { store, sessions } = deps
  const { challenge } = challengeSchema.parse(await requireBegun(readCeremony(store, 'passkey-sign-in', ceremonyId)))
  const used = await passkeyThatSigned(deps, challenge, response)
  const token = await store.write(async (tx) => {
    await requireBegun(takeCeremony(tx, 'passkey-sign-in', ceremonyId))
    const member = used && (await activeMember(tx, used.row.person_id))
    if (used !== undefined && member !== undefined && (await notePasskeyUse(tx, used)))
      return sessions.begin(tx, member.id, {
        provenBy: 'passkey',
        isNewBrowser: knownBrowser(tx, known, member.id) === undefined,
        device,
        former,
      })
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
  const origin = originOfAttempt(store, person, { address, known })
  return signInLimits.attempt(origin, async () => {
    const guess = await beginGuess(store, { ...origin, email: given.email })
    const hash = await comparePassword(deps, person?.id, given, origin.known === undefined ? 'stranger' : 'known')
    const enter = async (tx: Transaction) => {
      const member = person && (await activeMember(tx, person.id))
      const step = member && hash && (await takeTotp(tx, member.id, hash, given.code))
      if (member === undefined || !step) return undefined
      await forgiveGuess(tx, guess)
      const isNewBrowser = knownBrowser(tx, known, member.id) === undefined
      return sessions.begin(tx, member.id, { provenBy: 'password', isNewBrowser, device, former, step })
    }
    const token = hash ? await store.write(enter) : undefined
    if (token === undefined) await auditGuess(deps, person?.id, 'password')
    return tokenOrRefusal(deps, token)
  })
}

const proofSchema = z.object({ challenge: z.string(), change: z.optional(z.string()) })

/** Begins a proof by one of one’s own passkeys, and with it to confirm a change of what one signs in with. */
export async function beginPasskeyProof(
  { store, site }: AccountDeps,
  personId: string,
  change?: string,
): Promise<AssertionCeremony> {
  const nonce = makeChallenge()
  const challenge = change === undefined ? nonce : challengeOfChange(personId, change, nonce)
  const known = (await passkeysOf(store, personId)).map(({ credential_id: credentialId, transports }) => ({
    credentialId,
    transports: transportsIn(transports),
  }))
  const ceremonyId = await store.write((tx) => beginCeremony(tx, 'proof', { challenge, change }, { personId }))
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
  const { challenge, change } = proofSchema.parse(
    await requireBegun(readCeremony(store, 'proof', ceremonyId, person.id)),
  )
  const used = await passkeyThatSigned(deps, challenge, response, person.id)
  return store.write(async (tx) => {
    await requireBegun(takeCeremony(tx, 'proof', ceremonyId, person.id))
    if (used === undefined || !(await notePasskeyUse(tx, used))) throw new Failure('SIGN_IN_FAILED')
    const token = provenToken(await sessions.prove(tx, sessionToken, 'passkey'))
    if (change !== undefined) await noteConfirmation(tx, { person, sessionToken: token }, change)
    return token
  })
}

/**
 * Proves by password and code who one is; answers the other token of the session. Who has a passkey confirms no change by it.
 * @throws Failure STEP_UP_REQUIRED, SIGN_IN_PAUSED, SIGN_IN_FAILED, SIGN_IN_REQUIRED, TOO_MANY_SIGN_INS
 */
export async function proveByPassword(
  deps: AccountDeps,
  { change, ...given }: { readonly password: string; readonly code: string; readonly change?: string },
  { person, sessionToken = '' }: SessionHolder,
): Promise<string> {
  const { store, sessions, signInLimits } = deps
  if (change !== undefined && (await hasPasskey(store, person.id)))
    throw new Failure('STEP_UP_REQUIRED', { params: { why: 'credentials', change } })
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
      const proven = provenToken(await sessions.prove(tx, sessionToken, 'password', step))
      if (change !== undefined) await noteConfirmation(tx, { person, sessionToken: proven }, change)
      return proven
    })
    return tokenOrRefusal(deps, token)
  })
}

/** @throws Failure SIGN_IN_REQUIRED where the session has ended meanwhile */
export function provenToken(token: string | undefined): string {
  if (token === undefined) throw new Failure('SIGN_IN_REQUIRED', { params: { why: 'unknown' } })
  return token
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
