import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Assertion } from '#shared/api/accounts.ts'
import { Failure } from '../kernel/failure.ts'
import { type Member, memberIn } from '../people/member.ts'
import { findPerson } from '../people/people-rows.ts'
import type { Sessions } from '../people/sessions.ts'
import type { SignInLimits } from '../people/sign-in-limits.ts'
import type { Reader, Store, Transaction } from '../store/store.ts'
import {
  findPasskey,
  type PasskeyRow,
  passwordOf,
  putPasskey,
  putPassword,
  replaceRecoveryCodes,
} from './credential-rows.ts'
import { isNewestPassword } from './credential-trail.ts'
import { judgeAssertion, type NewPasskey, type PasskeySite, userHandleOf } from './passkeys.ts'
import type { PasswordHashes } from './password-hash.ts'
import { makeRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { makeTotpSecret, totpStep } from './totp.ts'

/** What signing in and accounts take. */
export interface AccountDeps {
  readonly store: Store
  readonly sessions: Sessions
  readonly passwords: PasswordHashes
  readonly signInLimits: SignInLimits
  /** Known once the server listens. */
  readonly site: () => PasskeySite
}

/** The device and address of a sign-in. */
export interface Browser {
  readonly address: string
  readonly device: string
  /** The token of the session that it has. */
  readonly former: string | undefined
  /** What it keeps of an earlier sign-in. */
  readonly known: string | undefined
}

/** The person, if the app wrote the row and they are active. */
export async function activeMember(reader: Reader, personId: string): Promise<Member | undefined> {
  const row = await findPerson(reader.db, personId)
  return row && memberIn(reader, 'accounts', row)
}

/** What a ceremony with a challenge began with. */
export const challengeSchema = z.object({ challenge: z.string() })

/** A passkey that has signed, before the check that it was not used in the meantime. */
export interface UsedPasskey {
  readonly row: PasskeyRow
  readonly counter: number
  readonly isBackedUp: boolean
}

/**
 * The passkey that has signed this challenge; undefined where none of ours has. A copy of a passkey is audited.
 * @param personId the person it has to belong to; left out where the passkey identifies the person
 */
export async function passkeyThatSigned(
  { store, site }: Pick<AccountDeps, 'store' | 'site'>,
  challenge: string,
  response: Assertion,
  personId?: string,
): Promise<UsedPasskey | undefined> {
  const row = await findPasskey(store, response.id)
  if (row === undefined || (personId ?? row.person_id) !== row.person_id) return undefined
  if (!(await isHeld(store, row))) return undefined
  const { userHandle } = response.response
  // A passkey that identifies the person has to carry their user handle.
  if ((personId === undefined || userHandle !== undefined) && userHandle !== userHandleOf(row.person_id))
    return undefined
  const known = { credentialId: row.credential_id, publicKey: row.public_key, counter: Number(row.counter) }
  const verdict = await judgeAssertion(site(), challenge, known, response)
  if (verdict.isGood) return { row, counter: verdict.counter, isBackedUp: verdict.isBackedUp }
  if (verdict.why === 'counter')
    await store.write((tx) => auditMiss(tx, row.person_id, { passkey: row.id, by: 'counter' }))
  return undefined
}

/** Notes that a passkey was used; false where it was removed meanwhile, or another request has used as high a counter. */
export async function notePasskeyUse(tx: Transaction, { row, counter, isBackedUp }: UsedPasskey): Promise<boolean> {
  const now = await findPasskey(tx, row.credential_id)
  if (now === undefined || now.counter !== row.counter || !(await isHeld(tx, now))) return false
  await putPasskey(tx, {
    ...now,
    counter: String(counter),
    backed_up: isBackedUp ? 1 : 0,
    last_used_at: tx.now().toISOString(),
  })
  return true
}

/** Whether the audit log has a passkey as one of its person. */
async function isHeld(log: Pick<Reader, 'recentSignIns'>, { id, person_id }: PasskeyRow): Promise<boolean> {
  return (await log.recentSignIns()).passkeysOf(person_id).ids.has(id)
}

/** Whether a person signs approvals with a passkey: by the audit log, as rows can be hidden. */
export async function hasPasskey(log: Pick<Reader, 'recentSignIns'>, personId: string): Promise<boolean> {
  return (await log.recentSignIns()).passkeysOf(personId).ids.size > 0
}

/** Keeps a new passkey of a person; audited. @throws Failure PASSKEY_REFUSED for one that is known already */
export async function addPasskey(tx: Transaction, personId: string, name: string, passkey: NewPasskey): Promise<void> {
  const { credentialId, publicKey, counter, transports, isBackedUp } = passkey
  const known = await tx.db
    .selectFrom('passkeys')
    .select('id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (known !== undefined) throw new Failure('PASSKEY_REFUSED')
  const id = randomUUID()
  await putPasskey(tx, {
    id,
    person_id: personId,
    credential_id: credentialId,
    public_key: publicKey,
    counter: String(counter),
    name,
    transports: JSON.stringify(transports),
    created_at: tx.now().toISOString(),
    last_used_at: null,
    backed_up: isBackedUp ? 1 : 0,
    removed_at: null,
  })
  await auditOwn(tx, personId, 'passkey.added', { passkey: id })
}

/** Removes a passkey, whose row stays; audited. */
export async function removePasskey(tx: Transaction, row: PasskeyRow): Promise<void> {
  await putPasskey(tx, { ...row, removed_at: tx.now().toISOString() })
  await auditOwn(tx, row.person_id, 'passkey.removed', { passkey: row.id })
}

/** Sets the password of a person and the secret of their authenticator app, of which a code was just typed; audited. */
export async function setPassword(
  tx: Transaction,
  personId: string,
  { hash, secret, step }: { readonly hash: string; readonly secret: string; readonly step: number },
): Promise<void> {
  const changedAt = tx.now().toISOString()
  await putPassword(tx, {
    id: personId,
    hash,
    totp_encrypted: tx.encryption.encrypt(secret, placeOf(personId)),
    totp_last_step: step,
    changed_at: changedAt,
  })
  await auditOwn(tx, personId, 'password.set', { changedAt, step })
}

/**
 * Uses up a code of an authenticator app; answers its step, for the entry that records the sign-in. Undefined for a wrong code, or where the
 * password is not the one that was compared, or an older one that was put back.
 */
export async function takeTotp(
  tx: Transaction,
  personId: string,
  hash: string,
  code: string,
): Promise<number | undefined> {
  const row = await passwordOf(tx, personId)
  if (row === undefined || row.hash !== hash || !(await isNewestPassword(tx, row))) return undefined
  const secret = tx.encryption.decrypt(row.totp_encrypted, placeOf(personId))
  const used = [row.totp_last_step, (await tx.recentSignIns()).lastStep(personId)].filter((step) => step !== null)
  const step = totpStep(secret, code, tx.now(), used.length === 0 ? null : Math.max(...used))
  if (step === undefined) return undefined
  await putPassword(tx, { ...row, totp_last_step: step })
  return step
}

/** A secret that no person has, so that comparing a code takes as long for an unknown person. */
const decoySecret = makeTotpSecret()

/**
 * Compares a password and a code with those of a person, who may not be there: that takes as long.
 * @returns what {@link takeTotp} takes in the transaction that lets them in; undefined where it is wrong already
 */
export async function comparePassword(
  { store, passwords }: Pick<AccountDeps, 'store' | 'passwords'>,
  personId: string | undefined,
  { password, code }: { readonly password: string; readonly code: string },
  by: 'stranger' | 'known',
): Promise<string | undefined> {
  const row = personId === undefined ? undefined : await passwordOf(store, personId)
  const isRight = await passwords.isOf(password, row?.hash, by)
  totpStep(decoySecret, code, store.now(), null)
  return isRight ? row?.hash : undefined
}

/** Gives a person eight new recovery codes, in place of all former ones; audited. */
export async function renewRecoveryCodes(tx: Transaction, personId: string): Promise<string[]> {
  const codes = makeRecoveryCodes()
  const hashes = codes.map((code) => recoveryCodeHash(tx.encryption, personId, code))
  const madeAt = tx.now().toISOString()
  await replaceRecoveryCodes(tx, personId, hashes, madeAt)
  await auditOwn(tx, personId, 'recoveryCodes.made', { madeAt })
  return [...codes]
}

/** Audits a failed sign-in or proof of a person. */
export function auditMiss(tx: Transaction, personId: string, facts: Readonly<Record<string, string>>): Promise<void> {
  return tx.audit({ personId: null, action: 'signIn.failed', thing: { type: 'person', id: personId }, facts })
}

/** Audits what a stranger missed, so often a day for an account; all else, as where there is no account, is counted alone. */
export async function auditGuess(
  { store, signInLimits }: Pick<AccountDeps, 'store' | 'signInLimits'>,
  personId: string | undefined,
  by: 'password' | 'recovery',
): Promise<void> {
  if (personId === undefined || !signInLimits.isAudited(personId)) return
  await store.writeJointly((tx) => auditMiss(tx, personId, { by }))
}

type OwnAction =
  | 'passkey.added'
  | 'passkey.removed'
  | 'password.set'
  | 'password.removed'
  | 'recoveryCodes.made'
  | 'recoveryCodes.used'
  | 'approval.signed'
  | 'person.held'

/** Audits a change that a person makes to their own account. Never a name of a passkey: in facts of a person, that word is the person’s. */
export function auditOwn(
  tx: Transaction,
  personId: string,
  action: OwnAction,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return tx.audit({ personId, action, thing: { type: 'person', id: personId }, facts })
}

function placeOf(personId: string) {
  return { table: 'passwords', id: personId, column: 'totp_encrypted' }
}
