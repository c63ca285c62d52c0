import type * as z from 'zod/mini'
import {
  pauseReasons,
  type ValidationJob,
  type ValidationResult,
  type validationItemsSchema,
} from '#shared/api/batch-validation.ts'
import { mayDo } from '#shared/api/permissions.ts'
import { goesOn, jobsAbout } from '../jobs/job-rows.ts'
import type { Actor } from '../people/member.ts'
import { personNames } from '../people/people-rows.ts'
import type { Reader } from '../store/store.ts'
import { type ConfirmedJob, confirmedJob, requireJob } from './confirmed-job.ts'
import { countItems, type ItemRow, listItems } from './validation-item-rows.ts'

/** A batch is validated a few times, not often. */
const mostJobs = 20

/** The validations of a batch and how far they are, the newest first. @throws Failure TAMPERED */
export async function findJobs(reader: Reader, person: Actor, batchId: string): Promise<readonly ValidationJob[]> {
  const jobs: ValidationJob[] = []
  for (const job of await jobsAbout(reader, { kind: 'validations', aboutId: batchId }, mostJobs))
    jobs.push(await presented(reader, person, confirmedJob(job)))
  return jobs
}

/** @throws Failure NOT_FOUND, TAMPERED */
export async function findOneJob(reader: Reader, person: Actor, id: string): Promise<ValidationJob> {
  return presented(reader, person, await requireJob(reader, id))
}

async function presented(reader: Reader, person: Actor, job: ConfirmedJob): Promise<ValidationJob> {
  const personOf = await personNames(reader.db, [job.personId])
  const state = states[job.state]
  return {
    id: job.id,
    batchId: job.aboutId,
    state,
    why: pauseReasons.find((why) => why === job.why) ?? null,
    ...job.given,
    confirmedBy: personOf(job.personId),
    confirmedAt: job.askedAt,
    ...(await countsOf(reader, job.id)),
    restingUntil: restingUntil(reader, job),
    endedAt: job.endedAt,
    actions: [...actionsOf(state, person)],
  }
}

const states = {
  collecting: 'preparing',
  waiting: 'running',
  running: 'running',
  paused: 'paused',
  undoing: 'stopped',
  stopped: 'stopped',
  failed: 'stopped',
  done: 'finished',
} as const satisfies Record<ConfirmedJob['state'], ValidationJob['state']>

async function countsOf({ db }: Reader, jobId: string): Promise<Pick<ValidationJob, 'counts' | 'remaining'>> {
  const rows = await countItems(db, jobId)
  const sum = (isMeant: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isMeant).reduce((total, { count }) => total + Number(count), 0)
  const ofState = (wanted: ItemRow['state']) => sum(({ state }) => state === wanted)
  const answered = (wanted: string) => sum(({ state, outcome }) => state === 'answered' && outcome === wanted)
  return {
    counts: {
      waiting: ofState('waiting'),
      asking: ofState('asking'),
      matches: answered('OK'),
      mismatches: answered('NOK'),
      notValidated: answered('NOT_VALIDATED'),
      notRun: ofState('not_run'),
      unknown: ofState('unknown'),
      outdated: ofState('outdated'),
      reused: sum(({ reused }) => reused === 1),
    },
    remaining: sum(({ state, test_mode }) => state === 'waiting' && test_mode === 0),
  }
}

function restingUntil({ now }: Reader, job: ConfirmedJob): string | null {
  const { rest_until } = job.course
  return goesOn(job) && rest_until !== null && rest_until > now().toISOString() ? rest_until : null
}

function actionsOf(state: ValidationJob['state'], { roles }: Actor): ValidationJob['actions'] {
  if (!mayDo(roles, 'enter')) return []
  if (state === 'running') return ['pause', 'stop']
  if (state === 'paused') return ['resume', 'stop']
  return state === 'preparing' ? ['stop'] : []
}

type Items = z.infer<typeof validationItemsSchema>

const pageLimit = 100

/**
 * Items of a job with one outcome, in their order.
 * @throws Failure NOT_FOUND, TAMPERED
 */
export async function findItems(
  reader: Reader,
  jobId: string,
  {
    result = 'mismatches',
    after,
  }: { readonly result?: ValidationResult | undefined; readonly after?: string | undefined },
): Promise<Items> {
  await requireJob(reader, jobId)
  const page = { ...kinds[result], after: after === undefined ? -1 : Number(after), limit: pageLimit + 1 }
  const rows = await listItems(reader.db, jobId, page)
  const shown = rows.slice(0, pageLimit)
  return {
    items: shown.map(({ place, service, payout_id, batch_row, outcome, ended_at }) => ({
      place,
      service,
      payoutId: payout_id,
      batchRow: batch_row,
      outcome,
      endedAt: ended_at,
    })),
    nextCursor: rows.length > pageLimit ? String(shown.at(-1)?.place) : null,
  }
}

const kinds: Readonly<
  Record<ValidationResult, { readonly state: ItemRow['state']; readonly outcome: string | undefined }>
> = {
  mismatches: { state: 'answered', outcome: 'NOK' },
  notValidated: { state: 'answered', outcome: 'NOT_VALIDATED' },
  notRun: { state: 'not_run', outcome: undefined },
  unknown: { state: 'unknown', outcome: undefined },
  outdated: { state: 'outdated', outcome: undefined },
}
