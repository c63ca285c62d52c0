import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The folder with programs of PostgreSQL: the one that PAYOUT_DESK_POSTGRES_BIN names, Debian's newest, or one on the PATH.
 * @param {readonly string[]} names which are wanted; without: the server itself
 * @returns {string | undefined} undefined where there is none
 */
export function findPostgres(names = ['initdb', 'postgres']) {
  const named = process.env.PAYOUT_DESK_POSTGRES_BIN
  if (named) {
    if (!hasPrograms(named, names))
      throw new Error(`PAYOUT_DESK_POSTGRES_BIN names ${named}, which has no ${names.join(', ')}.`)
    return named
  }
  const debian = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...debian.map((version) => join(debianFolder, version, 'bin')), ...pathFolders()]
  return folders.find((folder) => hasPrograms(folder, names))
}

const debianFolder = '/usr/lib/postgresql'

/**
 * @param {string} folder
 * @param {readonly string[]} names
 */
function hasPrograms(folder, names) {
  return names.every((name) => existsSync(join(folder, name)))
}

function pathFolders() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
}
