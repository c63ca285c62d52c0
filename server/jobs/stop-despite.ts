import { Failure } from '../kernel/failure.ts'
import type { LoggedBeginning } from '../store/audit/logged-jobs.ts'
import type { Store, Transaction } from '../store/store.ts'
import { changedPastTheApp, type Job } from './job-rows.ts'

interface JobToStop {
  readonly id: string
  /** A job of another kind is not to be had in this way, hidden or not. */
  readonly kind: LoggedBeginning['kind']
  readonly to: 'paused' | 'ended'
  /** Who let it go on, where no other person may stop it. */
  readonly by?: string
}

/**
 * Stops a job. Where its row is hidden, or was changed past the app, the wish is entered in the audit log, by which the job does not go on once the row
 * is put back.
 * @param enter writes that entry
 * @throws Failure TAMPERED also where the wish was entered, and what `stop` throws
 */
export async function stopDespite(
  store: Pick<Store, 'write'>,
  { id, kind, to, by }: JobToStop,
  stop: (tx: Transaction) => Promise<void>,
  enter: (tx: Transaction, begun: LoggedBeginning) => Promise<void>,
): Promise<void> {
  const failure = await store.write(stop).catch(tamperedOrMissing)
  if (failure === undefined) return
  throw await store.write(async (tx) => {
    const log = await tx.loggedJobs()
    const [course, begun] = [log.courseOf(id), log.begunBy(id)]
    if (begun?.kind !== kind || course === to || begun.personId !== (by ?? begun.personId)) return failure
    await enter(tx, begun)
    return new Failure('TAMPERED', { params: { why: 'stopped' } })
  })
}

function tamperedOrMissing(error: unknown): Failure {
  if (error instanceof Failure && (error.code === 'TAMPERED' || error.code === 'NOT_FOUND')) return error
  throw error
}

/** Records, once, that a job does nothing more: because it is over, was stopped, or is taken back. */
export async function logEnd(tx: Transaction, { id, personId }: Pick<Job, 'id' | 'personId'>): Promise<void> {
  if ((await tx.loggedJobs()).courseOf(id) === 'ended') return
  await tx.audit({ personId, action: 'list.ended', thing: { type: 'person', id: personId }, facts: { job: id } })
}

/** @throws Failure TAMPERED where the row of a job says that it rests or has ended, but not the audit log: one of before was put back */
export async function requireAsLogged(tx: Transaction, { id, state }: Pick<Job, 'id' | 'state'>): Promise<void> {
  if (state === 'waiting' || state === 'running') return
  if ((await tx.loggedJobs()).courseOf(id) === 'going') throw changedPastTheApp()
}
