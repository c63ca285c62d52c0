import type { AppEvent, EventPage } from '#shared/api/events.ts'
import { readCursor, writeCursor } from '../kernel/page-cursor.ts'
import { type AuditRow, changedLog, entriesAfter, isGenuine, readHead } from '../store/audit/audit-log.ts'
import type { Reader } from '../store/store.ts'
import { eventId, eventOf } from './event-of-entry.ts'
import { entryNumbered, firstEntrySince } from './event-rows.ts'

/** So long events can be asked for. */
const monthMs = 30 * 24 * 60 * 60_000

/** At most so many on a page, out of so many entries of the audit log: most are no events. */
const [pageSize, entriesRead] = [100, 1_000]

/**
 * The events after a cursor, the oldest first. Where the entry of the cursor is not there any more, as a backup was restored, they begin again at the
 * oldest, and their ids say which are known. After `latest` there are none yet.
 * @throws Failure FIELDS_INVALID for what is no cursor, TAMPERED where an entry is missing or is not what the app wrote
 */
export async function findEvents(
  { db, encryption, now }: Pick<Reader, 'db' | 'encryption' | 'now'>,
  cursor: string | undefined,
  isMeant: (event: AppEvent) => boolean,
): Promise<EventPage> {
  if (cursor === 'latest') return endOfLog(db)
  const oldest = await firstEntrySince(db, new Date(now().getTime() - monthMs).toISOString())
  const seen = await entryAt(db, cursor)
  const end = { items: [], nextCursor: seen === undefined ? null : cursorAt(seen), hasMore: false }
  if (oldest === undefined) return end
  const start = Math.max(seen?.seq ?? 0, oldest - 1)
  const rows = await verifiedEntries({ db, encryption }, seen?.seq === start ? seen : { seq: start }, entriesRead)
  const items: AppEvent[] = []
  let last = seen?.seq === start ? seen : undefined
  for (const row of rows) {
    last = row
    const event = eventOf(row)
    if (event !== undefined && isMeant(event)) items.push(event)
    if (items.length === pageSize) break
  }
  if (last === undefined) return end
  const isWhole = rows.length < entriesRead && last === (rows.at(-1) ?? last)
  return { items, nextCursor: cursorAt(last), hasMore: !isWhole }
}

async function endOfLog(db: Reader['db']): Promise<EventPage> {
  const last = await entryNumbered(db, (await readHead(db)).seq)
  return { items: [], nextCursor: last === undefined ? null : cursorAt(last), hasMore: false }
}

/**
 * Entries after one of them, each as the app wrote it and in its place.
 * @throws Failure TAMPERED
 */
export async function verifiedEntries(
  { db, encryption }: Pick<Reader, 'db' | 'encryption'>,
  after: Pick<AuditRow, 'seq'> & Partial<Pick<AuditRow, 'mac'>>,
  most: number,
): Promise<readonly AuditRow[]> {
  const rows = await entriesAfter(db, after.seq, most)
  let { seq, mac } = after
  for (const row of rows) {
    const follows = row.seq === seq + 1 && row.previous_mac === (mac ?? row.previous_mac)
    if (!follows || !isGenuine(encryption, row)) throw changedLog()
    seq = row.seq
    mac = row.mac
  }
  return rows
}

/** What a column of a number can hold. */
const mostEntries = 2 ** 31 - 1

function cursorAt(row: AuditRow): string {
  return writeCursor('events', String(row.seq), eventId(row))
}

async function entryAt(db: Reader['db'], cursor: string | undefined): Promise<AuditRow | undefined> {
  const place = readCursor('events', cursor)
  const seq = Number(place?.key)
  const row = seq >= 1 && seq <= mostEntries ? await entryNumbered(db, Math.trunc(seq)) : undefined
  return row !== undefined && eventId(row) === place?.id ? row : undefined
}
