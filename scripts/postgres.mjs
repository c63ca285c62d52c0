import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../bin/find-postgres.mjs'
import { canInstall, freePort, installPackage } from './run.mjs'

/**
 * Makes sure that there is a PostgreSQL to test with; as root on Debian it is installed. Its own cluster is left alone.
 * @returns {Promise<boolean>}
 */
export async function preparePostgres() {
  if (findPostgres() !== undefined) return true
  if (!canInstall()) return false
  await installPackage('postgresql')
  return findPostgres() !== undefined
}

/**
 * A PostgreSQL whose data stay in a folder from one run to the next, as it is right after its installation: it waits for the disk and tidies
 * up by itself.
 * @param {string} programs the folder that findPostgres found
 * @param {string} folder
 * @returns {Promise<StartedPostgres>}
 */
export async function startKeptPostgres(programs, folder) {
  mkdirSync(folder, { recursive: true })
  return start(programs, folder, keptLife)
}

/**
 * A PostgreSQL that is made for one run of tests and goes with it. It may lose everything at a power cut, as it never waits for
 * the disk. After a crash, as by a kill of its first process, it starts again.
 * @typedef {{ url: string, crash: () => void, stop: () => Promise<void> }} StartedPostgres
 */

/**
 * @param {string} programs the folder that findPostgres found
 * @returns {Promise<StartedPostgres>}
 */
export async function startPostgres(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-postgres-'))
  const started = await start(programs, folder, life)
  return {
    ...started,
    stop: async () => {
      await started.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * @param {string} programs
 * @param {string} folder
 * @param {string} script its whole life
 * @returns {Promise<StartedPostgres>}
 */
async function start(programs, folder, script) {
  const user = ordinaryUser()
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const port = await freePort()
  const shell = spawn('sh', ['-c', script, 'sh', programs, folder, String(port)], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => shell.once('close', resolve))
  await ready(shell)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash: () =>
      void process.kill(Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    stop: async () => {
      shell.stdin.end()
      await ended
    },
  }
}

/**
 * The server's whole life, in a shell of its own: it ends, and its files go, when our end of the pipe is closed, also by a
 * kill -9. The order of text is that of English, unlike SQLite's, so that tests see where a column forgot its own.
 */
const life = `
  "$1/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --locale-provider=icu --icu-locale=en --no-sync >"$2/log" 2>&1 || {
    cat "$2/log" >&2; rm -rf "$2"; exit 1; }
  while [ -d "$2/data" ]; do
    "$1/postgres" -D "$2/data" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300 \\
      -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c shared_buffers=32MB -c autovacuum=off
    sleep 0.2
  done &
  read -r _
  pid=$(head -n 1 "$2/data/postmaster.pid")
  mv "$2/data" "$2/ended"
  kill -QUIT "$pid"
  wait
  rm -rf "$2"
`

/** As our end of the pipe is closed, it ends in order. */
const keptLife = `
  [ -e "$2/data" ] || "$1/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 >"$2/log" 2>&1 || { cat "$2/log" >&2; exit 1; }
  "$1/postgres" -D "$2/data" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories= &
  read -r _
  kill -INT $!
  wait
`

/** @param {import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, null, import('node:stream').Readable>} shell */
function ready(shell) {
  let issueContent = ''
  shell.stderr.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    shell.stderr.on('data', (text) => {
      issueContent += text
      if (issueContent.includes('ready to accept connections')) resolve(undefined)
    })
    shell.once('close', () => reject(new Error(`PostgreSQL did not start: ${issueContent}`)))
    shell.once('error', reject)
  })
}

/**
 * PostgreSQL refuses to run as root. Root runs it as the postgres user, or as the system's unprivileged user.
 * @returns {{ uid: number, gid: number } | undefined} undefined where this process does not run as root
 */
function ordinaryUser() {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid, gid] = (users.find((line) => line.startsWith('postgres:')) ?? 'nobody:x:65534:65534').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}
