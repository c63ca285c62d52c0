import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type ActivityAction, looks } from '#shared/api/activity.ts'
import { breathe } from '../../kernel/breathe.ts'
import { Failure } from '../../kernel/failure.ts'
import { rowsOfKeys } from '../by-keys.ts'
import { StoreError } from '../database-kind.ts'
import type { Tables } from '../schema.ts'
import type { AuditReader, Event } from '../store.ts'
import {
  type AuditKey,
  type AuditRow,
  appendAfter,
  beforeAll,
  changedLog,
  entriesAfter,
  type Head,
  headFrom,
  isGenuine,
  readHead,
  requireGenuine,
  takeTurn,
} from './audit-log.ts'
import { createCallBacks } from './call-backs.ts'
import { createFindings } from './findings.ts'
import { createHosts } from './hosts.ts'
import { createLoggedJobs } from './logged-jobs.ts'
import { createPaidBefore } from './paid-before.ts'
import { createPayoutsUnderWay } from './payouts-under-way.ts'
import { createRecentSignIns } from './recent-sign-ins.ts'
import { type Remembered, remembered } from './remembered.ts'

/*
 * How a store follows the audit log. It remembers the newest entry that it has verified, and of each thing what the MACs of the entries about it add
 * up to: so an entry that decides something is neither believed where it was changed nor missed where it was hidden.
 */

/** The audit log within a transaction that holds the write lock. */
interface LogInTransaction extends AuditReader {
  /** @throws Failure TAMPERED where the newest entries are not what apps wrote: nothing is appended to them */
  append(events: readonly Event[], at: string): Promise<void>
  /** What was appended. */
  readonly appended: readonly AuditRow[]
}

export interface FollowedLog {
  /**
   * Verifies the entries since the last that was followed, of a long log a part at a time; outside of transactions.
   * @throws Failure TAMPERED at the first that is not what an app wrote
   */
  follow(db: Kysely<Tables>, ending?: AbortSignal): Promise<void>
  /** Outside of transactions. */
  reader(db: Kysely<Tables>): AuditReader
  /** The newest entry that was verified. */
  newest(): Head
  /** For one transaction; its entries count once they are committed: {@link FollowedLog.committed}. */
  within(db: Kysely<Tables>): LogInTransaction
  committed(rows: readonly AuditRow[]): void
}

export function createFollowedLog(key: AuditKey, now: () => Date, noted?: () => Head | undefined): FollowedLog {
  const followed = createFollowed(key, now)
  let following: Promise<void> | undefined
  /** All who ask at once follow once. */
  const follow = (db: Kysely<Tables>, ending?: AbortSignal) => {
    following ??= followed.follow(db, ending).finally(() => {
      following = undefined
    })
    return following
  }
  /** @throws Failure TAMPERED also where the head is of an entry that is not there */
  const followTo = async (db: Kysely<Tables>, { seq }: Pick<Head, 'seq'>) => {
    // One that is under way may have read before the head was written.
    if (seq > followed.newest().seq) await following
    if (seq > followed.newest().seq) await follow(db)
    if (seq > followed.newest().seq) throw changedLog()
  }
  const atHead = async (db: Kysely<Tables>) => followTo(db, await readHead(db))
  return {
    follow,
    newest: followed.newest,
    reader: (db) => ({
      ...remembered(followed, () => atHead(db)),
      async entriesAbout(thingIds) {
        await atHead(db)
        return followed.read(db, thingIds)
      },
      async recentSignIns(newestSeq) {
        const seq = newestSeq ?? (await readHead(db)).seq
        await followTo(db, { seq }).catch((error: unknown) => {
          // Else no page could be looked at, where nothing can be written anyway.
          if (!(error instanceof Failure)) throw error
        })
        return followed.signIns
      },
    }),
    within: (db) => logWithin(db, { key, noted }, followed),
    committed: (rows) => rows.forEach(followed.take),
  }
}

function logWithin(
  db: Kysely<Tables>,
  { key, noted }: { readonly key: AuditKey; readonly noted: (() => Head | undefined) | undefined },
  followed: Followed,
): LogInTransaction {
  const { newest, follow, read, signIns } = followed
  const appended: AuditRow[] = []
  let isFollowed = false
  const requireFollowed = async (head: Omit<Head, 'at'>) => {
    if (isFollowed) return
    if (head.seq > newest().seq) await follow(db)
    if (head.seq !== newest().seq || head.mac !== newest().mac || head.seq < (noted?.()?.seq ?? 0)) throw changedLog()
    isFollowed = true
  }
  const followHead = async () => (isFollowed ? undefined : requireFollowed(await readHead(db)))
  return {
    appended,
    async append(events, at) {
      if (events.length === 0) return
      if (appended.length === 0) await requireFollowed(await takeTurn(db))
      const head = appended.at(-1) ?? newest()
      appended.push(...(await appendAfter(db, key, { head, at }, events)))
    },
    ...remembered(followed, followHead, appended),
    async recentSignIns() {
      await followHead()
      return { ...signIns, goingOn: () => signIns.goingOn(appended) }
    },
    async entriesAbout(thingIds) {
      await followHead()
      const rows = await read(db, thingIds)
      const own = rows.filter(({ seq }) => seq > newest().seq)
      const wanted = appended.filter((row) => thingIds.includes(row.thing_id) && !passing.has(row.action))
      if (own.length !== wanted.length) throw changedLog()
      return rows
    },
  }
}

/** What is remembered of the entries that were followed. */
interface Followed extends Remembered {
  readonly signIns: ReturnType<typeof createRecentSignIns>
  newest(): Head
  /** Remembers a verified entry that was committed; one that is remembered already changes nothing. */
  take(row: AuditRow): void
  follow(db: Kysely<Tables>, ending?: AbortSignal): Promise<void>
  /** The entries about things: of those that were followed all, and what came after. */
  read(db: Kysely<Tables>, thingIds: readonly string[]): Promise<readonly AuditRow[]>
}

function createFollowed(key: AuditKey, now: () => Date): Followed {
  let newest = beforeAll
  const sums = new Map<number, number>()
  const kept = {
    payouts: createPayoutsUnderWay(now),
    signIns: createRecentSignIns(now),
    findings: createFindings(),
    hosts: createHosts(now),
    paidBefore: createPaidBefore(),
    jobs: createLoggedJobs(),
    callBacks: createCallBacks(),
  }
  const sumOf = (thingId: string) => sums.get(numberOf(thingId)) ?? 0
  const sumsOf = (thingIds: readonly string[]) => new Map(thingIds.map((id) => [id, sumOf(id)]))
  const take = (row: AuditRow) => {
    if (row.seq <= newest.seq) return
    newest = headFrom(row)
    for (const one of Object.values(kept)) one.take(row)
    if (!passing.has(row.action)) sums.set(numberOf(row.thing_id), added(sumOf(row.thing_id), row))
  }
  return {
    ...kept,
    newest: () => newest,
    take,
    sums: sumsOf,
    async follow(db, ending) {
      while (ending?.aborted !== true) {
        const rows = await entriesAfter(db, newest.seq, atOnce)
        for (const row of rows) {
          // Another reading of the same store may have been here first.
          if (row.seq <= newest.seq) continue
          if (row.seq !== newest.seq + 1 || row.previous_mac !== newest.mac || !isGenuine(key, row)) throw changedLog()
          take(row)
        }
        if (rows.length < atOnce) return
        await breathe()
      }
    },
    async read(db, thingIds) {
      // Before the entries are read: one that is committed meanwhile is in no sum.
      const { seq } = newest
      const expected = [...sumsOf(thingIds)]
      const rows = await entriesAbout(db, thingIds)
      requireGenuine(key, rows)
      const found = new Map<string, number>()
      for (const row of rows) if (row.seq <= seq) found.set(row.thing_id, added(found.get(row.thing_id) ?? 0, row))
      if (expected.some(([id, sum]) => (found.get(id) ?? 0) !== sum)) throw changedLog()
      return rows
    },
  }
}

/**
 * Appends one event in a transaction of a program that has the database to itself, once the whole log is verified; answers the head.
 * @throws StoreError where the log is not what apps wrote
 */
export async function appendEntry(db: Kysely<Tables>, key: AuditKey, event: Event, at: string): Promise<Head> {
  const log = createFollowedLog(key, () => new Date(at)).within(db)
  await log.append([event], at).catch((error: unknown) => {
    throw error instanceof Failure ? new StoreError('the audit log does not hold: run npm run verify-audit') : error
  })
  return log.appended.map(headFrom).at(-1) ?? beforeAll
}

/** How many entries are verified at a time: some 8 ms. */
const atOnce = 1_000

/** Entries that decide nothing, of which a person has many: they are followed, and not counted. */
const passing: ReadonlySet<string> = new Set([...looks, 'approval.signed'] satisfies readonly ActivityAction[])

/** Entries about things that decide something, as they are in the database. */
export function entriesAbout(db: Kysely<Tables>, thingIds: readonly string[]): Promise<readonly AuditRow[]> {
  return rowsOfKeys(thingIds, (some) =>
    db
      .selectFrom('audit')
      .selectAll()
      .where('thing_id', 'in', some)
      // No index is of this: SQLite would take the actions for rare ones and read all entries that have one.
      .where(sql`action || ''`, 'not in', [...passing])
      .orderBy('seq')
      .execute(),
  )
}

/** A sum with one entry more: with the first 48 bits of its MAC. */
function added(sum: number, { mac }: AuditRow): number {
  return (sum + Buffer.from(mac.slice(0, 8), 'base64url').readUIntBE(0, 6)) % 2 ** 48
}

/** A thing in 52 bits, which keeps the sums of many small: that two of a million are the same is one chance in nine thousand. */
function numberOf(thingId: string): number {
  const hash = createHash('sha256').update(thingId).digest()
  return hash.readUIntBE(0, 6) * 16 + (hash.readUInt8(6) % 16)
}
