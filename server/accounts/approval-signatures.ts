import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Assertion } from '#shared/api/accounts.ts'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import type { SignInMode } from '#shared/api/session.ts'
import { Failure } from '../kernel/failure.ts'
import { hashOfSecret, makeSecret } from '../kernel/random-secret.ts'
import { beginCeremony, readCeremony, requireBegun, takeCeremony } from '../people/ceremonies.ts'
import type { Member } from '../people/member.ts'
import type { Transaction } from '../store/store.ts'
import { passkeysOf } from './credential-rows.ts'
import { type AccountDeps, auditOwn, notePasskeyUse, passkeyThatSigned } from './credentials.ts'
import { makeChallenge, requestOptions } from './passkeys.ts'
import { provenToken, transportsIn } from './sign-in.ts'
import { addSignature, findSignature } from './signature-rows.ts'

/** A Merkle root identifies a list, of one payout or many, and a few hashes prove that each payout is in it. */
const listSchema = z.object({
  list: z.object({ batchId: z.optional(z.string()), root: z.string(), count: z.number() }),
  nonce: z.string(),
})

type SignedList = z.infer<typeof listSchema>

const keptSchema = z.object({
  ...listSchema.shape,
  personId: z.string(),
  /** Which of the person’s passkeys has signed. */
  passkeyId: z.string(),
  origin: z.string(),
  /** What the browser and the authenticator gave: with the passkey’s public key anyone can verify the list with it at any later time. */
  response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
})

/** A signature as it is saved with each approval that it is for. */
export type KeptSignature = z.infer<typeof keptSchema>

/** Depends on the list and on nothing that a client chooses: a signature of one list is not valid for another. */
function challengeOf(signed: SignedList): string {
  return createHash('sha256').update(canonicalJson(signed)).digest('base64url')
}

/**
 * Begins to sign the approval of a list: of exactly these requests, with these warnings shown.
 * @throws Failure NOT_FOUND for a person without passkeys
 */
export async function beginSigning({ store, site }: AccountDeps, { id }: Member, list: SignedList['list']) {
  const passkeys = await passkeysOf(store, id)
  if (passkeys.length === 0) throw new Failure('NOT_FOUND')
  const known = passkeys.map((row) => ({ credentialId: row.credential_id, transports: transportsIn(row.transports) }))
  const signed = { list, nonce: makeChallenge() }
  const ceremonyId = await store.write((tx) => beginCeremony(tx, 'approval', signed, { personId: id }))
  return { ceremonyId, options: requestOptions(site(), challengeOf(signed), known) }
}

const lifeMs = 5 * 60_000

const dayMs = 24 * 60 * 60_000

/**
 * Keeps what a passkey has signed, for the approvals that name it within five minutes. It is a proof of who one is, too: the session gets
 * another token.
 * @throws Failure CEREMONY_EXPIRED, SIGN_IN_FAILED, SIGN_IN_REQUIRED
 */
export async function keepSignature(
  deps: AccountDeps,
  { ceremonyId, response }: { readonly ceremonyId: string; readonly response: Assertion },
  { person, sessionToken = '' }: { readonly person: Member; readonly sessionToken: string | undefined },
): Promise<{ readonly signatureId: string; readonly token: string }> {
  const { store, sessions, site } = deps
  const signed = listSchema.parse(await requireBegun(readCeremony(store, 'approval', ceremonyId, person.id)))
  const used = await passkeyThatSigned(deps, challengeOf(signed), response, person.id)
  return store.write(async (tx) => {
    await requireBegun(takeCeremony(tx, 'approval', ceremonyId, person.id))
    if (used === undefined || !(await notePasskeyUse(tx, used))) throw new Failure('SIGN_IN_FAILED')
    const { clientDataJSON, authenticatorData, signature } = response.response
    const kept: KeptSignature = {
      ...signed,
      personId: person.id,
      passkeyId: used.row.id,
      origin: site().origin,
      response: { clientDataJSON, authenticatorData, signature },
    }
    const signatureId = makeSecret()
    const expiresAt = new Date(tx.now().getTime() + lifeMs).toISOString()
    await addSignature(tx, {
      id: hashOfSecret(signatureId),
      personId: person.id,
      content: JSON.stringify(kept),
      expiresAt,
    })
    await auditOwn(tx, person.id, 'approval.signed', { count: signed.list.count, passkey: used.row.id })
    return { signatureId, token: provenToken(await sessions.prove(tx, sessionToken, 'passkey')) }
  })
}

/**
 * The signature of an approval of a list: a person with passkeys signs each one, and approves nothing for a day after dropping the last of them.
 * Undefined where passkeys are not in use.
 * @throws Failure STEP_UP_REQUIRED, NOT_PERMITTED
 */
export async function requiredSignature(
  tx: Transaction,
  signIn: SignInMode,
  person: Pick<Member, 'id'>,
  { signatureId, ...list }: SignedList['list'] & { readonly signatureId: string | undefined },
): Promise<KeptSignature | undefined> {
  if (signIn !== 'accounts') return undefined
  const passkeys = (await tx.recentSignIns()).passkeysOf(person.id)
  if (passkeys.ids.size === 0) {
    const since = new Date(tx.now().getTime() - dayMs).toISOString()
    if ((passkeys.lostAt ?? '') <= since) return undefined
    // Who dropped the passkeys of another person would approve by a password of their own.
    throw new Failure('NOT_PERMITTED', { params: { permission: 'approve', why: 'held' } })
  }
  const kept = signatureId === undefined ? undefined : await signatureBy(tx, person, signatureId)
  if (kept === undefined || canonicalJson(kept.list) !== canonicalJson(list))
    throw new Failure('STEP_UP_REQUIRED', { params: { why: 'approval' } })
  return kept
}

/** What a person has signed; undefined where they have not, or too long ago. */
async function signatureBy(
  tx: Transaction,
  { id: personId }: Pick<Member, 'id'>,
  signatureId: string,
): Promise<KeptSignature | undefined> {
  const content = await findSignature(tx, { id: hashOfSecret(signatureId), personId, at: tx.now().toISOString() })
  const kept = content === undefined ? undefined : keptSchema.parse(JSON.parse(content))
  return kept?.personId === personId ? kept : undefined
}
