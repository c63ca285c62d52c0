import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Head } from '../audit/audit-log.ts'
import { checkpointFileIn, replaceCheckpointFile } from '../audit/checkpoint-file.ts'
import { appendEntry } from '../audit/followed-log.ts'
import { readHeads } from '../audit/verify-audit-log.ts'
import { holdAlone, makeDataDirectory } from '../database.ts'
import { type DatabasePlace, type Kind, StoreError, sqliteFileIn } from '../database-kind.ts'
import { openEncryption } from '../encryption/encryption.ts'
import { type KeyRing, readOwnKeyRing } from '../encryption/key-ring.ts'
import { endAllSessions } from '../end-sessions.ts'
import { beginEpoch } from '../epochs.ts'
import { kyselyOver } from '../kysely-over.ts'
import { type Migration, migrate, migrations } from '../migrate.ts'
import { connectPostgres } from '../postgres.ts'
import { grantRights } from '../postgres-rights.ts'
import type { Tables } from '../schema.ts'
import { sqliteDialect } from '../sqlite-driver.ts'
import { programsOf, type Tools } from './backup.ts'
import { exportedReferences, type FormerDatabase, formerOf } from './former-database.ts'
import { type Manifest, readBackup, readManifest, refuseOtherVersion } from './manifest.ts'
import { dropLoaded, loadArchive, loadedSchema, presentTables, switchSchemas } from './postgres-restore.ts'
import { checkDatabase, type Soundness, tableNames } from './soundness.ts'
import { replaceSqlite } from './sqlite.ts'

interface RestoreSettings extends DatabasePlace {
  /** Undefined: the embedded database's own. */
  readonly keyRing: KeyRing | undefined
}

/** How much the backup held, and what became of the database before it. */
interface Restored extends Omit<BroughtIn, 'heads'> {
  /** What keeps the former database: a folder, or a schema of PostgreSQL; undefined when there was none. */
  readonly aside: string | undefined
}

/**
 * Puts a backup in the place of the database, and what was there aside. The backup is checked before, the database after; its audit log
 * records the restore.
 * @throws StoreError while an app runs, or when the backup is damaged, of another program's tables, or encrypted with a key that is not at hand
 */
export async function restore(
  given: RestoreSettings,
  backup: string,
  tools: Tools,
  at: Date,
  known = migrations,
): Promise<Restored> {
  const settings = { ...given, databaseUrl: given.databaseAdminUrl ?? given.databaseUrl }
  const { databaseUrl, dataDirectory } = settings
  // Reading says why it is not found: a folder above may let no one in.
  if (!existsSync(backup)) readManifest(backup)
  makeDataDirectory(dataDirectory)
  const keyRing = settings.keyRing ?? readOwnKeyRing(dataDirectory)
  const hold = await holdAlone(settings)
  const copy = `${sqliteFileIn(dataDirectory)}.restoring`
  try {
    const about = readManifest(backup)
    refuseUnfit(backup, about, settings, keyRing)
    refuseOtherVersion(backup, about, known)
    rmSync(copy, { force: true })
    const manifest = await readBackup(backup, copy)
    const target = { copy, manifest, dataDirectory, keyRing, known, at: at.toISOString(), stamp: stampOf(at) }
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
  readonly known: readonly Migration[]
  readonly at: string
  readonly stamp: string
}

async function restoreSqlite(target: Target): Promise<Restored> {
  const { copy, dataDirectory } = target
  const former = await formerOf({ dataDirectory }, !existsSync(sqliteFileIn(dataDirectory)))
  const { heads, ...restored } = await inCopy(copy, (tx) => bringIn(tx, 'sqlite', former, target))
  const aside = replaceSqlite(dataDirectory, copy, asideFolder(target))
  restartCheckpointFile(target, heads)
  return { ...restored, aside }
}

/** Works in the file itself, without a write-ahead log, so that it appears in place with the entry. */
async function inCopy<Result>(copy: string, work: (tx: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  const db = kyselyOver(sqliteDialect(copy, ['journal_mode = delete', 'synchronous = full']))
  try {
    return await db.transaction().execute(work)
  } finally {
    await db.destroy()
  }
}

/** The archive is loaded beside the tables in use, brought up to date and checked there, and takes their place with the commit of that. */
async function restorePostgres(target: Target, databaseUrl: string, tools: Tools): Promise<Restored> {
  const { copy, manifest, dataDirectory, stamp } = target
  const { stallLimitMs } = tools
  const former = await formerOf({ databaseUrl, dataDirectory }, (await presentTables(databaseUrl)).length === 0)
  const loaded = { schema: loadedSchema(stamp), tables: tablesOf(manifest) }
  const programs = { programs: programsOf(tools), stallLimitMs }
  try {
    await loadArchive(databaseUrl, programs, copy, loaded)
    const { heads, aside, ...restored } = await inLoaded(databaseUrl, loaded.schema, async (tx) => ({
      ...(await bringIn(tx, 'postgres', former, target)),
      aside: await switchSchemas(tx, loaded.schema, `before_restore_${stamp}`),
    }))
    restartCheckpointFile(target, heads)
    return { ...restored, aside: aside && `schema ${aside}` }
  } catch (error) {
    // The next restore takes it away, where this cannot.
    await dropLoaded(databaseUrl).catch(() => {})
    throw error
  }
}

async function inLoaded<Result>(
  databaseUrl: string,
  schema: string,
  work: (tx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const db = connectPostgres(databaseUrl, { max: 1, requirePatience: () => {}, schema })
  try {
    return await db.transaction().execute(work)
  } finally {
    await db.destroy()
  }
}

/**
 * Those in the backup, and those of today, which may be in use.
 * @throws StoreError where a name is none of a table: it becomes part of a command
 */
function tablesOf({ counts }: Manifest): readonly string[] {
  const names = [...new Set([...Object.keys(counts), ...tableNames])]
  if (names.every((name) => /^[a-z_]+$/.test(name))) return names
  throw new StoreError('the backup names a table that no version of Payout Desk has')
}

/** The tables of its own version, before they are brought up to date. */
async function refuseMissingRows(db: Kysely<Tables>, { counts }: Manifest): Promise<void> {
  for (const [name, counted] of Object.entries(counts)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.id(name)}`.execute(db)
    if (rows[0]?.count !== counted) throw new StoreError(`not all rows of ${name} came out of the backup`)
  }
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

/** What is known once a backup is ready to take the place of the database. */
interface BroughtIn extends Soundness {
  /** Of each entry, as a checkpoint file has it. */
  readonly heads: readonly Head[]
  /** The references of payouts that only the former database knows as exported; undefined where it could not be read. */
  readonly exportedSince: readonly string[] | undefined
  /** The file that has them, too; undefined where there are none. */
  readonly list: string | undefined
}

/**
 * Counts the rows of a backup, brings its tables up to date, checks all of it and records the restore in its audit log.
 * @throws StoreError where what came out of the backup is not what went into it
 */
async function bringIn(tx: Kysely<Tables>, kind: Kind, former: FormerDatabase, target: Target): Promise<BroughtIn> {
  const { keyRing, manifest, known, at } = target
  await refuseMissingRows(tx, manifest)
  await migrate(tx, kind, at, known)
  const soundness = await checkDatabase(tx, kind, keyRing, known)
  if (soundness.head.mac !== manifest.head.mac)
    throw new StoreError('the audit log that came out of the backup is not the one that went into it')
  await beginEpoch(tx, 'maintenance_epoch')
  // A scheduled one is under way in itself.
  await tx.deleteFrom('backups').execute()
  const exported = new Set((await exportedReferences(tx)).map(({ id }) => id))
  const exportedSince = former.exported?.filter(({ id }) => !exported.has(id)).map(({ reference }) => reference)
  const facts = {
    ...(former.head && { formerSeq: former.head.seq, formerMac: former.head.mac }),
    ...(exportedSince && { exportedSince: exportedSince.length }),
  }
  // A session from before the backup may have been ended since.
  await endAllSessions(tx, at, 'restored')
  const thing = { type: 'database', id: 'database' } as const
  const encryption = await openEncryption(tx, keyRing, at)
  await appendEntry(tx, encryption, { personId: null, action: 'database.restored', thing, facts }, at)
  const list = noteExportedSince(target, exportedSince ?? [])
  return { ...soundness, heads: await readHeads(tx), exportedSince, list }
}

/** Before the former database is put aside: who is cut off then would know of no payout that can be paid twice. */
function noteExportedSince(target: Target, references: readonly string[]): string | undefined {
  if (references.length === 0) return undefined
  mkdirSync(asideFolder(target), { recursive: true, mode: 0o700 })
  const list = join(asideFolder(target), 'exported-since')
  writeFileSync(list, `${references.join('\n')}\n`, { mode: 0o600, flush: true })
  return list
}
