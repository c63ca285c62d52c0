import type { Kysely, Selectable } from 'kysely'
import { canonicalJson } from '#shared/api/canonical-json.ts'
import type { Tables } from '../schema.ts'
import { type AuditEntry, beforeAll, entryHash, type Head } from './audit-log.ts'

/** What became of the audit log: it holds as a whole, or where it first does not. */
export type Verdict =
  | { readonly holds: true; readonly head: Head }
  | { readonly holds: false; readonly seq: number; readonly error: string }

/**
 * Reads the whole audit log, also while others append to it, and compares it with what was noted outside of the database.
 * @param noted the lines of the checkpoint file, read before
 */
export async function verifyAuditLog(db: Kysely<Tables>, noted: readonly Head[]): Promise<Verdict> {
  const before = await readHead(db)
  const checkpoints = checkpointsOf(before.seq === 0 ? noted : [...noted, before])
  let previous = beforeAll
  let vouched = 0
  for await (const row of auditEntries(db)) {
    const broken = breakAt(row, previous, checkpoints, vouched)
    if (broken !== undefined)
      return broken.seq === row.seq ? { ...broken, error: await explain(db, row, broken) } : broken
    previous = headOf(row)
    if (checkpoints.has(row.seq)) vouched = row.seq
  }
  const after = await readHead(db)
  if (previous.seq > after.seq) return broken(after.seq + 1, 'was forged: it stands behind the end of the audit log')
  const last = Math.max(before.seq, ...checkpoints.keys())
  if (previous.seq < last) return broken(previous.seq + 1, `is missing, and all up to ${last}: the end was cut off`)
  return { holds: true, head: previous }
}

/** The head that the audit log had after each of its entries. */
export async function readHeads(db: Kysely<Tables>): Promise<readonly Head[]> {
  const heads: Head[] = []
  for await (const row of auditEntries(db)) heads.push(headOf(row))
  return heads
}

type AuditRow = Selectable<Tables['audit']>
type BrokenChain = Extract<Verdict, { readonly holds: false }>
/** Hashes that an entry is known to have had; two that differ cannot both be right. */
type Checkpoints = ReadonlyMap<number, ReadonlySet<string>>

function broken(seq: number, error: string): BrokenChain {
  return { holds: false, seq, error }
}

async function readHead(db: Kysely<Tables>): Promise<Head> {
  const row = await db.selectFrom('audit_head').select(['seq', 'hash', 'at']).executeTakeFirst()
  return row ?? beforeAll
}

function checkpointsOf(heads: readonly Head[]): Checkpoints {
  const checkpoints = new Map<number, Set<string>>()
  for (const { seq, hash } of heads) {
    const hashes = checkpoints.get(seq)
    if (hashes === undefined) checkpoints.set(seq, new Set([hash]))
    else hashes.add(hash)
  }
  return checkpoints
}

const batchSize = 2_000

/** All entries, oldest first. */
export async function* auditEntries(db: Kysely<Tables>): AsyncGenerator<AuditRow> {
  for (let last: number | undefined; ; ) {
    const batch = await readBatch(db, last)
    yield* batch
    const end = batch.at(-1)
    if (end === undefined) return
    last = end.seq
  }
}

function readBatch(db: Kysely<Tables>, after: number | undefined): Promise<readonly AuditRow[]> {
  const entries = db.selectFrom('audit').selectAll().orderBy('seq').limit(batchSize)
  return (after === undefined ? entries : entries.where('seq', '>', after)).execute()
}

/** @param vouched the last entry that a checkpoint agrees with */
function breakAt(row: AuditRow, previous: Head, checkpoints: Checkpoints, vouched: number): BrokenChain | undefined {
  if (row.seq < 1) return broken(row.seq, 'was forged: the audit log begins with 1')
  if (row.seq !== previous.seq + 1) return broken(previous.seq + 1, 'is missing: it was deleted')
  if (entryOf(row) === undefined || hashOf(row) !== row.hash) return broken(row.seq, changed)
  const hashes = checkpoints.get(row.seq)
  if (hashes !== undefined && (hashes.size > 1 || !hashes.has(row.hash))) {
    return broken(row.seq, `was forged: when it was written, another hash was noted for it${alsoForged(row, vouched)}`)
  }
  if (row.previous_hash !== previous.hash) return unlinked(row, vouched === previous.seq)
  if (row.at < previous.at) return broken(row.seq, 'was forged: its time is before that of the entry before it')
  return undefined
}

/** The other entries that may be forged: those between two checkpoints. */
function alsoForged({ seq }: AuditRow, vouched: number): string {
  if (vouched === seq - 1) return ''
  return `; so may be those since entry ${vouched + 1}, which nothing vouches for`
}

const changed = 'was changed: its content is not what its hash was made of'

function unlinked({ seq }: AuditRow, isPreviousCertain: boolean): BrokenChain {
  return isPreviousCertain
    ? broken(seq, 'was forged: it does not follow the entry before it')
    : broken(seq - 1, 'was forged, or the one after it: they do not follow each other')
}

function headOf({ seq, hash, at }: AuditRow): Head {
  return { seq, hash, at }
}

function hashOf(row: AuditRow, seq = row.seq): string | undefined {
  const entry = entryOf(row)
  return entry && entryHash({ ...entry, seq })
}

/** The entry as it was hashed; undefined when its facts are not as the audit log writes them. */
function entryOf(row: AuditRow): AuditEntry | undefined {
  const facts = factsOf(row.facts)
  if (facts === undefined) return undefined
  return {
    seq: row.seq,
    at: row.at,
    personId: row.person_id,
    action: row.action,
    thing: { type: row.thing_type, id: row.thing_id },
    facts,
    previousHash: row.previous_hash,
  }
}

function factsOf(text: string): unknown {
  try {
    const facts: unknown = JSON.parse(text)
    return canonicalJson(facts) === text ? facts : undefined
  } catch {
    return undefined
  }
}

/** An entry that would be right in another place was moved. */
async function explain(db: Kysely<Tables>, row: AuditRow, { error }: BrokenChain): Promise<string> {
  if (error !== changed) return error
  const { last } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  for (let seq = 1; seq <= last + 1; seq += 1) {
    if (hashOf(row, seq) === row.hash)
      return `is not the one that was written there, but entry ${seq}: they were reordered`
  }
  return error
}
