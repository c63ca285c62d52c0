import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import {
  type AuditKey,
  type AuditRow,
  beforeAll,
  entriesAfter,
  entryMac,
  type Head,
  headFrom,
  isGenuine,
  readHead,
} from './audit-log.ts'

/** What became of the audit log: it holds as a whole, or where it first does not. */
export type Verdict =
  | { readonly holds: true; readonly head: Head }
  | { readonly holds: false; readonly seq: number; readonly error: string }

/**
 * Reads the whole audit log, also while others append to it, and compares it with what was noted outside of the database.
 * @param noted the lines of the checkpoint file, read before
 */
export async function verifyAuditLog(db: Kysely<Tables>, key: AuditKey, noted: readonly Head[]): Promise<Verdict> {
  const before = await readHead(db)
  const checkpoints = checkpointsOf(before.seq === 0 ? noted : [...noted, before])
  let previous = beforeAll
  let vouched = 0
  for await (const row of auditEntries(db)) {
    const broken = breakAt(row, previous, { key, checkpoints, vouched })
    if (broken !== undefined)
      return broken.seq === row.seq ? { ...broken, error: await explain(db, key, row, broken) } : broken
    if (row.seq === before.seq && row.at !== before.at) return { holds: false, seq: row.seq, error: misdated }
    previous = headFrom(row)
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
  for await (const row of auditEntries(db)) heads.push(headFrom(row))
  return heads
}

type BrokenChain = Extract<Verdict, { readonly holds: false }>
/** MACs that an entry is known to have had; two that differ cannot both be right. */
type Checkpoints = ReadonlyMap<number, ReadonlySet<string>>

function broken(seq: number, error: string): BrokenChain {
  return { holds: false, seq, error }
}

function checkpointsOf(heads: readonly Head[]): Checkpoints {
  const checkpoints = new Map<number, Set<string>>()
  for (const { seq, mac } of heads) {
    const macs = checkpoints.get(seq)
    if (macs === undefined) checkpoints.set(seq, new Set([mac]))
    else macs.add(mac)
  }
  return checkpoints
}

const batchSize = 2_000

/** All entries, oldest first. */
export async function* auditEntries(db: Kysely<Tables>): AsyncGenerator<AuditRow> {
  for (let last: number | undefined; ; ) {
    const batch = await entriesAfter(db, last, batchSize)
    yield* batch
    const end = batch.at(-1)
    if (end === undefined) return
    last = end.seq
  }
}

interface Vouching {
  readonly key: AuditKey
  readonly checkpoints: Checkpoints
  /** The last entry that a checkpoint agrees with. */
  readonly vouched: number
}

function breakAt(row: AuditRow, previous: Head, { key, checkpoints, vouched }: Vouching): BrokenChain | undefined {
  if (row.seq < 1) return broken(row.seq, 'was forged: the audit log begins with 1')
  if (row.seq !== previous.seq + 1) return broken(previous.seq + 1, 'is missing: it was deleted')
  if (!isGenuine(key, row)) return broken(row.seq, changed)
  const macs = checkpoints.get(row.seq)
  if (macs !== undefined && (macs.size > 1 || !macs.has(row.mac))) {
    return broken(row.seq, `was forged: when it was written, another MAC was noted for it${alsoForged(row, vouched)}`)
  }
  if (row.previous_mac !== previous.mac) return unlinked(row, vouched === previous.seq)
  return undefined
}

/** The other entries that may be forged: those between two checkpoints. */
function alsoForged({ seq }: AuditRow, vouched: number): string {
  if (vouched === seq - 1) return ''
  return `; so may be those since entry ${vouched + 1}, which nothing vouches for`
}

/** Nothing is dated by the head: it is a trace of who wrote to the database. */
const misdated = 'has another time than the head of the audit log'

const changed = 'was changed or forged: the app did not write it as it is'

function unlinked({ seq }: AuditRow, isPreviousCertain: boolean): BrokenChain {
  return isPreviousCertain
    ? broken(seq, 'was forged: it does not follow the entry before it')
    : broken(seq - 1, 'was forged, or the one after it: they do not follow each other')
}

/** An entry that would be right in another place was moved. */
async function explain(db: Kysely<Tables>, key: AuditKey, row: AuditRow, { error }: BrokenChain): Promise<string> {
  if (error !== changed) return error
  const { last } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  for (let seq = 1; seq <= last + 1; seq += 1) {
    if (entryMac(key, { ...row, seq }) === row.mac)
      return `is not the one that was written there, but entry ${seq}: they were reordered`
  }
  return error
}
