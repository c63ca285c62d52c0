import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { connectToRead } from '../database.ts'
import { type DatabasePlace, StoreError, sqliteFileIn } from '../database-kind.ts'
import { readMigrations } from '../migrate.ts'
import type { Tables } from '../schema.ts'
import type { Head } from './audit-log.ts'
import { checkpointFileIn, readCheckpointFile } from './checkpoint-file.ts'

/** What the checkpoint file knows and the database does not: entries of the audit log, and with them the writes that they record. */
export interface Loss {
  /** The first missing entry, as far as can be known, and the last. */
  readonly first: number
  readonly last: Head
  /** When the first noted one of them was written. */
  readonly since: string
  /** Whether the database has no entry at all, or is not there. */
  readonly isEmpty: boolean
}

/**
 * To be called before anything is written: the next entry would hide the loss.
 * @throws StoreError when the database has lost its history, or a part of it, or this program does not know its tables
 */
export async function refuseLoss(place: DatabasePlace): Promise<void> {
  const loss = await findLoss(place)
  if (loss === undefined) return
  const { first, last, since, isEmpty } = loss
  throw new StoreError(
    `the database ${isEmpty ? 'is empty or missing: it ' : ''}lacks ${countLost(loss)} of the audit log (${first} to ${last.seq}), ` +
      `written since ${since}, and all that they tell of, as ${checkpointFileIn(place.dataDirectory)} shows: bring the whole database ` +
      'back, or restore a backup; or, once a person has looked and accepts the loss, npm run verify-audit -- --accept "<their name>"',
  )
}

/** For a person, such as "7 entries". */
export function countLost({ first, last }: Loss): string {
  return first === last.seq ? 'one entry' : `${last.seq - first + 1} entries`
}

/**
 * Compares the database with the newest lines of the checkpoint file; undefined where it has all that they vouch for. Nothing is made or changed.
 * @throws StoreError when this program does not know the tables
 */
export async function findLoss(place: DatabasePlace): Promise<Loss | undefined> {
  // The file first: it is never ahead of the database, and a server that runs may add to both meanwhile.
  const noted = readCheckpointFile(place.dataDirectory)?.heads ?? []
  if (noted.length === 0) return undefined
  const newestFirst = noted.toSorted((one, other) => other.seq - one.seq)
  if (place.databaseUrl === undefined && !existsSync(sqliteFileIn(place.dataDirectory))) {
    return lossOf(newestFirst, 0, 0)
  }
  const db = await connectToRead(place)
  try {
    if (!(await hasAuditLog(db))) return lossOf(newestFirst, 0, 0)
    await readMigrations(db)
    return await lossIn(db, newestFirst)
  } finally {
    await db.destroy()
  }
}

async function hasAuditLog(db: Kysely<Tables>): Promise<boolean> {
  const tables = await db.introspection.getTables()
  return tables.some(({ name, schema }) => name === 'audit' && (schema ?? 'public') === 'public')
}

/** Up to the newest line that the database agrees with, which vouches for all before it: usually the first one. */
async function lossIn(db: Kysely<Tables>, newestFirst: readonly Head[]): Promise<Loss | undefined> {
  const { lines, agreed } = await disagreeing(db, newestFirst)
  if (lines.length === 0) return undefined
  const isOfFormer = await formerLogs(db)
  const lost = lines.filter((line) => !isOfFormer(line))
  const { newest } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('seq').as('newest'))
    .executeTakeFirstOrThrow()
  return lossOf(lost, agreed, newest ?? 0)
}

const batchSize = 500

async function disagreeing(
  db: Kysely<Tables>,
  newestFirst: readonly Head[],
): Promise<{ readonly lines: readonly Head[]; readonly agreed: number }> {
  for (let start = 0; start < newestFirst.length; start += batchSize) {
    const batch = newestFirst.slice(start, start + batchSize)
    const seqs = batch.map(({ seq }) => seq)
    const rows = await db.selectFrom('audit').select(['seq', 'mac']).where('seq', 'in', seqs).execute()
    const macs = new Map(rows.map(({ seq, mac }) => [seq, mac]))
    const place = batch.findIndex(({ seq, mac }) => macs.get(seq) === mac)
    const [agreed] = place === -1 ? [] : batch.slice(place)
    if (agreed !== undefined) return { lines: newestFirst.slice(0, start + place), agreed: agreed.seq }
  }
  return { lines: newestFirst, agreed: 0 }
}

/** @param lost the noted entries that the database does not have, newest first */
function lossOf(lost: readonly Head[], agreed: number, newest: number): Loss | undefined {
  const [last] = lost
  const oldest = lost.at(-1)
  if (last === undefined || oldest === undefined) return undefined
  // Where the database went on another way, it is not known when it left this one.
  const kept = oldest.seq > newest ? Math.max(agreed, newest) : agreed
  return { first: kept + 1, last, since: oldest.at, isEmpty: newest === 0 }
}

/**
 * Recognizes heads of an audit log that this one replaced, as recorded in an entry of this one: the audit log itself records a restore and an
 * accepted loss. A second server on the same PostgreSQL has another checkpoint file, which still has lines of before, and so has a witness.
 */
export async function formerLogs(db: Kysely<Tables>): Promise<(head: Head) => boolean> {
  const entries = await db.selectFrom('audit').select(['at', 'facts']).where('thing_id', '=', 'database').execute()
  const ends = entries.flatMap(({ at, facts }) => {
    const { formerSeq } = formerSchema.parse(JSON.parse(facts))
    return formerSeq === undefined ? [] : [{ formerSeq, replacedAt: at }]
  })
  return ({ seq, at }) => ends.some(({ formerSeq, replacedAt }) => seq <= formerSeq && at < replacedAt)
}

const formerSchema = z.object({ formerSeq: z.optional(z.number()) })
