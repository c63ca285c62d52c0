import type { SessionEnd } from '#shared/api/session.ts'
import { hashOfSecret } from '../kernel/random-secret.ts'
import type { Transaction } from '../store/store.ts'
import {
  type EndedSession,
  endOverdueSessions,
  endSessions,
  type MeantSessions,
  sessionsOfPerson,
} from './session-rows.ts'

/* Sessions end with an entry each, which counts whatever their rows show later. */

/** Ends the sessions that are meant, if they go on, and answers how many; audited. `byId` is the one who ended them, where it was not the person. */
export async function endMeant(tx: Transaction, meant: MeantSessions, why: SessionEnd, byId?: string): Promise<number> {
  await endOverdue(tx)
  const ended = await endSessions(tx.db, meant, tx.now().toISOString(), why)
  for (const one of ended) await auditEnd(tx, one, byId)
  // A row that is hidden meanwhile would else go on once it is put back.
  const { by, value, exceptId } = meant
  let count = ended.length
  for (const session of (await tx.recentSignIns()).goingOn()) {
    const known = {
      id: session.id,
      person_id: session.personId,
      token_hash: session.mark,
      provider_session: session.provider,
    }
    const isHashed = by === 'token_hash' || by === 'provider_session'
    if (session.id === exceptId || known[by] !== (isHashed ? hashOfSecret(value) : value)) continue
    await auditEnd(tx, { id: session.id, person_id: session.personId, ended_why: why }, byId)
    count += 1
  }
  return count
}

/** By what the entry of its beginning shows whose a session is, should its row be hidden as it ends. */
export function marksOf(token: string, providerSession: string | null | undefined) {
  return {
    mark: hashOfSecret(hashOfSecret(token)),
    ...(providerSession && { provider: hashOfSecret(providerSession) }),
  }
}

/** How many sessions a person can have at a time. */
const mostSessions = 5

/** Before a person begins one more, ends the ones that were used longest ago. */
export async function endOldest(tx: Transaction, personId: string): Promise<void> {
  const running = await sessionsOfPerson(tx.db, personId, tx.now().toISOString())
  for (const { id } of running.slice(mostSessions - 1)) await endMeant(tx, { by: 'id', value: id }, 'too_many')
}

/** Abandoned sessions too: there are never more entries in the audit log than there were sign-ins. */
export async function endOverdue(tx: Transaction): Promise<void> {
  for (const ended of await endOverdueSessions(tx.db, tx.now().toISOString())) await auditEnd(tx, ended)
}

function auditEnd(
  tx: Transaction,
  { id: ended, person_id: id, ended_why: why }: EndedSession,
  byId = id,
): Promise<void> {
  return tx.audit({ personId: byId, action: 'session.ended', thing: { type: 'person', id }, facts: { why, ended } })
}
