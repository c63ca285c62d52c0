import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Kysely } from 'kysely'
import { type Head, readHead } from '../audit/audit-log.ts'
import { checkpointFileIn, readCheckpointFile, replaceCheckpointFile } from '../audit/checkpoint-file.ts'
import { appendEntry } from '../audit/followed-log.ts'
import { findLoss } from '../audit/lost-entries.ts'
import { readHeads } from '../audit/verify-audit-log.ts'
import { connectToRead, holdAlone, makeDataDirectory } from '../database.ts'
import { type DatabasePlace, type Kind, StoreError, sqliteFileIn } from '../database-kind.ts'
import { openEncryption } from '../encryption/encryption.ts'
import { type KeyRing, readOwnKeyRing } from '../encryption/key-ring.ts'
import { endAllSessions } from '../end-sessions.ts'
import { beginEpoch } from '../epochs.ts'
import { migrate } from '../migrate.ts'
import { connectPostgres } from '../postgres.ts'
import { grantRights } from '../postgres-rights.ts'
import type { Tables } from '../schema.ts'
import { sqliteDialect } from '../sqlite.ts'
import { programsOf, type Tools } from './backup.ts'
import { type Manifest, readBackup, readManifest, refuseOtherVersion } from './manifest.ts'
import { presentTables, putBackPostgres, replacePostgres } from './postgres.ts'
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
 * records the restore.
 * @throws StoreError while an app runs, or when the backup is damaged, of another program's tables, or encrypted with a key that is not at hand
 */
export async function restore(given: RestoreSettings, backup: string, tools: Tools, at: Date): Promise<Restored> {
  const settings = { ...given, databaseUrl: given.databaseAdminUrl ?? given.databaseUrl }
  const { databaseUrl, dataDirectory } = settings
  if (!existsSync(backup)) throw new StoreError(`there is no ${backup}`)
  makeDataDirectory(dataDirectory)
  const keyRing = settings.keyRing ?? readOwnKeyRing(dataDirectory)
  const hold = await holdAlone(settings)
  const copy = `${sqliteFileIn(dataDirectory)}.restoring`
  try {
    refuseUnfit(backup, readManifest(backup), settings, keyRing)
    rmSync(copy, { force: true })
    const manifest = await readBackup(backup, copy)
    const target = { copy, manifest, dataDirectory, keyRing, at: at.toISOString(), stamp: stampOf(at) }
    const restoring = databaseUrl === undefined ? restoreSqlite(target) : restorePostgres(target, databaseUrl, tools)
    const restored = await restoring
    await grantRights(given)
    return restored
  } finally {
    rmSync(copy, { force: true })
    await hold.release()
  }
}

/** @throws StoreError where a backup that is whole is none for this place */
function refuseUnfit(backup: string, manifest: Manifest, { databaseUrl }: DatabasePlace, { keys }: KeyRing): void {
  const { kind, dataKey } = manifest
  if ((kind === 'sqlite') !== (databaseUrl === undefined)) {
    throw new StoreError(
      kind === 'sqlite'
        ? `${backup} is a backup of the embedded database, and DATABASE_URL names a PostgreSQL`
        : `${backup} is a backup of a PostgreSQL, and DATABASE_URL names none`,
    )
  }
  refuseOtherVersion(backup, manifest)
  if (!keys.some(({ id }) => id === dataKey)) {
    throw new StoreError(`${backup} is encrypted with data key ${dataKey}, which is not at hand`)
  }
}

interface Target {
  /** The copy of the database, as it was taken out of the backup. */
  readonly copy: string
  readonly manifest: Manifest
  readonly dataDirectory: string
  readonly keyRing: KeyRing
  readonly at: string
  readonly stamp: string
}

async function restoreSqlite(target: Target): Promise<Restored> {
  const { copy, dataDirectory } = target
  const soundness = await inspectSqlite(copy, (db) => checkRestored(db, 'sqlite', target))
  const isFirst = !existsSync(sqliteFileIn(dataDirectory))
  const { heads, exportedSince } = await auditInCopy(target, await formerOf({ dataDirectory }, isFirst))
  const aside = replaceSqlite(dataDirectory, copy, asideFolder(target))
  restartCheckpointFile(target, heads)
  return { ...soundness, aside, exportedSince }
}

/** Into the file itself, without a write-ahead log, so that it appears in place with the entry. */
async function auditInCopy(target: Target, former: Former): Promise<RestoreAudited> {
  const db = new Kysely<Tables>({
    dialect: sqliteDialect(target.copy, ['journal_mode = delete', 'synchronous = full']),
  })
  try {
    return await auditRestore(db, 'sqlite', former, target)
  } finally {
    await db.destroy()
  }
}

async function restorePostgres(target: Target, databaseUrl: string, tools: Tools): Promise<Restored> {
  const programs = programsOf(tools)
  const isFirst = (await presentTables(databaseUrl)).length === 0
  const former = await formerOf({ databaseUrl, dataDirectory: target.dataDirectory }, isFirst)
  const { stallLimitMs } = tools
  const schema = `before_restore_${target.stamp}`
  const aside = await replacePostgres(databaseUrl, { programs, stallLimitMs }, target.copy, schema)
  const finish = async () => {
    const db = connectPostgres(databaseUrl, { max: 1 })
    try {
      const soundness = await checkRestored(db, 'postgres', target)
      return { soundness, ...(await auditRestore(db, 'postgres', former, target)) }
    } finally {
      await db.destroy()
    }
  }
  const { soundness, heads, exportedSince } = await finish().catch(async (error: unknown) => {
    await putBackPostgres(databaseUrl, aside)
    throw error
  })
  restartCheckpointFile(target, heads)
  return { ...soundness, aside: aside && `schema ${aside}`, exportedSince }
}

/** @throws StoreError where what came out of the backup is not what went into it */
async function checkRestored(db: Kysely<Tables>, kind: Kind, { keyRing, manifest }: Target): Promise<Soundness> {
  const soundness = await checkDatabase(db, kind, keyRing)
  const missing = tableNames.find((name) => manifest.counts[name] !== soundness.counts[name])
  if (missing !== undefined) throw new StoreError(`not all rows of ${missing} came out of the backup`)
  if (soundness.head.mac === manifest.head.mac) return soundness
  throw new StoreError('the audit log that came out of the backup is not the one that went into it')
}

/** The former checkpoint file has entries that the backup may lack. */
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
 * the checkpoint file shows what it had.
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
    return { head: await readHead(db), exported: await exportedPayouts(db) }
  } finally {
    await db.destroy()
  }
}

/** What the audit log says once a backup is in place. */
interface RestoreAudited {
  /** Of each entry, as a checkpoint file has it. */
  readonly heads: readonly Head[]
  /** The references of payouts that only the former database knows as exported; undefined where it could not be read. */
  readonly exportedSince: readonly string[] | undefined
}

/** Migrates a backup and records the restore in its audit log, in one transaction. */
function auditRestore(
  db: Kysely<Tables>,
  kind: Kind,
  former: Former,
  { keyRing, at }: Target,
): Promise<RestoreAudited> {
  return db.transaction().execute(async (tx) => {
    await migrate(tx, kind, at)
    await beginEpoch(tx, 'maintenance_epoch')
    // A scheduled one is under way in itself.
    await tx.deleteFrom('backups').execute()
    const known = new Set((await exportedPayouts(tx)).map(({ id }) => id))
    const exportedSince = former.exported?.filter(({ id }) => !known.has(id)).map(({ reference }) => reference)
    const facts = {
      ...(former.head && { formerSeq: former.head.seq, formerMac: former.head.mac }),
      ...(exportedSince && { exportedSince: exportedSince.length }),
    }
    // A session from before the backup may have been ended since.
    await endAllSessions(tx, at, 'restored')
    const thing = { type: 'database', id: 'database' } as const
    const encryption = await openEncryption(tx, keyRing, at)
    await appendEntry(tx, encryption, { personId: null, action: 'database.restored', thing, facts }, at)
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
