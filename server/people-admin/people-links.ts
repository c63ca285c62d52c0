import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { issueOn } from '#shared/api/issue.ts'
import type { InvitationWrite } from '#shared/api/people.ts'
import { arePowerful } from '#shared/api/permissions.ts'
import type { Person } from '#shared/api/session.ts'
import { codeOfProposal, enrolmentLink, invite, linkLifeMs, withdrawInvitations } from '../accounts/invitations.ts'
import { tokenHashIn } from '../accounts/recovery.ts'
import { Failure } from '../kernel/failure.ts'
import type { Member } from '../people/member.ts'
import { isNameTaken, readName } from '../people/people.ts'
import { addPerson, ownerOfAddress, type PersonRow } from '../people/people-rows.ts'
import type { ProposalRow } from '../proposals/proposal-rows.ts'
import { propose, withdrawAll } from '../proposals/proposals.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { limitColumns, readLimits } from './approval-limits.ts'
import { type PeopleAdminDeps, personMeant, provenPerson, refused, rightsOf } from './people-admin.ts'

/* Links for setting up a passkey or password: for new people, and for people who have lost theirs. */

/** A link that is shown this once; null where a second person is to confirm it first. */
export interface MadeLink {
  readonly id: string
  readonly link: string | null
  readonly expiresAt: string | null
}

/**
 * Adds a new person, with a link for setting up a passkey or password: for a reviewer or admin once it is confirmed.
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
  if ((await ownerOfAddress(tx, email)) !== undefined) throw invalid('email', 'email_taken')
  if (await isNameTaken(tx, { name, key })) throw invalid('name', 'name_taken')
  const limits = limitColumns(readLimits(write))
  const id = randomUUID()
  const created_at = tx.now().toISOString()
  const rights = { roles: JSON.stringify(roles), ...limits }
  await addPerson(tx, { id, name, name_key: key, created_at, email, status: 'invited', ...rights })
  await tx.audit({ personId: by.id, action: 'person.added', thing: { type: 'person', id }, facts: { name, roles } })
  return inviteOrPropose(tx, where, by, await personMeant(tx, id))
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
  const person = await provenPerson(tx, id)
  if (person.status !== 'invited') throw refused(person.status === 'suspended' ? 'suspended' : 'notInvited')
  return inviteOrPropose(tx, where, by, person)
}

async function inviteOrPropose(
  tx: Transaction,
  where: PeopleAdminDeps,
  by: Member,
  person: PersonRow,
): Promise<MadeLink> {
  const { id, version } = person
  if (arePowerful(rightsOf(tx, person).roles)) {
    await propose(tx, by, { kind: 'invitation', thingId: id, content: { version } })
    return { id, link: null, expiresAt: null }
  }
  return makeLink(tx, where, { personId: id, kind: 'invitation', email: person.email ?? '', madeBy: by.id })
}

const invitationContent = z.object({ version: z.number() })

/** The link of an invitation that was proposed, unless the person's rights changed since. @throws Failure NOT_FOUND, PERSON_REFUSED */
export async function confirmInvitation(
  tx: Transaction,
  where: PeopleAdminDeps,
  { id: proposalId, thing_id: id, content, made_by: madeBy }: ProposalRow,
  confirmer: Person | null,
): Promise<MadeLink> {
  const person = await provenPerson(tx, id)
  const { version } = invitationContent.parse(JSON.parse(content))
  if (person.status !== 'invited' || person.version !== version) throw refused('outdated')
  const code = linkCode(tx, { id: proposalId, content }, confirmer)
  return makeLink(tx, where, { personId: id, kind: 'invitation', email: person.email ?? '', madeBy, confirmer, code })
}

/** The code that a link needs which one admin asks for and another one gets; undefined where the person asks for it, or the command line gets it. */
export function linkCode(
  reader: Pick<Reader, 'encryption'>,
  { id, content }: Pick<ProposalRow, 'id' | 'content'>,
  confirmer: Person | null,
): string | undefined {
  return confirmer === null || tokenHashIn(content) !== undefined ? undefined : codeOfProposal(reader, id)
}

/** Makes every link of a person void, and what was asked for them. @throws Failure NOT_FOUND, PERSON_REFUSED */
export async function withdrawLinks(tx: Transaction, by: Member, id: string): Promise<void> {
  await personMeant(tx, id)
  const isOfLink = ({ kind, thing_id }: ProposalRow) =>
    thing_id === id && (kind === 'invitation' || kind === 'reEnrolment')
  const count = (await withdrawInvitations(tx, id)) + (await withdrawAll(tx, by.id, isOfLink))
  const thing = { type: 'person', id } as const
  if (count > 0) await tx.audit({ personId: by.id, action: 'invitation.withdrawn', thing })
}

/**
 * Proposes a link for setting up another passkey or password: worth as much as an account.
 * @throws Failure NOT_FOUND, PERSON_REFUSED
 */
export async function askReEnrolment(tx: Transaction, where: PeopleAdminDeps, by: Member, id: string): Promise<void> {
  if (id === by.id) throw refused('self')
  await requireActive(tx, where, id)
  await propose(tx, by, { kind: 'reEnrolment', thingId: id, content: {} })
}

/** Makes the link that was proposed; who asked for it by a recovery code has it already. @throws Failure NOT_FOUND, PERSON_REFUSED */
export async function confirmReEnrolment(
  tx: Transaction,
  where: PeopleAdminDeps,
  { id: proposalId, thing_id: id, made_by: madeBy, content }: ProposalRow,
  confirmer: Person | null,
): Promise<MadeLink> {
  const { email } = await requireActive(tx, where, id)
  const tokenHash = tokenHashIn(content)
  const made = await makeLink(tx, where, {
    personId: id,
    kind: 'recovery',
    email: email ?? '',
    madeBy,
    confirmer,
    tokenHash,
    code: linkCode(tx, { id: proposalId, content }, confirmer),
  })
  return tokenHash === undefined ? made : { ...made, link: null }
}

async function requireActive(tx: Transaction, where: PeopleAdminDeps, id: string): Promise<PersonRow> {
  requireAccounts(where)
  const person = await provenPerson(tx, id)
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
