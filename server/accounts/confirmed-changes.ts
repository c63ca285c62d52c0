import { createHash } from 'node:crypto'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { Failure } from '../kernel/failure.ts'
import { beginCeremony, readCeremony, takeCeremony } from '../people/ceremonies.ts'
import type { Member } from '../people/member.ts'
import type { Reader, Transaction } from '../store/store.ts'

/*
 * Each change of what a person signs in with is confirmed by itself, with a passkey or password that they have: the cookie of a session that was
 * just proven is not enough.
 */

/** A change with all that makes it this one. */
export type CredentialChange =
  | { readonly kind: 'passkey.added'; readonly name: string; readonly attestation: string }
  | { readonly kind: 'passkey.removed'; readonly passkey: string }
  | { readonly kind: 'password.set'; readonly ceremonyId: string; readonly password: string }
  | { readonly kind: 'password.removed' | 'recoveryCodes.made' }

/** Who wants a change, and the token of their session. */
export interface ChangeSender {
  readonly person: Pick<Member, 'id'>
  readonly sessionToken: string | undefined
}

const kind = 'credential-change'

/**
 * Requires that exactly this change was confirmed in this session.
 * @throws Failure STEP_UP_REQUIRED with what a proof has to name
 */
export function requireConfirmation(reader: Reader, sender: ChangeSender, change: CredentialChange): Promise<void> {
  return confirm(reader, sender, change, (...found) => readCeremony(reader, ...found))
}

/**
 * Uses up the confirmation of exactly this change in this session.
 * @throws Failure STEP_UP_REQUIRED with what a proof has to name
 */
export function takeConfirmation(tx: Transaction, sender: ChangeSender, change: CredentialChange): Promise<void> {
  return confirm(tx, sender, change, (...found) => takeCeremony(tx, ...found))
}

async function confirm(
  reader: Reader,
  sender: ChangeSender,
  change: CredentialChange,
  find: (kind: string, id: string, personId: string) => Promise<unknown>,
): Promise<void> {
  const hash = hashOfChange(reader, sender, change)
  const confirmed = await find(kind, confirmationId(sender.sessionToken, hash), sender.person.id)
  if (confirmed === undefined) throw new Failure('STEP_UP_REQUIRED', { params: { why: 'credentials', change: hash } })
}

/** Notes within five minutes of which change the person has confirmed it, for the session of this token. */
export async function noteConfirmation(tx: Transaction, { person, sessionToken }: ChangeSender, change: string) {
  await beginCeremony(tx, kind, {}, { id: confirmationId(sessionToken, change), personId: person.id })
}

/** Depends on the change, the person and nothing else that a client chooses: a signature of one change confirms no other. */
export function challengeOfChange(personId: string, change: string, nonce: string): string {
  return createHash('sha256').update(canonicalJson({ change, nonce, personId })).digest('base64url')
}

/** Keyed, as a password is in it. */
function hashOfChange({ encryption }: Reader, { person }: ChangeSender, change: CredentialChange): string {
  return encryption.hash('credential change', canonicalJson({ ...change, personId: person.id }))
}

function confirmationId(sessionToken = '', change: string): string {
  return `${sessionToken} ${change}`
}
