import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Kysely } from 'kysely'
import {
  appendEntry,
  beforeAll,
  checkpointFileIn,
  type Head,
  readCheckpointFile,
  replaceCheckpointFile,
} from '../audit/audit-log.ts'
import { findLoss } from '../audit/lost-entries.ts'
import { readHeads } from '../audit/verify-audit-log.ts'
import { connectToRead, holdAlone, makeDataDirectory } from '../database.ts'
import { type DatabasePlace, type Kind, StoreError, sqliteFileIn } from '../database-kind.ts'
import { readDatabaseKeys } from '../encryption/encryption.ts'
import { type KeyRing, readOwnKeyRing } from '../encryption/key-ring.ts'
import { beginEpoch } from '../epochs.ts'
import { migrate, refuseNewer } from '../migrate.ts'
import { connectPostgres } from '../postgres.ts'
import type { Tables } from '../schema.ts'
import { endAllSessions } from '../session-rows.ts'
import { sqliteDialect } from '../sqlite.ts'
import { programsOf, type Tools } from './backup.ts'
import { type Archive, presentTables, putBackPostgres, readArchive, replacePostgres } from './postgres.ts'
import { checkDatabase, type Soundness, tableNames } from './soundness.ts'
import { inspectSqlite, replaceSqlite } from './sqlite.ts'

interface RestoreSettings extends DatabasePlace {
  /** Undefined: the embedded database's own. */
  readonly keyRing: KeyRing | undefined
}

/** How much the backup held, and what became of the database before it. */
interface Restored extends Soundness {
  /** What keeps the former database: a folder, or a schema of PostgreSQL; undefined when there was none. */
  readonly aside: string | undefined
  /** The references of payouts that were exported since the backup was made; undefined where the former database could not be read. */
  readonly exportedSince: readonly string[] | undefined
}

/**
 * Puts a backup in the place of the database, and what was there aside. The backup is checked before, the database after; its audit log
 * tells of the restore.
 * @throws StoreError while an app runs, or when the backup is damaged, of a newer program, or encrypted with a key that is not at hand
 */
export async function restore(settings: RestoreSettings, backup: string, tools: Tools, at: Date): Promise<Restored> {
  if (!existsSync(backup)) throw new StoreError(`there is no ${backup}`)
  makeDataDirectory(settings.dataDirectory)
  const keyRing = settings.keyRing ?? readOwnKeyRing(settings.dataDirectory)
  const hold = await holdAlone(settings)
  try {
    const place = { ...settings, keyRing, at: at.toISOString(), stamp: stampOf(at) }
    const restored =
      settings.databaseUrl === undefined
        ? restoreSqlite(place, backup)
        : restorePostgres(place, settings.databaseUrl, backup, tools)
    return await restored
  } finally {
    await hold.release()
  }
}

interface Target {
  readonly dataDirectory: string
  readonly keyRing: KeyRing
  readonly at: string
  readonly stamp: string
}

async function restoreSqlite(target: Target, backup: string): Promise<Restored> {
  const soundness = await inspectSqlite(backup, async (db, kind) => {
    await refuseNewer(db)
    await readDatabaseKeys(db, target.keyRing)
    return checkDatabase(db, kind)
  })
  const { dataDirectory, at } = target
  const isFirst = !existsSync(sqliteFileIn(dataDirectory))
  const former = await formerOf({ dataDirectory }, isFirst)
  const audited: RestoreAudited[] = []
  const aside = await replaceSqlite(dataDirectory, backup, asideFolder(target), async (draft) => {
    audited.push(await auditInDraft(draft, former, at))
  })
  const [{ heads, exportedSince } = { heads: [], exportedSince: undefined }] = audited
  restartCheckpointFile(target, heads)
  return { ...soundness, aside, exportedSince }
}

/** Into the file itself, without a log beside it, so that it appears in place with the entry. */
async function auditInDraft(draft: string, former: Former, at: string): Promise<RestoreAudited> {
  chmodSync(draft, 0o600)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(draft, ['journal_mode = delete', 'synchronous = full']) })
  try {
    return await auditRestore(db, 'sqlite', former, at)
  } finally {
    await db.destroy()
  }
}

async function restorePostgres(target: Target, databaseUrl: string, backup: string, tools: Tools): Promise<Restored> {
  const programs = programsOf(tools)
  const archive = await readArchive(programs, backup)
  const stranger = archive.keyIds.find((id) => !target.keyRing.keys.some((key) => key.id === id))
  if (stranger !== undefined)
    throw new StoreError(`the backup is encrypted with data key ${stranger}, which is not at hand`)
  const isFirst = (await presentTables(databaseUrl)).length === 0
  const former = await formerOf({ databaseUrl, dataDirectory: target.dataDirectory }, isFirst)
  const aside = await replacePostgres(databaseUrl, programs, backup, `before_restore_${target.stamp}`)
  const finish = async () => {
    const soundness = await checkRestored(databaseUrl, target.keyRing, archive)
    return { soundness, ...(await auditInPostgres(databaseUrl, former, target.at)) }
  }
  const { soundness, heads, exportedSince } = await finish().catch(async (error: unknown) => {
    await putBackPostgres(databaseUrl, aside)
    throw error
  })
  restartCheckpointFile(target, heads)
  return { ...soundness, aside: aside && `schema ${aside}`, exportedSince }
}

async function auditInPostgres(databaseUrl: string, former: Former, at: string): Promise<RestoreAudited> {
  const db = connectPostgres(databaseUrl, { max: 1 })
  try {
    return await auditRestore(db, 'postgres', former, at)
  } finally {
    await db.destroy()
  }
}

async function checkRestored(databaseUrl: string, keyRing: KeyRing, { counts }: Archive): Promise<Soundness> {
  const db = connectPostgres(databaseUrl, { max: 1 })
  try {
    await refuseNewer(db)
    await readDatabaseKeys(db, keyRing)
    const soundness = await checkDatabase(db, 'postgres')
    const missing = tableNames.find((name) => counts[name] !== soundness.counts[name])
    if (missing !== undefined) throw new StoreError(`not all rows of ${missing} came out of the backup`)
    return soundness
  } finally {
    await db.destroy()
  }
}

/** The lines of the former head file tell of entries that the backup may not have yet. */
function restartCheckpointFile(target: Target, heads: readonly Head[]): void {
  const path = checkpointFileIn(target.dataDirectory)
  if (existsSync(path)) {
    mkdirSync(asideFolder(target), { recursive: true, mode: 0o700 })
    renameSync(path, join(asideFolder(target), basename(path)))
  }
  replaceCheckpointFile(target.dataDirectory, heads)
}

function asideFolder({ dataDirectory, stamp }: Target): string {
  return join(dataDirectory, `before_restore_${stamp}`)
}

/** 20261121_143000_123: fit for a folder and for a schema. */
function stampOf(at: Date): string {
  return at.toISOString().replace(/[-:Z]/g, '').replace(/[T.]/g, '_')
}

/** What a database held that another is put in the place of. */
interface Former {
  /** The end of its audit log; undefined where that is not known. */
  readonly head: Head | undefined
  /** The payouts that it had exported; undefined where it could not be read. */
  readonly exported: readonly ExportedPayout[] | undefined
}

interface ExportedPayout {
  readonly id: string
  readonly reference: string
}

/** Where there was no database. */
const nothingBefore: Former = { head: undefined, exported: [] }

/**
 * Reads the database that is to be put aside. One that is damaged or has lost a part of its history is restored over all the same: then only
 * the checkpoint file tells.
 */
async function formerOf(place: DatabasePlace, isFirst: boolean): Promise<Former> {
  try {
    if ((await findLoss(place)) === undefined)
      return isFirst ? nothingBefore : await readAll(await connectToRead(place))
  } catch {
    // What is wrong with it is why a backup is restored.
  }
  return { head: readCheckpointFile(place.dataDirectory)?.heads.at(-1), exported: undefined }
}

async function readAll(db: Kysely<Tables>): Promise<Former> {
  try {
    const head = await db.selectFrom('audit_head').select(['seq', 'hash', 'at']).executeTakeFirst()
    return { head: head ?? beforeAll, exported: await exportedPayouts(db) }
  } finally {
    await db.destroy()
  }
}

/** What the audit log says once a backup is in place. */
interface RestoreAudited {
  /** Of each entry, as a head file notes it. */
  readonly heads: readonly Head[]
  /** The references of payouts that only the former database knows as exported; undefined where it could not be read. */
  readonly exportedSince: readonly string[] | undefined
}

/** Brings a backup up to date and tells of the restore in its audit log, in one transaction. */
function auditRestore(db: Kysely<Tables>, kind: Kind, former: Former, at: string): Promise<RestoreAudited> {
  return db.transaction().execute(async (tx) => {
    await migrate(tx, kind, at)
    await beginEpoch(tx, 'maintenance_epoch')
    const known = new Set((await exportedPayouts(tx)).map(({ id }) => id))
    const exportedSince = former.exported?.filter(({ id }) => !known.has(id)).map(({ reference }) => reference)
    const facts = {
      ...(former.head && { formerSeq: former.head.seq, formerHash: former.head.hash }),
      ...(exportedSince && { exportedSince: exportedSince.length }),
    }
    // Whoever signed in before the backup was made may have signed out since.
    await endAllSessions(tx, at, 'restored')
    const thing = { type: 'database', id: 'database' } as const
    await appendEntry(tx, { personId: null, action: 'database.restored', thing, facts }, at)
    return { heads: await readHeads(tx), exportedSince }
  })
}

function exportedPayouts(db: Kysely<Tables>): Promise<readonly ExportedPayout[]> {
  return db
    .selectFrom('payouts')
    .select(['id', 'external_reference as reference'])
    .where('state', '=', 'exported')
    .orderBy('exported_at')
    .orderBy('id')
    .execute()
}
