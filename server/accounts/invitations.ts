import { randomUUID } from 'node:crypto'
import type { Person } from '#shared/api/session.ts'
import { makeSecret } from '../kernel/random-secret.ts'
import { activeAdmins } from '../people/people-rows.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { findInvitation, type InvitationRow, openInvitations, putInvitation } from './credential-rows.ts'
import { isNewestLink } from './credential-trail.ts'
import { codeOf, plainCode } from './recovery-codes.ts'

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
  /** Without which the link opens nothing: it is another admin who knows it. Left out: a link that opens by itself. */
  readonly code?: string | undefined
  /** Who confirmed it: another admin; null: the command line. Left out where none had to. */
  readonly confirmer?: Person | null
}

/**
 * A link for a person to set up a passkey or a password with, in place of any other they have. Its token has 256 random bits and is given
 * out this once: the database has a hash. Audited.
 */
export async function invite(
  tx: Transaction,
  { personId, kind, email, lifeMs, madeBy, confirmer, tokenHash, code }: Invited,
): Promise<{ readonly token: string; readonly expiresAt: string }> {
  await withdrawInvitations(tx, personId)
  const secret = makeSecret()
  const token = code === undefined ? secret : `${secret}${codeFollows}`
  const expiresAt = new Date(tx.now().getTime() + lifeMs).toISOString()
  const id = randomUUID()
  await putInvitation(tx, {
    id,
    token_hash: tokenHash ?? hashOfLink(tx, `${token}${code ?? ''}`),
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

/** The invitation of a link that still holds, also by the audit log, and whose senders are still admins. */
export async function invitationOf(reader: Reader, token: string): Promise<InvitationRow | undefined> {
  const row = await findInvitation(reader, hashOfLink(reader, token), reader.now().toISOString())
  if (row === undefined || !(await isNewestLink(reader, row))) return undefined
  const senders = [row.made_by, row.confirmed_by].filter((id) => id !== null && id !== row.person_id)
  const admins = senders.length === 0 ? [] : await activeAdmins(reader)
  return senders.every((id) => admins.some((admin) => admin.id === id)) ? row : undefined
}

/** Ends a token that opens nothing without the code that the person adds. */
const codeFollows = '.'

/** Keyed: who writes to the database makes no link of their own. @param token with its code, as it is typed */
export function hashOfLink({ encryption }: Pick<Reader, 'encryption'>, token: string): string {
  const [secret, code] = token.split(codeFollows)
  return encryption.hash('invitation', code === undefined ? token : `${secret}${codeFollows}${plainCode(code)}`)
}

/**
 * The code of a link that two admins give out, so that neither can follow it alone: who proposed it knows the code, who confirmed it the link.
 * Twelve letters hold 60 bits. It is saved nowhere.
 */
export function codeOfProposal({ encryption }: Pick<Reader, 'encryption'>, proposalId: string): string {
  return codeOf(Buffer.from(encryption.hash('link-code', proposalId), 'base64url').subarray(0, 12))
}
