import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * What is stored is for the user of this program alone, whatever their umask says: it holds names in clear text, and anyone who can write to
 * it can forge it.
 */

/** Makes an empty file where there is none. SQLite fills it, and gives the files that it writes next to it the same mode. */
export function makePrivateFile(path: string): void {
  if (existsSync(path)) return
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error
  }
}

/** Makes a folder where there is none, and the folders above, one after the other: where one cannot be, as in /proc, Node's own way to make all of them never ends. */
export function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return
  if (dirname(path) !== path) makeDirectory(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}

/** Makes a folder for data, and our files in it, private. A data key is left as it is: a key that was read stays known. */
export function closeToOthers(directory: string): void {
  chmodSync(directory, 0o700)
  for (const entry of readdirSync(directory, { withFileTypes: true }))
    if (entry.isFile() && ours.test(entry.name)) closeFile(join(directory, entry.name))
}

/** The folder may hold other files too: with the beginnings of these names it has the database, its log, its locks and the checkpoints. */
const ours = /^(payout-desk\.db|running\.db|audit-head)/

function closeFile(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    // Another process may have ended, and taken its file away.
    if (existsSync(path)) throw error
  }
}

/** Whether the group of a file, or everyone, may read or change it. Windows has no such modes. */
export function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o066) !== 0
}
