import { randomUUID } from 'node:crypto'
import type { Person } from '#shared/api/session.ts'
import { makeSecret } from '../kernel/random-secret.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { findInvitation, type InvitationRow, openInvitations, putInvitation } from './credential-rows.ts'
import { isNewestLink } from './credential-trail.ts'

const hourMs = 60 * 60_000

/** How long links hold: by an admin, for the first admin or by a recovery code. */
export const linkLifeMs = { byAdmin: 72 * hourMs, short: hourMs / 2 } as const

interface Invited {
  readonly personId: string
  readonly kind: 'invitation' | 'recovery'
  readonly email: string
  readonly lifeMs: number
  /** Who made it; left out for the command line and for a recovery code. */
  readonly madeBy?: string
  /** The hash of a token that was given out before it was confirmed; left out: a new one. */
  readonly tokenHash?: string | undefined
  /** Who confirmed it: another admin; null: the command line. Left out where none had to. */
  readonly confirmer?: Person | null
}

/**
 * A link for a person to set up a passkey or a password with, in place of any other they have. Its token has 256 random bits and is given
 * out this once: the database has a hash. Audited.
 */
export async function invite(
  tx: Transaction,
  { personId, kind, email, lifeMs, madeBy, confirmer, tokenHash }: Invited,
): Promise<{ readonly token: string; readonly expiresAt: string }> {
  await withdrawInvitations(tx, personId)
  const token = makeSecret()
  const expiresAt = new Date(tx.now().getTime() + lifeMs).toISOString()
  const id = randomUUID()
  await putInvitation(tx, {
    id,
    token_hash: tokenHash ?? hashOfLink(tx, token),
    person_id: personId,
    kind,
    email,
    expires_at: expiresAt,
    used_at: null,
    made_by: madeBy ?? null,
    confirmed_by: confirmer?.id ?? null,
  })
  // Who confirms is the one who gets to see the link; that the other has asked for it is an entry of its own.
  await tx.audit({
    personId: confirmer === undefined ? (madeBy ?? null) : (confirmer?.id ?? null),
    action: 'person.invited',
    thing: { type: 'person', id: personId },
    facts: { kind, invitation: id, expiresAt, ...(confirmer !== undefined && { askedBy: madeBy }) },
  })
  return { token, expiresAt }
}

/** Where a link leads. Behind the # it reaches no server and no log. */
export function enrolmentLink(origin: string, token: string): string {
  return `${origin}/enrol#${token}`
}

/** Makes the links of a person that were not used void; answers how many there were. */
export async function withdrawInvitations(tx: Transaction, personId: string): Promise<number> {
  const at = tx.now().toISOString()
  const open = await openInvitations(tx, personId, at)
  for (const invitation of open) await putInvitation(tx, { ...invitation, used_at: at })
  return open.length
}

/** The invitation of a link that still holds, also by the audit log. */
export async function invitationOf(reader: Reader, token: string): Promise<InvitationRow | undefined> {
  const row = await findInvitation(reader, hashOfLink(reader, token), reader.now().toISOString())
  return row !== undefined && (await isNewestLink(reader, row)) ? row : undefined
}

/** Keyed: who writes to the database makes no link of their own. */
export function hashOfLink({ encryption }: Pick<Reader, 'encryption'>, token: string): string {
  return encryption.hash('invitation', token)
}
