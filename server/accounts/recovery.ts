import * as z from 'zod/mini'
import { arePowerful } from '#shared/api/permissions.ts'
import { makeSecret } from '../kernel/random-secret.ts'
import { endMeant } from '../people/audited-ends.ts'
import { aDayLater } from '../people/holds.ts'
import type { Member } from '../people/member.ts'
import { changePerson, personByEmail } from '../people/people-rows.ts'
import { waitingProposals } from '../proposals/proposal-rows.ts'
import { propose } from '../proposals/proposals.ts'
import type { Reader, Transaction } from '../store/store.ts'
import { takeRecoveryCode } from './credential-rows.ts'
import { auditedCode, isNewestCode } from './credential-trail.ts'
import { type AccountDeps, activeMember, auditGuess, auditOwn, type Browser } from './credentials.ts'
import { beginGuess, foldEmail, forgiveGuess } from './guessing.ts'
import { hashOfLink, invite, linkLifeMs } from './invitations.ts'
import { originOfAttempt } from './known-browsers.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { tokenOrRefusal } from './sign-in.ts'

/**
 * Uses up a recovery code: all sessions of its person end, and a link of half an hour takes them to another passkey or password; that of a
 * reviewer or admin once another admin or the command line has confirmed it.
 * @throws Failure SIGN_IN_PAUSED, SIGN_IN_FAILED, TOO_MANY_SIGN_INS
 */
export async function recover(
  deps: AccountDeps,
  given: { readonly email: string; readonly recoveryCode: string },
  { address, known }: Browser,
): Promise<string> {
  const { store, signInLimits } = deps
  const owner = await personByEmail(store.db, foldEmail(given.email))
  const origin = originOfAttempt(store, owner, { address, known })
  return signInLimits.attempt(origin, async () => {
    // A code has 128 random bits: strangers who miss it keep its owner from nothing.
    const guess = await beginGuess(store, origin)
    const email = foldEmail(given.email)
    const codeOf = (personId = '') => ({
      id: recoveryCodeHash(store.encryption, personId, given.recoveryCode),
      personId,
      at: store.now().toISOString(),
    })
    if (owner === undefined || !(await isNewestCode(store, codeOf(owner.id)))) {
      await auditGuess(deps, owner?.id, 'recovery')
      return tokenOrRefusal(deps, undefined)
    }
    const token = await store.write(async (tx) => {
      const person = await personByEmail(tx.db, email)
      const member = person && (await activeMember(tx, person.id))
      const code = codeOf(person?.id)
      const isOpen = (await isNewestCode(tx, code)) && (await takeRecoveryCode(tx, code))
      if (!isOpen || person === undefined || member === undefined) return undefined
      await forgiveGuess(tx, guess)
      const heldUntil = aDayLater(tx)
      await auditOwn(tx, person.id, 'recoveryCodes.used', { code: auditedCode(code.id), heldUntil })
      await endMeant(tx, { by: 'person_id', value: person.id }, 'recovered')
      await changePerson(tx, person, { held_until: heldUntil })
      if (arePowerful(member.roles)) return proposeRecovery(tx, member)
      const invited = { personId: person.id, kind: 'recovery', email, lifeMs: linkLifeMs.short } as const
      return (await invite(tx, invited)).token
    })
    if (token === undefined) await auditGuess(deps, owner.id, 'recovery')
    return tokenOrRefusal(deps, token)
  })
}

/** One factor is too little for who approves or administers: their link opens once a second person has confirmed it. */
async function proposeRecovery(tx: Transaction, member: Member): Promise<string> {
  const token = makeSecret()
  const content = { tokenHash: hashOfLink(tx, token) }
  await propose(tx, member, { kind: 'reEnrolment', thingId: member.id, content })
  return token
}

/** Whether a link waits for a second person. */
export async function isLinkProposed(reader: Reader, token: string): Promise<boolean> {
  const hash = hashOfLink(reader, token)
  return (await waitingProposals(reader)).some(
    ({ kind, content }) => kind === 'reEnrolment' && tokenHashIn(content) === hash,
  )
}

const recoverySchema = z.object({ tokenHash: z.string() })

/** Of a link that a person asked for by a recovery code: they have its token. Undefined where an admin proposed it. */
export function tokenHashIn(content: string): string | undefined {
  return z.safeParse(recoverySchema, JSON.parse(content)).data?.tokenHash
}
