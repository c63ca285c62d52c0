import type { SessionEnd } from '#shared/api/session.ts'
import type { Transaction } from '../store/store.ts'
import { type EndedSession, endOverdueSessions, endSessions, type MeantSessions } from './session-rows.ts'

/* Sessions end with an entry each, which counts whatever their rows show later. */

/** Ends the sessions that are meant, if they go on; audited. `byId` is the one who ended them, where it was not the person. */
export async function endMeant(tx: Transaction, meant: MeantSessions, why: SessionEnd, byId?: string): Promise<void> {
  await endOverdue(tx)
  const ended = await endSessions(tx.db, meant, tx.now().toISOString(), why)
  for (const one of ended) await auditEnd(tx, one, byId)
  if (meant.by !== 'person_id') return
  // A row that is hidden meanwhile would else go on once it is put back.
  for (const id of (await tx.recentSignIns()).sessionsOf(meant.value))
    if (id !== meant.exceptId && !ended.some((one) => one.id === id))
      await auditEnd(tx, { id, person_id: meant.value, ended_why: why }, byId)
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
