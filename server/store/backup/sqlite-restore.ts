import { constants, copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sqliteFileIn } from '../open-sqlite.ts'
import { putInPlace } from './sqlite-backup.ts'

/**
 * Puts a copy of the backup where the embedded database is, and what was there aside: by a single rename, so that there is a
 * database at every moment. No app runs meanwhile.
 * @param prepare what is to be done to the copy before it is in place
 * @returns the folder where the former one is kept; undefined when there was none
 */
export async function replaceSqlite(
  dataDirectory: string,
  backup: string,
  aside: string,
  prepare: (draft: string) => Promise<void>,
): Promise<string | undefined> {
  const current = sqliteFileIn(dataDirectory)
  const draft = `${current}.restoring`
  rmSync(draft, { force: true })
  copyFileSync(backup, draft, constants.COPYFILE_FICLONE)
  await prepare(draft)
  const kept = existsSync(current) ? keepAside(current, aside) : undefined
  putInPlace(draft, current)
  return kept
}

function keepAside(current: string, aside: string): string {
  mkdirSync(aside, { mode: 0o700 })
  linkSync(current, join(aside, basename(current)))
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(current + suffix)) renameSync(current + suffix, join(aside, basename(current) + suffix))
  }
  return aside
}
