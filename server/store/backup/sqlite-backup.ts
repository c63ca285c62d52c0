import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import SqliteFile from 'libsql'
import { sqliteFileIn } from '../open-sqlite.ts'
import type { Tables } from '../schema.ts'
import { sqliteDialect } from '../sqlite-dialect.ts'
import { StoreError } from '../store-error.ts'
import { checkDatabase, type Soundness } from './check-database.ts'

/**
 * Copies the embedded database as it is at one moment, also while desks run, and checks the copy. It appears under its name only
 * once it is whole and on the disk.
 * @throws StoreFault
 */
export async function backupSqlite(dataDirectory: string, target: string): Promise<Soundness> {
  const source = sqliteFileIn(dataDirectory)
  if (!existsSync(source)) throw new StoreError(`there is no database in ${dataDirectory} yet`)
  const draft = `${target}.part`
  rmSync(draft, { force: true })
  try {
    copyTo(source, draft)
    const soundness = await inspectSqlite(draft, checkDatabase)
    putInPlace(draft, target)
    return soundness
  } finally {
    rmSync(draft, { force: true })
  }
}

function copyTo(source: string, draft: string): void {
  const file = new SqliteFile(source)
  try {
    file.exec('pragma busy_timeout = 5000')
    file.prepare('vacuum into ?').run([draft])
    chmodSync(draft, 0o600)
  } finally {
    file.close()
  }
}

/**
 * Looks into a file that no app uses.
 * @throws StoreFault when it is no SQLite file
 */
export async function inspectSqlite<Result>(
  path: string,
  look: (db: Kysely<Tables>, kind: 'sqlite') => Promise<Result>,
): Promise<Result> {
  if (!isSqlite(path)) throw new StoreError(`${path} is no backup of the embedded database`)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(path, ['query_only = on']) })
  try {
    return await look(db, 'sqlite')
  } catch (error) {
    if (error instanceof SqliteFile.SqliteError) throw new StoreError(`${path} cannot be read: ${error.message}`)
    throw error
  } finally {
    await db.destroy()
  }
}

function isSqlite(path: string): boolean {
  if (!existsSync(path)) return false
  const file = openSync(path, 'r')
  const start = Buffer.alloc(16)
  readSync(file, start, 0, 16, 0)
  closeSync(file)
  return start.toString('latin1') === 'SQLite format 3\0'
}

/** Renames once the content is on the disk, and waits until the new name is there too. */
export function putInPlace(draft: string, target: string): void {
  sync(draft)
  renameSync(draft, target)
  sync(dirname(target))
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
