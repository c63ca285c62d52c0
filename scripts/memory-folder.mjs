import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const folder = '/dev/shm'

/** What PostgreSQL and the databases of two workers, two browsers and their servers take at the same time, several times over. */
const room = 4 * 2 ** 30

/**
 * Keeps the files of tests in memory, where there is plenty of it and TMPDIR names no other place: tests make and delete databases of hundreds of
 * files, and without a journal ext4 looks for the place of each new file past all that were deleted in the last five minutes.
 */
export function keepFilesOfTestsInMemory() {
  if (!process.env.TMPDIR && runsPrograms() && hasRoom()) process.env.TMPDIR = folder
}

/** Tests compile some of what they run. */
function runsPrograms() {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : ''
  const [, , type, options = ''] =
    mounts
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, path]) => path === folder) ?? []
  return type === 'tmpfs' && !options.split(',').includes('noexec')
}

function hasRoom() {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= room && freemem() >= room
}
