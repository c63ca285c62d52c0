import { type Kysely, sql } from 'kysely'
import type { Tables } from '../store/schema.ts'
import type { Transaction } from '../store/store.ts'
import { findJob, goesOn, type Job, openStates } from './job-rows.ts'

/*
 * A job belongs to one server at a time, which renews its lease with each piece. A server that has not for a while was killed, and another one
 * takes its jobs over; a server that was only slow finds its lease lost, and writes nothing. The write lock orders the takers.
 */

/** A server that works on jobs: a name that no other one has, and no other start of this one. */
export interface LeaseHolder {
  readonly id: string
  readonly leaseMs: number
}

/** Another server has taken the job over, or a person has ended it. */
export class LeaseLost extends Error {}

interface DueJobs {
  readonly ids: readonly string[]
  /** Whether others wait for their turn. */
  readonly isMore: boolean
}

interface DueQuery {
  readonly at: string
  /** The time of the database, by which leases are. */
  readonly databaseAt: string
  readonly most: number
}

/** So many validations, and so much of all other work, go on at a time for one person. */
const mostOfOne = 2

/** Since when a job waits: what is due at once, since it was given. */
const waitsSince = sql<string>`coalesce(nullif(due_at, ''), created_at)`

/**
 * Jobs that are to go on, and that no server works on: those that waited longest first, but some of each person before more of anyone. What a
 * person has more than may go on at a time waits for its turn.
 */
export async function dueJobs(db: Kysely<Tables>, { at, databaseAt, most }: DueQuery): Promise<DueJobs> {
  const rows = await db
    .with('open', (query) =>
      query
        .selectFrom('jobs')
        .select(['id', 'due_at', 'lease_until', waitsSince.as('waits_since')])
        .select(
          sql<number | string>`row_number() over (partition by person_id, kind = 'validations'
            order by coalesce(lease_until, '') < ${databaseAt}, ${waitsSince}, id)`.as('place'),
        )
        .where('state', 'in', openStates),
    )
    .selectFrom('open')
    .select(['id', 'place'])
    .where('due_at', '<=', at)
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<', databaseAt)]))
    .where('place', '<=', mostOfOne + 1)
    .orderBy('place')
    .orderBy('waits_since')
    .limit(most + 1)
    .execute()
  const due = rows.filter(({ place }) => Number(place) <= mostOfOne).slice(0, most)
  return { ids: due.map(({ id }) => id), isMore: due.length < rows.length }
}

/** Takes a job that no other server works on by now. */
export async function takeJob(tx: Transaction, id: string, holder: LeaseHolder): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('jobs')
    .set({ holder: holder.id, lease_until: leaseFrom(tx, holder) })
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<', tx.beganAt.toISOString())]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A job that is one's own and is to go on. @throws LeaseLost, Failure TAMPERED */
export async function heldJob(tx: Transaction, id: string, holder: LeaseHolder): Promise<Job> {
  const row = await tx.db.selectFrom('jobs').select('holder').where('id', '=', id).executeTakeFirst()
  if (row?.holder !== holder.id) throw new LeaseLost()
  const job = await findJob(tx, id)
  if (job === undefined || !goesOn(job)) throw new LeaseLost()
  return job
}

export function leaseFrom({ beganAt }: Pick<Transaction, 'beganAt'>, { leaseMs }: LeaseHolder): string {
  return new Date(beganAt.getTime() + leaseMs).toISOString()
}

/** Says that one still works on a job. @throws LeaseLost */
export async function renewLease(tx: Transaction, id: string, holder: LeaseHolder): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('jobs')
    .set({ lease_until: leaseFrom(tx, holder) })
    .where('id', '=', id)
    .where('holder', '=', holder.id)
    .where('state', 'in', openStates)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new LeaseLost()
}

/** Lets others have a job, from a time on. */
export async function releaseJob(db: Kysely<Tables>, id: string, holder: LeaseHolder, dueAt: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ holder: null, lease_until: null, due_at: dueAt })
    .where('id', '=', id)
    .where('holder', '=', holder.id)
    .execute()
}

/** Lets no server go on with a job whose content is not what an app wrote. */
export async function giveUpJob(db: Kysely<Tables>, id: string): Promise<void> {
  await db.updateTable('jobs').set({ state: 'failed', why: 'tampered' }).where('id', '=', id).execute()
}
