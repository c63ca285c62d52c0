import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod/mini'
import { isProblemCode, problemParamsSchema } from '#shared/api/problem.ts'
import { Failure } from '../kernel/failure.ts'
import { sessionOfSender } from '../people/sender.ts'
import { MissingKeyError } from '../store/encryption/encryption.ts'
import { jobKinds, jobStates } from '../store/job-tables.ts'
import type { Tables } from '../store/schema.ts'
import type { RowReader, Transaction } from '../store/store.ts'

type JobRow = Selectable<Tables['jobs']>

/** What no one who writes to the database alone can change: it is encrypted, with the id of the job. */
const contentSchema = z.object({
  kind: z.enum(jobKinds),
  aboutId: z.string(),
  personId: z.string(),
  state: z.enum(jobStates),
  count: z.number(),
  done: z.number(),
  failed: z.number(),
  askedAt: z.string(),
  /** How often power was taken from the person by then: see RecentSignIns. */
  authority: z.number(),
  /** In which session they let it go on last, as far as that is known. */
  sessionId: z.optional(z.string()),
  /** What was confirmed or signed, as the kind has it. */
  given: z.unknown(),
  /** How far it is, beside the counts. */
  course: z.unknown(),
  problem: z.nullable(
    z.object({ code: z.string(), params: z.optional(problemParamsSchema), ids: z.optional(z.array(z.string())) }),
  ),
})

type JobContent = Readonly<z.infer<typeof contentSchema>>

/** Long work and how far it is. */
export interface Job extends JobContent, Pick<JobRow, 'id' | 'why'> {
  readonly dueAt: string
  readonly createdAt: string
  readonly endedAt: string | null
}

type NewJob = Pick<Job, 'id' | 'kind' | 'aboutId' | 'personId' | 'state' | 'count' | 'given' | 'course'> & {
  readonly done?: number
}

/** Enters a job on the authority that a person has now. */
export async function addJob(tx: Transaction, { done = 0, ...given }: NewJob): Promise<Job> {
  const authority = await authorityNow(tx, given.personId)
  const at = authority.askedAt
  const progress = { why: null, done, failed: 0, dueAt: '', createdAt: at, endedAt: null, problem: null }
  const job: Job = { ...given, ...progress, ...authority }
  await tx.db
    .insertInto('jobs')
    .values({ ...columnsOf(tx, job), id: job.id, created_at: at, holder: null, lease_until: null, bytes: 0 })
    .execute()
  return job
}

/** The authority that a person gives a job now. */
export async function authorityNow(
  tx: Transaction,
  personId: string,
): Promise<Pick<Job, 'personId' | 'askedAt' | 'authority' | 'sessionId'>> {
  const authority = (await tx.recentSignIns()).withdrawals(personId)
  return { personId, askedAt: tx.now().toISOString(), authority, sessionId: sessionOfSender() }
}

/** The columns of a job that can change. */
function columnsOf({ encryption }: RowReader, job: Job) {
  const { kind, aboutId, personId, state, why, count, done, failed, dueAt, endedAt } = job
  const { askedAt, authority, sessionId, given, course, problem } = job
  const progress = { state, count, done, failed }
  const asked = { askedAt, authority, sessionId, given }
  const content: JobContent = { kind, aboutId, personId, ...progress, ...asked, course, problem }
  const columns = { kind, about_id: aboutId, person_id: personId, why, ...progress }
  const content_encrypted = encryption.encrypt(JSON.stringify(content), jobPlace(job.id))
  return { ...columns, due_at: dueAt, ended_at: endedAt, content_encrypted }
}

/** @throws Failure TAMPERED */
function jobIn({ encryption }: RowReader, row: JobRow): Job {
  const { id, why } = row
  const text = believed(() => encryption.decrypt(row.content_encrypted, jobPlace(id)))
  const content = contentSchema.parse(JSON.parse(text))
  if (content.aboutId !== row.about_id || content.personId !== row.person_id) throw changedPastTheApp()
  if (sealed.some((name) => content[name] !== row[name])) throw changedPastTheApp()
  const times = { dueAt: row.due_at, createdAt: row.created_at, endedAt: row.ended_at }
  return { ...content, id, why, ...times }
}

/** Columns that only repeat the content, to be searched by. */
const sealed = ['kind', 'state', 'count', 'done', 'failed'] as const

/** What was changed in the database does not decrypt. */
export function believed<Found>(decrypt: () => Found): Found {
  try {
    return decrypt()
  } catch (error) {
    if (error instanceof MissingKeyError) throw error
    throw changedPastTheApp()
  }
}

/** Why a job has failed. */
export function problemOfJob({ problem }: Pick<Job, 'problem'>): Failure | undefined {
  if (problem === null) return undefined
  const { code, params, ids } = problem
  return new Failure(isProblemCode(code) ? code : 'STATE_CONFLICT', { ...(params && { params }), ...(ids && { ids }) })
}

export function changedPastTheApp(): Failure {
  return new Failure('TAMPERED', { params: { why: 'list' } })
}

/** @throws Failure TAMPERED where it was changed past the app */
export async function findJob(reader: RowReader, id: string): Promise<Job | undefined> {
  const row = await reader.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
  return row && jobIn(reader, row)
}

/** The jobs of a kind about one thing, of one person or all, in some states or any, the newest first. @throws Failure TAMPERED */
export async function jobsAbout(
  reader: RowReader,
  {
    kind,
    aboutId,
    personId,
    states,
  }: Pick<Job, 'kind' | 'aboutId'> & Partial<Pick<Job, 'personId'>> & { readonly states?: readonly Job['state'][] },
  most: number,
): Promise<readonly Job[]> {
  const rows = await reader.db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', kind)
    .where('about_id', '=', aboutId)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
    .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map((row) => jobIn(reader, row))
}

/** The newest jobs of a person about one thing that are over and did not do all that was asked. @throws Failure TAMPERED */
export async function unfulfilledJobs(
  reader: RowReader,
  { kinds, aboutId, personId }: Pick<Job, 'aboutId' | 'personId'> & { readonly kinds: readonly Job['kind'][] },
  most: number,
): Promise<readonly Job[]> {
  const rows = await reader.db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('about_id', '=', aboutId)
    .where('person_id', '=', personId)
    .where('ended_at', 'is not', null)
    .where((is) => is.or([is('failed', '>', 0), is('state', '=', 'failed'), is('why', '!=', 'person')]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map((row) => jobIn(reader, row))
}

/** How many pieces of these jobs are done, as far as they are known; none of one that was given up. */
export async function doneOf(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'done'])
    .where('id', 'in', ids)
    .where('state', '!=', 'failed')
    .execute()
  return new Map(rows.map(({ id, done }) => [id, done]))
}

export const openStates = ['waiting', 'running', 'undoing'] as const

export function goesOn({ state }: Pick<Job, 'state'>): boolean {
  return openStates.some((one) => one === state)
}

/** Whether nothing more becomes of a job. */
export function isJobOver({ state }: Pick<Job, 'state'>): boolean {
  return state === 'done' || state === 'stopped' || state === 'failed'
}

/** Saves how far a job is. */
export async function saveJob(tx: Transaction, job: Job, leaseUntil?: string): Promise<Job> {
  const ended = { ...job, endedAt: isJobOver(job) ? (job.endedAt ?? tx.now().toISOString()) : null }
  await tx.db
    .updateTable('jobs')
    .set({ ...columnsOf(tx, ended), ...(leaseUntil !== undefined && { lease_until: leaseUntil }) })
    .where('id', '=', job.id)
    .execute()
  return ended
}

/** Some jobs to be forgotten, open lists, those that were left, and those that are over, each by a time of their own; no validations, which batches show. */
export async function oldJobs(
  db: Kysely<Tables>,
  { before, overBefore, openBefore }: Readonly<Record<'before' | 'overBefore' | 'openBefore', string>>,
): Promise<readonly string[]> {
  const forgotten = db.selectFrom('jobs').select('id').where('kind', '!=', 'validations')
  const open = forgotten.where('state', '=', 'collecting').where('created_at', '<', openBefore)
  const over = forgotten.where('created_at', '<', overBefore).where('ended_at', 'is not', null)
  const left = forgotten
    .where('created_at', '<', before)
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('kind', '=', 'approval'), is('state', '=', 'paused')]))
  const rows = await db.selectFrom(open.union(over).union(left).as('old')).select('id').limit(50).execute()
  return rows.map(({ id }) => id)
}

export async function removeJobs(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('job_parts').where('job_id', 'in', ids).execute()
  await db.deleteFrom('jobs').where('id', 'in', ids).execute()
}

function jobPlace(id: string) {
  return { table: 'jobs', id, column: 'content_encrypted' }
}
