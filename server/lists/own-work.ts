import type { WorkInProgress } from '#shared/api/own-work.ts'
import { findJob, isJobOver, type Job } from '../jobs/job-rows.ts'
import { howIn } from '../jobs/list-jobs.ts'
import { Failure } from '../kernel/failure.ts'
import type { Asker } from '../people/permitted.ts'
import { findSession } from '../people/session-rows.ts'
import type { LoggedBeginning } from '../store/audit/logged-jobs.ts'
import type { Reader } from '../store/store.ts'

/**
 * Long work that goes on in a person's name, or is paused, the newest first: by the audit log, so that what is hidden in the database is there too.
 * @throws Failure TAMPERED
 */
export async function findOwnWork(reader: Reader, asker: Asker): Promise<readonly WorkInProgress[]> {
  const log = await reader.loggedJobs()
  const found: WorkInProgress[] = []
  for (const id of log.workOf(asker.person.id)) {
    const kind = log.begunBy(id)?.kind ?? 'list'
    const job = await findJob(reader, id).catch(nothingIfChanged)
    if (job !== undefined && isJobOver(job)) continue
    // One that was paused for days is forgotten.
    if (job === undefined && log.courseOf(id) === 'paused') continue
    found.push(job === undefined ? { ...changed, id, what: kind } : await presented(reader, asker, job))
  }
  return found
}

/** Of what kind long work is that goes on in a person's name. @throws Failure NOT_FOUND, TAMPERED */
export async function kindOfOwnWork(reader: Reader, personId: string, id: string): Promise<LoggedBeginning['kind']> {
  const begun = (await reader.loggedJobs()).begunBy(id)
  if (begun?.personId !== personId) throw new Failure('NOT_FOUND', { params: { what: 'work' } })
  return begun.kind
}

const changed = { isChanged: true, isPaused: false, since: null, done: 0, count: 0, session: null }

function nothingIfChanged(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== 'TAMPERED') throw error
}

async function presented({ db }: Reader, { session }: Asker, job: Job): Promise<WorkInProgress> {
  const { id, kind, state, askedAt: since, done, count, sessionId } = job
  const from = sessionId === undefined ? undefined : (await findSession(db, sessionId, 'sessions.id'))?.session
  return {
    ...{ id, what: howIn(job)?.act ?? kind, isChanged: false, isPaused: state === 'paused', since, done, count },
    session: from ? { device: from.device, isThis: from.id === session.id, isOver: from.ended_at !== null } : null,
  }
}
