import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { issueOn } from '#shared/api/issue.ts'
import type { InvitationWrite } from '#shared/api/people.ts'
import { enrolmentLink, invite, linkLifeMs, withdrawInvitations } from '../accounts/invitations.ts'
import { Failure } from '../kernel/failure.ts'
import { beginCeremony, endCeremonies, waitingCeremonies } from '../people/ceremonies.ts'
import type { Member } from '../people/member.ts'
import { isNameTaken, readName } from '../people/people.ts'
import { activeAdmins, addPerson, type PersonRow, personByEmail } from '../people/people-rows.ts'
import type { Transaction } from '../store/store.ts'
import { type PeopleAdminDeps, personMeant, readLimits, reEnrolment, refused } from './people-admin.ts'

/* Links for setting up a passkey or password: for new people, and for people who have lost theirs. */

const dayMs = 24 * 60 * 60_000

/** A link that is shown this once. */
interface MadeLink {
  readonly id: string
  readonly link: string
  readonly expiresAt: string
}

/**
 * Adds a new person, with a link for setting up a passkey or password.
 * @throws Failure PERSON_REFUSED, FIELDS_INVALID
 */
export async function invitePerson(
  tx: Transaction,
  where: PeopleAdminDeps,
  by: Member,
  { email, roles, ...write }: InvitationWrite,
): Promise<MadeLink> {
  requireAccounts(where)
  const { name, key } = readName(write.name)
  if ((await personByEmail(tx.db, email)) !== undefined) throw invalid('email', 'email_taken')
  if (await isNameTaken(tx, { name, key })) throw invalid('name', 'name_taken')
  const approve_up_to = JSON.stringify(readLimits(write.approveUpTo))
  const id = randomUUID()
  const created_at = tx.now().toISOString()
  const rights = { roles: JSON.stringify(roles), approve_up_to }
  await addPerson(tx, { id, name, name_key: key, created_at, email, status: 'invited', ...rights })
  await tx.audit({ personId: by.id, action: 'person.added', thing: { type: 'person', id }, facts: { name, roles } })
  return makeLink(tx, where, { personId: id, kind: 'invitation', email, madeBy: by.id })
}

/**
 * Another link for an invited person, in place of the former one.
 * @throws Failure NOT_FOUND, PERSON_REFUSED
 */
export async function renewInvitation(
  tx: Transaction,
  where: PeopleAdminDeps,
  by: Member,
  id: string,
): Promise<MadeLink> {
  requireAccounts(where)
  const person = await personMeant(tx, id)
  if (person.status !== 'invited') throw refused(person.status === 'suspended' ? 'suspended' : 'notInvited')
  return makeLink(tx, where, { personId: id, kind: 'invitation', email: person.email ?? '', madeBy: by.id })
}

/** Makes every link of a person void, and what was asked for them. @throws Failure NOT_FOUND, PERSON_REFUSED */
export async function withdrawLinks(tx: Transaction, by: Member, id: string): Promise<void> {
  await personMeant(tx, id)
  const count = (await withdrawInvitations(tx, id)) + (await endCeremonies(tx, reEnrolment, id))
  const thing = { type: 'person', id } as const
  if (count > 0) await tx.audit({ personId: by.id, action: 'invitation.withdrawn', thing })
}

/** Audited with the person it is for: a row in the table alone could be changed to name another person. */
const askedSchema = z.object({ by: z.string(), personId: z.string() })

/** The admin who requested a new link for a person within the last day, if any. */
export function askerIn(content: unknown, personId: string): string | undefined {
  const { data } = z.safeParse(askedSchema, content)
  return data?.personId === personId ? data.by : undefined
}

/**
 * Requests a link for setting up another passkey or password: worth as much as an account, so another admin confirms it.
 * @throws Failure NOT_FOUND, PERSON_REFUSED
 */
export async function askReEnrolment(tx: Transaction, where: PeopleAdminDeps, by: Member, id: string): Promise<void> {
  await requireActive(tx, where, by, id)
  await endCeremonies(tx, reEnrolment, id)
  const asked: z.infer<typeof askedSchema> = { by: by.id, personId: id }
  await beginCeremony(tx, reEnrolment, asked, { personId: id, lifeMs: dayMs })
  await tx.audit({ personId: by.id, action: 'person.recovery_asked', thing: { type: 'person', id } })
}

/**
 * Makes the link that another admin requested. A person who has just recovered their account confirms nothing: with one stolen recovery code
 * an admin would be two.
 * @throws Failure NOT_FOUND, NOT_PERMITTED, PERSON_REFUSED
 */
export async function confirmReEnrolment(
  tx: Transaction,
  where: PeopleAdminDeps,
  by: Member,
  id: string,
): Promise<MadeLink> {
  const { email } = await requireActive(tx, where, by, id)
  const madeBy = askerIn((await waitingCeremonies(tx, reEnrolment)).get(id), id)
  const isAdmin = (await activeAdmins(tx)).some((admin) => admin.id === madeBy)
  if (madeBy === undefined || !isAdmin) throw refused('notAsked')
  if (madeBy === by.id) throw refused('sameAdmin')
  if (by.noApprovingUntil !== null && tx.now().toISOString() < by.noApprovingUntil)
    throw new Failure('NOT_PERMITTED', { params: { permission: 'manage', why: 'recovered' } })
  await endCeremonies(tx, reEnrolment, id)
  return makeLink(tx, where, { personId: id, kind: 'recovery', email: email ?? '', madeBy, confirmedBy: by.id })
}

async function requireActive(tx: Transaction, where: PeopleAdminDeps, by: Member, id: string): Promise<PersonRow> {
  requireAccounts(where)
  const person = await personMeant(tx, id)
  if (id === by.id) throw refused('self')
  if (person.status !== 'active') throw refused(person.status)
  return person
}

async function makeLink(
  tx: Transaction,
  { publicOrigin }: PeopleAdminDeps,
  given: Omit<Parameters<typeof invite>[1], 'lifeMs'>,
): Promise<MadeLink> {
  const { token, expiresAt } = await invite(tx, { ...given, lifeMs: linkLifeMs.byAdmin })
  return { id: given.personId, link: enrolmentLink(publicOrigin(), token), expiresAt }
}

function requireAccounts({ signIn }: PeopleAdminDeps): void {
  if (signIn !== 'accounts') throw refused('provider')
}

function invalid(field: string, code: 'email_taken' | 'name_taken'): Failure {
  return new Failure('FIELDS_INVALID', { errors: [issueOn(field, code, {})] })
}
