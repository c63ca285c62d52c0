import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../store/schema.ts'
import type { RowReader } from '../store/store.ts'
import { believed } from './job-rows.ts'

/*
 * Lists that are too long for their job, encrypted like it, by numbers: where a kind numbers its parts itself, from 0 on; of a list that a job acts on, each
 * part by the place of its first thing, and what became of things, by the place of the first of these, below 0.
 */

/** Puts a part of a list in place of what it was. */
export async function putJobPart({ db, encryption }: RowReader, jobId: string, part: number, content: unknown) {
  const content_encrypted = encryption.encrypt(JSON.stringify(content), partPlace(jobId, part))
  await db
    .insertInto('job_parts')
    .values({ id: partId(jobId, part), job_id: jobId, part, content_encrypted })
    .onConflict((conflict) => conflict.columns(['job_id', 'part']).doUpdateSet({ content_encrypted }))
    .execute()
  await db
    .updateTable('jobs')
    .set(({ eb }) => ({ bytes: eb('bytes', '+', content_encrypted.length) }))
    .where('id', '=', jobId)
    .execute()
}

/** A part of a list; null where it was not given. @throws Failure TAMPERED */
export async function findJobPart(reader: RowReader, jobId: string, part: number): Promise<unknown> {
  const row = await reader.db
    .selectFrom('job_parts')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('part', '=', part)
    .executeTakeFirst()
  return row ? contentOf(reader, row) : null
}

/** The part that has the thing at a place. @throws Failure TAMPERED */
export async function findPartWith(reader: RowReader, jobId: string, place: number) {
  const row = await reader.db
    .selectFrom('job_parts')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('part', '>=', 0)
    .where('part', '<=', place)
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { from: row.part, content: contentOf(reader, row) }
}

/** What became of things from a place on, which follows that of a part. */
export async function putAnswers(reader: RowReader, jobId: string, place: number, answers: readonly object[]) {
  await putJobPart(reader, jobId, -1 - place, answers)
}

/** What became of things, some parts of it from a place on. @throws Failure TAMPERED */
export async function findAnswers(reader: RowReader, jobId: string, place: number, mostParts: number) {
  const rows = await reader.db
    .selectFrom('job_parts')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('part', '<=', -1 - place)
    .orderBy('part', 'desc')
    .limit(mostParts)
    .execute()
  return rows.map((row) => contentOf(reader, row))
}

/** What became of things, the part with that of the one before a place. @throws Failure TAMPERED */
export async function findAnswersBefore(reader: RowReader, jobId: string, place: number) {
  const row = await reader.db
    .selectFrom('job_parts')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('part', '<', 0)
    .where('part', '>=', -place)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst()
  return row && { from: -1 - row.part, content: contentOf(reader, row) }
}

/** Removes a list that a job has acted on; what became of its things stays. */
export async function removeGivenParts(db: Kysely<Tables>, jobId: string): Promise<void> {
  await db.deleteFrom('job_parts').where('job_id', '=', jobId).where('part', '>=', 0).execute()
  const left = sql<number>`coalesce((select sum(length(content_encrypted)) from job_parts where job_id = ${jobId}), 0)`
  await db.updateTable('jobs').set({ bytes: left }).where('id', '=', jobId).execute()
}

/** Forgets what became of the things of lists that had ended by a time: it can name whom they were about. */
export async function forgetAnswers(db: Kysely<Tables>, endedBefore: string): Promise<void> {
  const ended = db.selectFrom('jobs').select('id').where('state', 'in', ['done', 'stopped', 'failed'])
  const over = ended.where('ended_at', '<', endedBefore)
  await db.deleteFrom('job_parts').where('part', '<', 0).where('job_id', 'in', over).execute()
}

/** By the job and the place by which it was found, and never by its id, so that a part that was moved to another one cannot be read. */
function contentOf({ encryption }: RowReader, { job_id, part, content_encrypted }: PartRow): unknown {
  return JSON.parse(believed(() => encryption.decrypt(content_encrypted, partPlace(job_id, part))))
}

type PartRow = Pick<Selectable<Tables['job_parts']>, 'job_id' | 'part' | 'content_encrypted'>

function partId(jobId: string, part: number): string {
  return `${jobId}-${part}`
}

function partPlace(jobId: string, part: number) {
  return { table: 'job_parts', id: partId(jobId, part), column: 'content_encrypted' }
}
