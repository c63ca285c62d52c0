import { timingSafeEqual } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Encryption } from '../encryption/encryption.ts'
import { insertRows } from '../insert-rows.ts'
import type { Tables } from '../schema.ts'
import type { Event } from '../store.ts'

/*
 * The entries of the audit log. Each has a MAC over its content and the MAC of the entry before: who writes to the database without the data key
 * can neither change one nor add one. How a server follows them is in followed-log.ts.
 */

/** An entry as it is saved. */
export type AuditRow = Selectable<Tables['audit']>

/** What makes the MACs of entries. */
export type AuditKey = Pick<Encryption, 'auditMac'>

/** The newest entry of an audit log. */
export interface Head {
  readonly seq: number
  readonly mac: string
  readonly at: string
}

/** What the first entry follows. */
export const beforeAll: Head = { seq: 0, mac: '0'.repeat(43), at: '1970-01-01T00:00:00.000Z' }

export function headFrom({ seq, mac, at }: AuditRow): Head {
  return { seq, mac, at }
}

/**
 * Appends events behind the head, within a transaction that has locked it; answers the entries.
 * @param head as it was verified
 * @param at ISO 8601; where the clock went back, the entry gets the time of the one before it
 */
export async function appendAfter(
  db: Kysely<Tables>,
  key: AuditKey,
  { head, at }: { readonly head: Head; readonly at: string },
  events: readonly Event[],
): Promise<readonly AuditRow[]> {
  const rows: AuditRow[] = []
  let previous = head
  for (const event of events) {
    const row = entryRow(key, previous, event, at)
    rows.push(row)
    previous = row
  }
  await insertRows(db, 'audit', rows)
  const { seq, mac, at: last } = previous
  await db.updateTable('audit_head').set({ seq, mac, at: last }).where('id', '=', headId).execute()
  return rows
}

function entryRow(key: AuditKey, previous: Head, event: Event, at: string): AuditRow {
  const { personId: person_id, action, thing } = event
  const row = {
    seq: previous.seq + 1,
    at: at > previous.at ? at : previous.at,
    person_id,
    action,
    thing_type: thing.type,
    thing_id: thing.id,
    facts: canonicalJson(event.facts ?? {}),
    previous_mac: previous.mac,
  }
  return { ...row, mac: entryMac(key, row) }
}

/** The MAC of an entry: it covers all of it, and through `previous_mac` all that came before. */
export function entryMac({ auditMac }: AuditKey, row: Omit<AuditRow, 'mac'>): string {
  const { seq, at, person_id, action, thing_type, thing_id, facts, previous_mac } = row
  return auditMac(JSON.stringify([seq, at, person_id, action, thing_type, thing_id, facts, previous_mac]))
}

/** Whether the app wrote an entry, as it is and in this place. */
export function isGenuine(key: AuditKey, row: AuditRow): boolean {
  const [expected, found] = [entryMac(key, row), row.mac].map((text) => Buffer.from(text))
  return expected !== undefined && expected.length === found?.length && timingSafeEqual(expected, found)
}

/** @throws Failure TAMPERED where one of these entries is not as the app wrote it */
export function requireGenuine(key: AuditKey, rows: readonly AuditRow[]): void {
  if (!rows.every((row) => isGenuine(key, row))) throw changedLog()
}

export function changedLog(): Failure {
  return new Failure('TAMPERED', { params: { why: 'audit' } })
}

const headId = 1

/** The head as it is in its row, whose time has no MAC: an entry is dated by the entry before it, as that was verified. */
type SavedHead = Omit<Head, 'at'>

/**
 * Locks the head, which is made where there is none, and reads it.
 * @throws Failure TAMPERED where entries are behind it: no app puts one there without moving the head
 */
export async function takeTurn(db: Kysely<Tables>): Promise<SavedHead> {
  const { isPassed, ...head } = await db
    .insertInto('audit_head')
    .values({ id: headId, ...beforeAll })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seq: sql`audit_head.seq` }))
    .returning(['seq', 'mac', sql<unknown>`(select max(seq) from audit) > audit_head.seq`.as('isPassed')])
    .executeTakeFirstOrThrow()
  if (isPassed) throw changedLog()
  return head
}

export async function readHead(db: Kysely<Tables>): Promise<Head> {
  return (await db.selectFrom('audit_head').select(['seq', 'mac', 'at']).executeTakeFirst()) ?? beforeAll
}

/** The entries after one of them, oldest first. */
export function entriesAfter(db: Kysely<Tables>, seq: number | undefined, most: number): Promise<readonly AuditRow[]> {
  const entries = db.selectFrom('audit').selectAll().orderBy('seq').limit(most)
  return (seq === undefined ? entries : entries.where('seq', '>', seq)).execute()
}
