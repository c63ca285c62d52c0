import { Failure } from '../kernel/failure.ts'
import type { Transaction } from '../store/store.ts'
import { type Job, removeJobs } from './job-rows.ts'

/*
 * What is given in parts fills the disk, and so does what became of it: a person has room for so much of it. The oldest gives way that is over, and then
 * what was not given whole.
 */

/** A person has so many lists at most that were not given whole, acts of approval among them. */
const mostOpen = 5

/** So many of a person's lists, with so many things together, may be open or under way. */
const mostLists = 50
const mostItems = 200_000

/** Twenty sheets of a person have as much. */
export const mostMegabytes = 200

const megabyte = 1024 * 1024

/** An act that has just ended can be undone. */
const restMs = 60_000

/** A list of theirs, and how much it holds. */
interface HeldList {
  readonly id: string
  readonly kind: Job['kind']
  readonly about_id: string
  readonly state: Job['state']
  readonly count: number
  readonly bytes: number
  readonly ended_at: string | null
}

/** Makes room for a list that a person begins: the oldest of their open ones go, and those about the same where it takes their place. */
export async function removeOpenLists(
  tx: Transaction,
  personId: string,
  replaced?: Pick<Job, 'kind' | 'aboutId'>,
): Promise<void> {
  const open = (await holdsOf(tx, personId)).filter(({ state }) => state === 'collecting').toReversed()
  const isReplaced = (one: HeldList) => one.kind === replaced?.kind && one.about_id === replaced.aboutId
  const others = open.filter((one) => !isReplaced(one))
  const ids = [...open.filter(isReplaced), ...others.slice(mostOpen - 1)].map(({ id }) => id)
  if (ids.length > 0) await removeJobs(tx.db, ids)
}

/**
 * Requires that what a person has given leaves room, once something of a list was taken.
 * @throws Failure TOO_MANY_LISTS
 */
export async function requireRoomForLists(tx: Transaction, personId: string, jobId: string): Promise<void> {
  let held = await holdsOf(tx, personId)
  const since = new Date(tx.now().getTime() - restMs).toISOString()
  const over = held.filter(({ ended_at }) => ended_at !== null && ended_at < since)
  const open = held.filter(({ id, state }) => state === 'collecting' && id !== jobId)
  const removed: string[] = []
  for (const { id } of [...over, ...open]) {
    if (excessOf(held) === undefined) break
    removed.push(id)
    held = held.filter((one) => one.id !== id)
  }
  if (removed.length > 0) await removeJobs(tx.db, removed)
  const excess = excessOf(held)
  if (excess !== undefined) throw new Failure('TOO_MANY_LISTS', { params: excess })
}

function excessOf(held: readonly HeldList[]) {
  const underWay = held.filter(({ ended_at }) => ended_at === null)
  const sumOf = (some: readonly HeldList[], what: 'bytes' | 'count') => some.reduce((sum, one) => sum + one[what], 0)
  if (sumOf(held, 'bytes') > mostMegabytes * megabyte) return { why: 'size', most: mostMegabytes } as const
  if (sumOf(underWay, 'count') > mostItems) return { why: 'items', most: mostItems } as const
  return underWay.length > mostLists ? { most: mostLists } : undefined
}

/** The oldest first. */
async function holdsOf({ db }: Transaction, personId: string): Promise<readonly HeldList[]> {
  return await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'about_id', 'state', 'count', 'bytes', 'ended_at'])
    .where('person_id', '=', personId)
    .where('kind', 'not in', ['validations', 'export'])
    .orderBy('created_at')
    .orderBy('id', 'desc')
    .execute()
}
