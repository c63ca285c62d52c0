import * as z from 'zod/mini'
import type { PersonWrite } from '#shared/api/people.ts'
import { arePowerful, roles } from '#shared/api/permissions.ts'
import type { ProblemParams } from '#shared/api/problem.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { passkeysOf, passwordOf } from '../accounts/credential-rows.ts'
import { withdrawInvitations } from '../accounts/invitations.ts'
import { Failure } from '../kernel/failure.ts'
import { lookOfName } from '../kernel/name-look.ts'
import { distrust } from '../payouts/distrust.ts'
import { endMeant } from '../people/audited-ends.ts'
import { heldFact, newHold } from '../people/holds.ts'
import { isOf, type Member } from '../people/member.ts'
import { namesOnTrust } from '../people/names-on-trust.ts'
import { activeAdmins, changePerson, findPerson, type PersonRow, rightsIn } from '../people/people-rows.ts'
import { auditedRoles } from '../people/rights-trail.ts'
import { propose, withdrawAll } from '../proposals/proposals.ts'
import type { Transaction } from '../store/store.ts'
import type { TokenRow } from '../tokens/token-rows.ts'
import { revokeAll } from '../tokens/tokens.ts'
import { areRaised, limitColumns, readLimits } from './approval-limits.ts'
import { endByRoles } from './lost-roles.ts'

/* What admins do with people. Each of it is one transaction with what ends by it, and audited. */

export interface PeopleAdminDeps {
  readonly signIn: SignInMode
  /** Where links lead. */
  readonly publicOrigin: () => string
}

/**
 * Gives a person other roles or limits. What gives them power is proposed, but a role that they lose waits for no limit that is raised with it.
 * Their sessions end: they were opened with the earlier rights.
 * @throws Failure NOT_FOUND, VERSION_CONFLICT, PERSON_REFUSED, FIELDS_INVALID, TAMPERED
 */
export async function changeRights(
  tx: Transaction,
  { signIn }: PeopleAdminDeps,
  by: Member,
  seen: { readonly id: string; readonly version: number },
  { roles, ...limits }: PersonWrite,
): Promise<void> {
  const person = await provenPerson(tx, seen.id)
  if (person.version !== seen.version) throw new Failure('VERSION_CONFLICT', { params: { what: 'person' } })
  if (person.id === by.id) throw refused('self')
  const before = rightsOf(tx, person)
  const after = { roles, ...readLimits(limits) }
  if (signIn === 'oidc' && JSON.stringify(before.roles) !== JSON.stringify(roles)) throw refused('provider')
  const isPromoted = arePowerful(roles.filter((role) => !before.roles.includes(role)))
  // Limits also of who reviews nothing now: the role can come back.
  const isRaised = areRaised(before, after)
  if (!isPromoted) await setRights(tx, by.id, person, isRaised ? { ...before, roles } : after)
  if (!isPromoted && !isRaised) return
  const { version } = await provenPerson(tx, person.id)
  await propose(tx, by, { kind: 'rights', thingId: person.id, content: { ...after, version } })
}

const limitsSchema = z.record(z.string(), z.string())
const rightsSchema = z.object({
  roles: z.array(z.enum(roles)),
  approveUpTo: limitsSchema,
  approveUpToADay: limitsSchema,
})
const proposedRightsSchema = z.object({ ...rightsSchema.shape, version: z.number() })

type PersonRights = Readonly<z.infer<typeof rightsSchema>>

/** The rights that a proposal would give. */
export function proposedRights(content: string) {
  return proposedRightsSchema.parse(JSON.parse(content))
}

/** Gives a person the rights that were proposed, unless they changed since. @throws Failure NOT_FOUND, PERSON_REFUSED, TAMPERED */
export async function giveRights(tx: Transaction, byId: string | null, id: string, content: string): Promise<void> {
  const person = await provenPerson(tx, id)
  const { version, ...rights } = proposedRights(content)
  if (person.version !== version) throw refused('outdated')
  // The roles would come with a link that was given out for fewer.
  await withdrawInvitations(tx, id)
  await setRights(tx, byId, person, rights)
}

export async function setRights(
  tx: Transaction,
  byId: string | null,
  person: PersonRow,
  after: PersonRights,
): Promise<void> {
  const before = rightsOf(tx, person)
  const facts = {
    ...changeOf('roles', before.roles, after.roles),
    ...changeOf('approveUpTo', before.approveUpTo, after.approveUpTo),
    ...changeOf('approveUpToADay', before.approveUpToADay, after.approveUpToADay),
  }
  if (Object.keys(facts).length === 0) return
  if (!after.roles.includes('admin')) await requireOtherAdmin(tx, person)
  const isNew = arePowerful(after.roles.filter((role) => !before.roles.includes(role)))
  const hold = isNew && person.status !== 'invited' ? await newHold(tx) : null
  await changePerson(tx, person, {
    roles: JSON.stringify(after.roles),
    ...limitColumns(after),
    ...(hold !== null && { held_until: hold }),
  })
  const tokens = await endByRoles(tx, person, { roles: after.roles, byId })
  const thing = { type: 'person', id: person.id } as const
  const all = { ...facts, ...heldFact(hold), ...counted({ tokens }) }
  await tx.audit({ personId: byId, action: 'person.changed', thing, facts: all })
}

/** @throws Failure TAMPERED */
export function rightsOf(tx: Transaction, person: PersonRow) {
  const rights = rightsIn(tx.encryption, person)
  if (rights === undefined) throw new Failure('TAMPERED', { params: { why: 'person' } })
  return rights
}

/**
 * Ends all that a person has here at once: sessions, links, proposals and tokens; with distrust the approvals of payouts that are not exported,
 * too. Their id and name stay.
 * @throws Failure NOT_FOUND, PERSON_REFUSED, TAMPERED
 */
export async function suspendPerson(tx: Transaction, by: Member, id: string, isDistrusted: boolean): Promise<void> {
  const person = await personMeant(tx, id)
  if (id === by.id) throw refused('self')
  rightsOf(tx, person)
  await requireOtherAdmin(tx, person)
  await suspend(tx, by, person, isDistrusted)
}

/** The same, of whom may be suspended; by an admin; null: the command line. @throws Failure TAMPERED */
export async function suspend(
  tx: Transaction,
  by: Member | null,
  person: PersonRow,
  isDistrusted: boolean,
): Promise<void> {
  const { id } = person
  if (person.status !== 'suspended') await changePerson(tx, person, { status: 'suspended' })
  await endMeant(tx, { by: 'person_id', value: id }, 'suspended', by?.id)
  const { links, tokens } = await endAllOf(tx, person, by?.id ?? null)
  const payouts = isDistrusted ? await distrust(tx, id, by) : 0
  const facts = { ...(isDistrusted && { distrust: true }), ...counted({ links, tokens, payouts }) }
  const isNews = person.status !== 'suspended' || isDistrusted
  const thing = { type: 'person', id } as const
  if (isNews) await tx.audit({ personId: by?.id ?? null, action: 'person.suspended', thing, facts })
}

/** Ends the links of a person, the tokens that they made or keep, also under a name that looks like theirs, and what they or others proposed of them. */
async function endAllOf(tx: Transaction, { id, name }: Pick<PersonRow, 'id' | 'name'>, byId: string | null) {
  const links = await withdrawInvitations(tx, id)
  const isTheirs = ({ maker_id, holder_id, holder_name }: TokenRow) =>
    maker_id === id || holder_id === id || (holder_name !== null && lookOfName(holder_name) === lookOfName(name))
  const tokens = await revokeAll(tx, byId, isTheirs)
  await withdrawAll(tx, byId, ({ thing_id, made_by }) => thing_id === id || made_by === id)
  return { links, tokens }
}

/**
 * Lets a suspended person in again; a reviewer or admin once it is confirmed. What ended stays ended.
 * @throws Failure NOT_FOUND, PERSON_REFUSED, TAMPERED
 */
export async function reinstatePerson(tx: Transaction, where: PeopleAdminDeps, by: Member, id: string): Promise<void> {
  const person = await suspendedPerson(tx, where, id)
  // Roles can be changed for a moment, and those of a provider come back with its claim.
  const had = new Set<string>([...rightsOf(tx, person).roles, ...(await auditedRoles(tx, id))])
  if (!arePowerful(roles.filter((role) => had.has(role)))) await letInAgain(tx, where, by.id, id)
  else await propose(tx, by, { kind: 'reinstatement', thingId: id, content: {} })
}

/** @throws Failure NOT_FOUND, PERSON_REFUSED, TAMPERED */
export async function letInAgain(
  tx: Transaction,
  where: Pick<PeopleAdminDeps, 'signIn'>,
  byId: string | null,
  id: string,
): Promise<void> {
  const person = await suspendedPerson(tx, where, id)
  rightsOf(tx, person)
  const hasWayIn =
    where.signIn === 'oidc' || (await passkeysOf(tx, id)).length > 0 || (await passwordOf(tx, id)) !== undefined
  await changePerson(tx, person, { status: hasWayIn ? 'active' : 'invited' })
  await tx.audit({ personId: byId, action: 'person.reinstated', thing: { type: 'person', id } })
}

/** Whom another provider identified does not come back: here they are another person. */
async function suspendedPerson(tx: Transaction, { signIn }: Pick<PeopleAdminDeps, 'signIn'>, id: string) {
  const person = await provenPerson(tx, id)
  if (person.status !== 'suspended') throw refused('notSuspended')
  if (signIn === 'oidc' && !isOf(tx.issuer, person)) throw refused('provider')
  return person
}

/** Ends all sessions of a person, on every device, and the work that goes on in their name. @throws Failure NOT_FOUND, PERSON_REFUSED */
export async function endSessionsOf(tx: Transaction, by: Member, id: string): Promise<void> {
  await personMeant(tx, id)
  if ((await endMeant(tx, { by: 'person_id', value: id }, 'ended', by.id)) > 0) return
  // Work of theirs can go on without a session, and ends too.
  await tx.audit({ personId: by.id, action: 'session.ended', thing: { type: 'person', id }, facts: { why: 'ended' } })
}

/** @throws Failure NOT_FOUND, PERSON_REFUSED for an API token */
export async function personMeant(tx: Transaction, id: string): Promise<PersonRow> {
  const person = await findPerson(tx.db, id)
  if (person === undefined || person.is_sample === 1) throw new Failure('NOT_FOUND')
  if (person.maker_id !== null) throw refused('machine')
  return person
}

/** Who may be given power: no name on trust, which anyone could take, and what is done under it counts for little. @throws Failure NOT_FOUND, PERSON_REFUSED */
export async function provenPerson(tx: Transaction, id: string): Promise<PersonRow> {
  const person = await personMeant(tx, id)
  if ((await namesOnTrust(tx)).has(id)) throw refused('onTrust')
  return person
}

/** At least one person must be left who can let others in. Within the transaction, as two admins can take each other's role at once. */
async function requireOtherAdmin(tx: Transaction, { id }: PersonRow): Promise<void> {
  const admins = await activeAdmins(tx)
  if (admins.some((admin) => admin.id === id) && admins.length === 1) throw refused('lastAdmin')
}

function changeOf<Name extends string, Value>(name: Name, from: Value, to: Value) {
  return JSON.stringify(from) === JSON.stringify(to) ? {} : { [name]: { from, to } }
}

/** A count of zero is left out. */
function counted(counts: Readonly<Record<string, number>>) {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

export function refused(why: NonNullable<ProblemParams['why']>): Failure {
  return new Failure('PERSON_REFUSED', { params: { why } })
}
