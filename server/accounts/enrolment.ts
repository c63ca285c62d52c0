import * as z from 'zod/mini'
import type { CreationOptions, Enrolment, Registration } from '#shared/api/accounts.ts'
import { issueOn } from '#shared/api/issue.ts'
import { arePowerful } from '#shared/api/permissions.ts'
import { Failure } from '../kernel/failure.ts'
import { endMeant } from '../people/audited-ends.ts'
import { beginCeremony, readCeremony, requireBegun, takeCeremony } from '../people/ceremonies.ts'
import { aDayLater, heldFact, newHold } from '../people/holds.ts'
import { isNameTaken, readName } from '../people/people.ts'
import { changePerson, findPerson, type PersonRow, rightsIn } from '../people/people-rows.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { type InvitationRow, passkeysOf, putInvitation, removePassword } from './credential-rows.ts'
import {
  type AccountDeps,
  addPasskey,
  type Browser,
  challengeSchema,
  removePasskey,
  renewRecoveryCodes,
  setPassword,
} from './credentials.ts'
import { invitationOf } from './invitations.ts'
import { creationOptions, makeChallenge, type NewPasskey, readRegistration } from './passkeys.ts'
import { weakness } from './password-rules.ts'
import { isLinkProposed } from './recovery.ts'
import { makeTotpSecret, totpStep, totpUri } from './totp.ts'

/** A link that holds, and whose it is. */
interface Enrolling {
  readonly invitation: InvitationRow
  readonly person: PersonRow
}

/** @throws Failure LINK_EXPIRED for one that was used, has expired, was withdrawn, or belongs to a suspended person */
async function enrolling(reader: Reader, token: string): Promise<Enrolling> {
  const invitation = await invitationOf(reader, token)
  const person = invitation && (await findPerson(reader.db, invitation.person_id))
  const status = invitation?.kind === 'invitation' ? 'invited' : 'active'
  if (invitation === undefined || person === undefined || person.status !== status) throw new Failure('LINK_EXPIRED')
  return { invitation, person }
}

/** What a link is for. @throws Failure LINK_EXPIRED */
export async function showEnrolment({ store }: AccountDeps, token: string): Promise<Enrolment> {
  if (await isLinkProposed(store, token)) throw new Failure('LINK_EXPIRED', { params: { why: 'proposed' } })
  const { invitation, person } = await enrolling(store, token)
  const rights = rightsIn(store.encryption, person)
  if (rights === undefined) throw new Failure('LINK_EXPIRED')
  const { kind, email, expires_at: expiresAt } = invitation
  return { name: person.name, email, roles: [...rights.roles], kind, expiresAt }
}

/** @throws Failure LINK_EXPIRED */
export async function beginEnrolmentPasskey({ store, site }: AccountDeps, token: string) {
  const { invitation, person } = await enrolling(store, token)
  return beginCreation(
    { store, site },
    { id: person.id, name: person.name, email: invitation.email },
    'enrolment-passkey',
  )
}

/** Begins to make a passkey for a person. */
export async function beginCreation(
  { store, site }: Pick<AccountDeps, 'store' | 'site'>,
  person: { readonly id: string; readonly name: string; readonly email: string },
  kind: 'enrolment-passkey' | 'new-passkey',
): Promise<{ ceremonyId: string; options: CreationOptions }> {
  const challenge = makeChallenge()
  const passkeys = kind === 'new-passkey' ? await passkeysOf(store, person.id) : []
  const known = passkeys.map(({ credential_id: credentialId }) => ({ credentialId, transports: [] }))
  const ceremonyId = await store.write((tx) => beginCeremony(tx, kind, { challenge }, { personId: person.id }))
  return { ceremonyId, options: creationOptions(site(), challenge, person, known) }
}

/**
 * The passkey that a browser has made in a ceremony, which goes on until it is taken.
 * @throws Failure CEREMONY_EXPIRED, PASSKEY_REFUSED
 */
export async function createdPasskey(
  { store, site }: Pick<AccountDeps, 'store' | 'site'>,
  { ceremonyId, response }: { readonly ceremonyId: string; readonly response: Registration },
  kind: 'enrolment-passkey' | 'new-passkey',
  personId: string,
): Promise<NewPasskey> {
  const { challenge } = challengeSchema.parse(await requireBegun(readCeremony(store, kind, ceremonyId, personId)))
  const passkey = await readRegistration(site(), challenge, response)
  if (passkey === undefined) throw new Failure('PASSKEY_REFUSED')
  return passkey
}

/** Who has enrolled: the token of their first session, and their recovery codes, which are shown only once. */
interface Enrolled {
  readonly token: string
  readonly recoveryCodes: string[]
}

/** @throws Failure LINK_EXPIRED, CEREMONY_EXPIRED, PASSKEY_REFUSED, FIELDS_INVALID for the name */
export async function enrolByPasskey(
  deps: AccountDeps,
  given: {
    readonly token: string
    readonly name: string
    readonly ceremonyId: string
    readonly response: Registration
  },
  browser: Browser,
): Promise<Enrolled> {
  const { store } = deps
  const { person } = await enrolling(store, given.token)
  const passkey = await createdPasskey(deps, given, 'enrolment-passkey', person.id)
  return store.write((tx) =>
    enrol(tx, deps, { ...given, browser, provenBy: 'passkey' }, async ({ id, device }) => {
      await requireBegun(takeCeremony(tx, 'enrolment-passkey', given.ceremonyId, id))
      await addPasskey(tx, id, device, passkey)
    }),
  )
}

const secretSchema = z.object({ secret: z.string() })

/** Begins to pair an authenticator app. @throws Failure LINK_EXPIRED */
export async function beginEnrolmentTotp({ store }: AccountDeps, token: string) {
  const { invitation, person } = await enrolling(store, token)
  return beginTotp({ store }, person.id, invitation.email)
}

export async function beginTotp({ store }: Pick<AccountDeps, 'store'>, personId: string, email: string) {
  const secret = makeTotpSecret()
  const ceremonyId = await store.write((tx) => beginCeremony(tx, 'totp', { secret }, { personId, lifeMs: 15 * 60_000 }))
  return { ceremonyId, secret, uri: totpUri(secret, email) }
}

/**
 * What a hash costs is paid for a link with a code of its app alone, and not often.
 * @throws Failure LINK_EXPIRED, CEREMONY_EXPIRED, SIGN_IN_PAUSED, TOO_MANY_SIGN_INS, FIELDS_INVALID for name, password or code
 */
export async function enrolByPassword(
  deps: AccountDeps,
  given: {
    readonly token: string
    readonly name: string
    readonly ceremonyId: string
    readonly password: string
    readonly code: string
  },
  browser: Browser,
): Promise<Enrolled> {
  const { store, signInLimits } = deps
  const { person, invitation } = await enrolling(store, given.token)
  requireStrong(given.password, { name: given.name, email: invitation.email })
  return signInLimits.enrolment(invitation.id, browser.address, async () => {
    await pairedApp(store, readCeremony(store, 'totp', given.ceremonyId, person.id), given.code)
    const hash = await deps.passwords.make(given.password, 'stranger')
    return store.write(async (tx) => {
      const paired = await pairedApp(tx, takeCeremony(tx, 'totp', given.ceremonyId, person.id), given.code)
      return enrol(tx, deps, { ...given, browser, provenBy: 'password' }, ({ id }) =>
        setPassword(tx, id, { hash, ...paired }),
      )
    })
  })
}

/** @throws Failure FIELDS_INVALID for a password that is too weak */
export function requireStrong(password: string, owner: { readonly name: string; readonly email: string }): void {
  const error = weakness(password, owner)
  if (error !== undefined) throw new Failure('FIELDS_INVALID', { errors: [error] })
}

/**
 * The authenticator app that a person paired, of which they typed a code. A wrong code leaves the ceremony as it was: the failure takes
 * the transaction back.
 * @throws Failure CEREMONY_EXPIRED, FIELDS_INVALID
 */
export async function pairedApp(
  { now }: Pick<Reader, 'now'>,
  ceremony: Promise<unknown>,
  code: string,
): Promise<{ readonly secret: string; readonly step: number }> {
  const { secret } = secretSchema.parse(await requireBegun(ceremony))
  const step = totpStep(secret, code, now(), null)
  if (step === undefined) throw new Failure('FIELDS_INVALID', { errors: [issueOn('code', 'wrong_code', {})] })
  return { secret, step }
}

interface Newcomer {
  readonly token: string
  readonly name: string
  readonly browser: Browser
  readonly provenBy: 'passkey' | 'password'
}

/** Uses the link up: its person has this credential and no other, new recovery codes, and a session. Audited. */
async function enrol(
  tx: Transaction,
  { sessions }: AccountDeps,
  { token, name, browser, provenBy }: Newcomer,
  addCredential: (to: { readonly id: string; readonly device: string }) => Promise<void>,
): Promise<Enrolled> {
  const { invitation, person } = await enrolling(tx, token)
  const { id } = person
  await putInvitation(tx, { ...invitation, used_at: tx.now().toISOString() })
  if (invitation.kind === 'invitation') await welcome(tx, person, name, invitation.made_by !== null)
  else await giveBack(tx, person)
  const device = browser.device === '' ? 'Passkey' : browser.device
  await addCredential({ id, device: device.slice(0, 60) })
  const recoveryCodes = await renewRecoveryCodes(tx, id)
  const { device: seat, former } = browser
  return { token: await sessions.begin(tx, id, { provenBy, device: seat, former }), recoveryCodes }
}

/** @throws Failure FIELDS_INVALID for an invalid name, or one that another person has */
async function welcome(tx: Transaction, person: PersonRow, typed: string, isByAdmin: boolean): Promise<void> {
  const { name, key } = readName(typed)
  if (await isNameTaken(tx, { name, key }, person.id))
    throw new Failure('FIELDS_INVALID', { errors: [issueOn('name', 'name_taken', {})] })
  // Whom the command line invites is not held.
  const isNew = isByAdmin && arePowerful(rightsIn(tx.encryption, person)?.roles ?? [])
  const held_until = isNew ? await newHold(tx) : null
  await changePerson(tx, person, { status: 'active', name, name_key: key, held_until })
  // From now on the audit log knows this name.
  const thing = { type: 'person', id: person.id } as const
  await tx.audit({ personId: person.id, action: 'person.enrolled', thing, facts: { name, ...heldFact(held_until) } })
}

/** The lost credentials become useless to anyone who holds them; and the other admins have a day to notice. */
async function giveBack(tx: Transaction, person: PersonRow): Promise<void> {
  await endMeant(tx, { by: 'person_id', value: person.id }, 'recovered')
  for (const passkey of await passkeysOf(tx, person.id)) await removePasskey(tx, passkey)
  await removePassword(tx, person.id)
  const held_until = aDayLater(tx)
  await changePerson(tx, person, { held_until })
  const thing = { type: 'person', id: person.id } as const
  await tx.audit({ personId: person.id, action: 'person.recovered', thing, facts: { heldUntil: held_until } })
}
