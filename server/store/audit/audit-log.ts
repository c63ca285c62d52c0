import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { type Insertable, type Kysely, sql } from 'kysely'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import { insertRows } from '../insert-rows.ts'
import type { Tables } from '../schema.ts'
import type { Event } from '../store.ts'

/** Appends one event, as {@link appendEntries}. */
export async function appendEntry(db: Kysely<Tables>, event: Event, at: string): Promise<Head> {
  const [head] = await appendEntries(db, [event], at)
  return head ?? beforeAll
}

/**
 * Appends events to the audit log, within a transaction; answers the head after each, for {@link CheckpointFile} once the transaction
 * is committed. Who appends waits here for all who appended before, until their transactions end.
 * @param at ISO 8601; where the clock went back, the entry gets the time of the one before it
 */
export async function appendEntries(
  db: Kysely<Tables>,
  events: readonly Event[],
  at: string,
): Promise<readonly Head[]> {
  if (events.length === 0) return []
  const rows: Insertable<Tables['audit']>[] = []
  let head = await takeTurn(db)
  for (const event of events) {
    const row = entryRow(head, event, at)
    rows.push(row)
    head = row
  }
  await insertRows(db, 'audit', rows)
  const { seq, hash, at: last } = head
  await db.updateTable('audit_head').set({ seq, hash, at: last }).where('id', '=', headId).execute()
  return rows.map((row) => ({ seq: row.seq, hash: row.hash, at: row.at }))
}

function entryRow(previous: Head, event: Event, at: string): Insertable<Tables['audit']> {
  const facts = canonicalJson(event.facts ?? {})
  const entry = {
    seq: previous.seq + 1,
    at: at > previous.at ? at : previous.at,
    personId: event.personId,
    action: event.action,
    thing: event.thing,
    facts: JSON.parse(facts),
    previousHash: previous.hash,
  }
  return {
    seq: entry.seq,
    at: entry.at,
    person_id: entry.personId,
    action: entry.action,
    thing_type: entry.thing.type,
    thing_id: entry.thing.id,
    facts,
    previous_hash: previous.hash,
    hash: entryHash(entry),
  }
}

/**
 * Whether an entry was taken out: the head has the number of them all. Counts them along an index, some at a time; those that are appended
 * meanwhile come after.
 */
export async function lacksEntries(db: Kysely<Tables>): Promise<boolean> {
  const head = (await db.selectFrom('audit_head').select('seq').executeTakeFirst()) ?? beforeAll
  const range = db.selectFrom('audit').select(({ fn }) => fn.countAll<number>().as('count'))
  for (let from = 0; from <= head.seq; from += countedAtOnce) {
    const to = Math.min(from + countedAtOnce, head.seq)
    const { count } = await range.where('seq', '>', from).where('seq', '<=', to).executeTakeFirstOrThrow()
    if (count !== to - from) return true
    await turn()
  }
  const { count: forged } = await range.where('seq', '<=', 0).executeTakeFirstOrThrow()
  return forged > 0
}

const countedAtOnce = 100_000

const headId = 1

/** Locks the head, which is made where there is none, and reads it. */
function takeTurn(db: Kysely<Tables>): Promise<Head> {
  return db
    .insertInto('audit_head')
    .values({ id: headId, ...beforeAll })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seq: sql`audit_head.seq` }))
    .returning(['seq', 'hash', 'at'])
    .executeTakeFirstOrThrow()
}

/** One entry of the audit log as its hash covers it: all of it, and through `previousHash` all that came before. */
export interface AuditEntry {
  readonly seq: number
  readonly at: string
  readonly personId: string | null
  readonly action: string
  readonly thing: { readonly type: string; readonly id: string }
  readonly facts: unknown
  readonly previousHash: string
}

/** The newest entry of an audit log. */
export interface Head {
  readonly seq: number
  readonly hash: string
  readonly at: string
}

/** What the first entry follows. */
export const beforeAll: Head = { seq: 0, hash: '0'.repeat(64), at: '1970-01-01T00:00:00.000Z' }

/** SHA-256 over the canonical JSON of the entry, in hexadecimal. */
export function entryHash({ seq, at, personId, action, thing, facts, previousHash }: AuditEntry): string {
  const covered = { seq, at, personId, action, thing: { type: thing.type, id: thing.id }, facts, previousHash }
  return createHash('sha256').update(canonicalJson(covered)).digest('hex')
}

/** What was committed, written down once more outside of the database: a line for each entry, so that a forged one is named. */
export interface CheckpointFile {
  /** Notes the entries of a transaction. To be called after the commit: so the file may be behind the audit log, but never ahead of it. */
  note(heads: readonly Head[]): void
}

/** Opens the file in the folder for data, and shortens it when it has grown long. */
export function openCheckpointFile(dataDirectory: string): CheckpointFile {
  const path = checkpointFileIn(dataDirectory)
  tidy(path)
  return { note: (heads) => append(path, heads.map(lineOf).join('')) }
}

/** Writes the file again, as if all these had been noted; what was there before is gone. */
export function replaceCheckpointFile(dataDirectory: string, heads: readonly Head[]): void {
  writeWhole(checkpointFileIn(dataDirectory), thinned(heads.map((head) => lineOf(head).trimEnd())))
}

/**
 * Opens the file each time: another process may have put a shorter one in its place. Begins with the end of a line: a power cut or a full disk
 * may have left half a one, of this process or another, and `17` before `17191 …` would vouch for entry 1717191.
 */
function append(path: string, lines: string): void {
  try {
    appendFileSync(path, `\n${lines}`, { mode: 0o600 })
  } catch {
    // What the lines vouch for is committed and must not look as if it had failed. The file stays behind, which a verification reports.
  }
}

/** What the file says; undefined when there is none. A line that a power cut or a full disk left unfinished is counted as unreadable. */
export function readCheckpointFile(
  dataDirectory: string,
): { readonly heads: readonly Head[]; readonly unreadable: number } | undefined {
  const path = checkpointFileIn(dataDirectory)
  if (!existsSync(path)) return undefined
  const lines = linesOf(readFileSync(path, 'utf8'))
  const heads = lines.map(readLine).filter((head) => head !== undefined)
  return { heads, unreadable: lines.length - heads.length }
}

/** Where the file is in the folder for data. */
export function checkpointFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'audit-head')
}

function lineOf({ seq, hash, at }: Head): string {
  return `${seq} ${hash} ${at}\n`
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}

function readLine(line: string): Head | undefined {
  const [, seq, hash, at] = /^([1-9]\d{0,15}) ([0-9a-f]{64}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(line) ?? []
  return seq === undefined || hash === undefined || at === undefined ? undefined : { seq: Number(seq), hash, at }
}

/** About two megabytes. */
const mostLines = 20_000

const newestLines = 10_000

/** Each line vouches for all before it, so every hundredth is plenty of the old ones: more only tell nearer where a forgery begins. */
const spacing = 100

function tidy(path: string): void {
  if (!existsSync(path)) return
  const lines = linesOf(readFileSync(path, 'utf8'))
  if (lines.length > mostLines) writeWhole(path, thinned(lines))
}

/** The first line stays, as it shows since when the file exists; so do two lines for one entry, of which one must be forged. */
function thinned(lines: readonly string[]): readonly string[] {
  const times = new Map<number | undefined, number>()
  const seqs = lines.map((line) => readLine(line)?.seq)
  for (const seq of seqs) times.set(seq, (times.get(seq) ?? 0) + 1)
  return lines.filter((_, index) => {
    const seq = seqs[index]
    if (index === 0 || index >= lines.length - newestLines) return true
    return seq !== undefined && (seq % spacing === 0 || (times.get(seq) ?? 0) > 1)
  })
}

/** The whole file appears at once, and is on the disk by then. */
function writeWhole(path: string, lines: readonly string[]): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true })
  renameSync(draft, path)
}
