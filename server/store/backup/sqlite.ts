import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import SqliteFile from 'libsql'
import { StoreError, sqliteFileIn } from '../database-kind.ts'
import { kyselyOver } from '../kysely-over.ts'
import type { Tables } from '../schema.ts'
import { sqliteDialect } from '../sqlite-driver.ts'
import { type Manifest, seal } from './manifest.ts'
import type { DatabaseCheck } from './soundness.ts'

/**
 * Copies the embedded database as it is at one moment, also while servers run, and checks the copy. It appears under its name only
 * once it is whole and on the disk.
 * @throws StoreError
 */
export async function backupSqlite(
  dataDirectory: string,
  check: DatabaseCheck,
  target: string,
  at: Date,
): Promise<Manifest> {
  const source = sqliteFileIn(dataDirectory)
  if (!existsSync(source)) throw new StoreError(`there is no database in ${dataDirectory} yet`)
  const draft = `${target}.part`
  rmSync(draft, { force: true })
  try {
    copyTo(source, draft)
    const manifest = await seal(draft, 'sqlite', await inspectSqlite(draft, check), at)
    putInPlace(draft, target)
    return manifest
  } finally {
    rmSync(draft, { force: true })
  }
}

function copyTo(source: string, draft: string): void {
  // For its owner alone from the first byte on; SQLite fills a file that is empty.
  writeFileSync(draft, '', { mode: 0o600 })
  const file = new SqliteFile(source)
  try {
    file.exec('pragma busy_timeout = 5000')
    file.prepare('vacuum into ?').run([draft])
  } finally {
    file.close()
  }
}

/**
 * Looks into a file that no app uses.
 * @throws StoreError when it is no SQLite file
 */
export async function inspectSqlite<Result>(
  path: string,
  look: (db: Kysely<Tables>, kind: 'sqlite') => Promise<Result>,
): Promise<Result> {
  if (!isSqlite(path)) throw new StoreError(`${path} is no backup of the embedded database`)
  const db = kyselyOver(sqliteDialect(path, ['query_only = on']))
  try {
    return await look(db, 'sqlite')
  } catch (error) {
    if (error instanceof SqliteFile.SqliteError)
      throw new StoreError(`${path} cannot be read: ${error.message} (${error.code})`)
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

/**
 * Puts a copy where the embedded database is, and what was there aside: by a single rename, so that there is a database at every moment. No
 * app runs meanwhile.
 * @returns the folder of the former one; undefined when there was none
 */
export function replaceSqlite(dataDirectory: string, copy: string, aside: string): string | undefined {
  const current = sqliteFileIn(dataDirectory)
  const kept = existsSync(current) ? keepAside(current, aside) : undefined
  putInPlace(copy, current)
  return kept
}

function keepAside(current: string, aside: string): string {
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  linkSync(current, join(aside, basename(current)))
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(current + suffix)) renameSync(current + suffix, join(aside, basename(current) + suffix))
  }
  return aside
}
