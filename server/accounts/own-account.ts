import type { Registration } from '#shared/api/accounts.ts'
import type { Account } from '#shared/api/own-account.ts'
import { arePowerful } from '#shared/api/permissions.ts'
import { Failure } from '../kernel/failure.ts'
import { endMeant } from '../people/audited-ends.ts'
import { readCeremony, requireBegun, takeCeremony } from '../people/ceremonies.ts'
import { newHold } from '../people/holds.ts'
import type { Member } from '../people/member.ts'
import { changePerson, findPerson } from '../people/people-rows.ts'
import { requireLiveSession } from '../people/permitted.ts'
import { sessionsOfPerson } from '../people/session-rows.ts'
import type { Store, Transaction } from '../store/store.ts'
import { requireConfirmation, takeConfirmation } from './confirmed-changes.ts'
import { passkeysOf, passwordOf, recoveryCodesOf, removePassword } from './credential-rows.ts'
import { credentialChanges } from './credential-trail.ts'
import {
  type AccountDeps,
  addPasskey,
  auditOwn,
  removePasskey,
  renewRecoveryCodes,
  setPassword,
} from './credentials.ts'
import { beginCreation, beginTotp, createdPasskey, pairedApp, requireStrong } from './enrolment.ts'

/** Whose account, and with which session they look at it. */
export interface AccountHolder {
  readonly person: Member
  readonly session: { readonly id: string }
  readonly sessionToken: string | undefined
}

/** A week: who is away for a weekend has seen it. */
const shownForMs = 7 * 24 * 60 * 60_000

/** Who one is here, how one signs in and what of it is new, and where one has. @throws Failure TAMPERED */
export async function showAccount(store: Store, { person, session }: AccountHolder): Promise<Account> {
  const { id, name, roles, approveUpTo, approveUpToADay, heldUntil } = person
  const row = await findPerson(store.db, id)
  const passkeys = await passkeysOf(store, id)
  const sessions = await sessionsOfPerson(store.db, id, store.now().toISOString())
  return {
    id,
    name,
    email: row?.email ?? null,
    roles: [...roles],
    approveUpTo: { ...approveUpTo },
    approveUpToADay: { ...approveUpToADay },
    heldUntil,
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.created_at,
      lastUsedAt: passkey.last_used_at,
      isBackedUp: passkey.backed_up === 1,
    })),
    hasPassword: (await passwordOf(store, id)) !== undefined,
    recoveryCodesLeft: (await recoveryCodesOf(store, id)).length,
    recentChanges: await credentialChanges(store, id, new Date(store.now().getTime() - shownForMs)),
    sessions: sessions.map((one) => ({
      id: one.id,
      device: one.device,
      provenBy: one.proven_by,
      createdAt: one.created_at,
      lastUsedAt: one.last_used_at,
      isThis: one.id === session.id,
    })),
  }
}

/** The address that a person signs in with. */
async function emailOf({ store }: Pick<AccountDeps, 'store'>, personId: string): Promise<string> {
  return (await findPerson(store.db, personId))?.email ?? ''
}

export async function beginNewPasskey(deps: AccountDeps, { id, name }: Member) {
  return beginCreation(deps, { id, name, email: await emailOf(deps, id) }, 'new-passkey')
}

/** @throws Failure STEP_UP_REQUIRED, CEREMONY_EXPIRED, PASSKEY_REFUSED */
export async function addOwnPasskey(
  deps: AccountDeps,
  owner: AccountHolder,
  given: { readonly ceremonyId: string; readonly response: Registration; readonly name: string },
): Promise<void> {
  const attestation = given.response.response.attestationObject
  const change = { kind: 'passkey.added', name: given.name, attestation } as const
  await requireConfirmation(deps.store, owner, change)
  const passkey = await createdPasskey(deps, given, 'new-passkey', owner.person.id)
  await deps.store.write(async (tx) => {
    await takeConfirmation(tx, owner, change)
    await requireBegun(takeCeremony(tx, 'new-passkey', given.ceremonyId, owner.person.id))
    await addPasskey(tx, owner.person.id, given.name, passkey)
    await endWithChange(tx, owner)
  })
}

/** @throws Failure NOT_FOUND, LAST_WAY_IN, STEP_UP_REQUIRED */
export async function removeOwnPasskey({ store }: AccountDeps, owner: AccountHolder, passkeyId: string): Promise<void> {
  await store.write(async (tx) => {
    const passkeys = await passkeysOf(tx, owner.person.id)
    const meant = passkeys.find(({ id }) => id === passkeyId)
    if (meant === undefined) throw new Failure('NOT_FOUND')
    if (passkeys.length === 1 && (await passwordOf(tx, owner.person.id)) === undefined) throw new Failure('LAST_WAY_IN')
    await takeConfirmation(tx, owner, { kind: 'passkey.removed', passkey: passkeyId })
    await removePasskey(tx, meant)
    await endWithChange(tx, owner)
  })
}

export async function beginOwnTotp(deps: AccountDeps, { id }: Member) {
  return beginTotp(deps, id, await emailOf(deps, id))
}

/** @throws Failure CEREMONY_EXPIRED, FIELDS_INVALID for password or code, STEP_UP_REQUIRED */
export async function setOwnPassword(
  deps: Pick<AccountDeps, 'store' | 'passwords'>,
  owner: AccountHolder,
  given: { readonly ceremonyId: string; readonly password: string; readonly code: string },
): Promise<void> {
  const { id, name } = owner.person
  const { ceremonyId, password } = given
  requireStrong(password, { name, email: await emailOf(deps, id) })
  const paired = await pairedApp(deps.store, readCeremony(deps.store, 'totp', ceremonyId, id), given.code)
  // Not the code: typed again, it is still this app and this password.
  const change = { kind: 'password.set', ceremonyId, password } as const
  await requireConfirmation(deps.store, owner, change)
  const hash = await deps.passwords.make(password, 'known')
  await deps.store.write(async (tx) => {
    await requireBegun(takeCeremony(tx, 'totp', ceremonyId, id))
    await takeConfirmation(tx, owner, change)
    await setPassword(tx, id, { hash, ...paired })
    await endWithChange(tx, owner)
  })
}

/** @throws Failure NOT_FOUND, LAST_WAY_IN, STEP_UP_REQUIRED */
export async function removeOwnPassword({ store }: AccountDeps, owner: AccountHolder): Promise<void> {
  const { id } = owner.person
  await store.write(async (tx) => {
    if ((await passwordOf(tx, id)) === undefined) throw new Failure('NOT_FOUND')
    if ((await passkeysOf(tx, id)).length === 0) throw new Failure('LAST_WAY_IN')
    await takeConfirmation(tx, owner, { kind: 'password.removed' })
    await removePassword(tx, id)
    await auditOwn(tx, id, 'password.removed')
    await endWithChange(tx, owner)
  })
}

/** @throws Failure STEP_UP_REQUIRED */
export function renewOwnRecoveryCodes({ store }: Pick<AccountDeps, 'store'>, owner: AccountHolder): Promise<string[]> {
  return store.write(async (tx) => {
    await takeConfirmation(tx, owner, { kind: 'recoveryCodes.made' })
    await holdForCredentials(tx, owner)
    return renewRecoveryCodes(tx, owner.person.id)
  })
}

/**
 * Ends one of one's own sessions, and the work that goes on in one's name where it is not the one that asks: that is to sign out.
 * @throws Failure NOT_FOUND for a session that is not one’s own, or is over
 */
export async function endOwnSession(
  store: Store,
  { person, session }: AccountHolder,
  sessionId: string,
): Promise<void> {
  await store.write(async (tx) => {
    const own = await sessionsOfPerson(tx.db, person.id, tx.now().toISOString())
    if (!own.some(({ id }) => id === sessionId)) throw new Failure('NOT_FOUND')
    await endMeant(tx, { by: 'id', value: sessionId }, sessionId === session.id ? 'signed_out' : 'ended')
  })
}

/**
 * Browsers that signed in with the earlier credentials have to sign in again; and the others have a day to notice.
 * @throws Failure SIGN_IN_REQUIRED
 */
async function endWithChange(tx: Transaction, { person, session }: AccountHolder): Promise<void> {
  await endMeant(tx, { by: 'person_id', value: person.id, exceptId: session.id }, 'credentials_changed')
  await holdForCredentials(tx, { person, session })
}

/** @throws Failure SIGN_IN_REQUIRED */
async function holdForCredentials(
  tx: Transaction,
  { person, session }: Omit<AccountHolder, 'sessionToken'>,
): Promise<void> {
  // The session can have ended with all others of a person who is suspended or recovers.
  await requireLiveSession(tx, session.id)
  const { id, roles } = person
  const row = await findPerson(tx.db, id)
  const held_until = arePowerful(roles) ? await newHold(tx) : null
  if (row === undefined || held_until === null) return
  await changePerson(tx, row, { held_until })
  await auditOwn(tx, id, 'person.held', { heldUntil: held_until })
}
