import type * as z from 'zod/mini'
import type { ValidationJob, ValidationResult, validationItemsSchema } from '#shared/api/batch-validation.ts'
import { mayDo } from '#shared/api/permissions.ts'
import { Failure } from '../kernel/failure.ts'
import type { Actor } from '../people/member.ts'
import { personNames } from '../people/people-rows.ts'
import type { Reader } from '../store/store.ts'
import { servicesOf } from './plan.ts'
import { countItems, findJob, type ItemRow, type JobRow, jobsOfBatch, listItems } from './validation-job-rows.ts'

/** A batch is validated a few times, not often. */
const mostJobs = 20

/** The validations of a batch and how far they are, the newest first. */
export async function findJobs(reader: Reader, person: Actor, batchId: string): Promise<readonly ValidationJob[]> {
  const jobs: ValidationJob[] = []
  for (const row of await jobsOfBatch(reader.db, batchId, mostJobs)) jobs.push(await presented(reader, person, row))
  return jobs
}

/** @throws Failure NOT_FOUND */
export async function findOneJob(reader: Reader, person: Actor, id: string): Promise<ValidationJob> {
  const row = await findJob(reader.db, id)
  if (row === undefined) throw new Failure('NOT_FOUND', { params: { what: 'validations' } })
  return presented(reader, person, row)
}

async function presented(reader: Reader, person: Actor, row: JobRow): Promise<ValidationJob> {
  const personOf = await personNames(reader.db, [row.confirmed_by])
  return {
    id: row.id,
    batchId: row.batch_id,
    state: row.state,
    why: row.why,
    services: servicesOf(row),
    testMode: row.test_mode === 1,
    asksAgain: row.asks_again === 1,
    billed: row.billed,
    confirmedBy: personOf(row.confirmed_by),
    confirmedAt: row.confirmed_at,
    ...(await countsOf(reader, row.id)),
    restingUntil: restingUntil(reader, row),
    endedAt: row.ended_at,
    actions: [...actionsOf(row, person)],
  }
}

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

function restingUntil({ now }: Reader, { state, rest_until }: JobRow): string | null {
  return state === 'running' && rest_until !== null && rest_until > now().toISOString() ? rest_until : null
}

function actionsOf({ state }: JobRow, { roles }: Actor): ValidationJob['actions'] {
  if (!mayDo(roles, 'enter')) return []
  if (state === 'running') return ['pause', 'stop']
  if (state === 'paused') return ['resume', 'stop']
  return state === 'preparing' ? ['stop'] : []
}

type Items = z.infer<typeof validationItemsSchema>

const pageLimit = 100

/**
 * Items of a job with one outcome, in their order.
 * @throws Failure NOT_FOUND
 */
export async function findItems(
  { db }: Reader,
  jobId: string,
  {
    result = 'mismatches',
    after,
  }: { readonly result?: ValidationResult | undefined; readonly after?: string | undefined },
): Promise<Items> {
  if ((await findJob(db, jobId)) === undefined) throw new Failure('NOT_FOUND', { params: { what: 'validations' } })
  const page = { ...kinds[result], after: after === undefined ? -1 : Number(after), limit: pageLimit + 1 }
  const rows = await listItems(db, jobId, page)
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
