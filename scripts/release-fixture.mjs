import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../bin/find-postgres.mjs'
import { startPostgres } from './postgres.mjs'
import { root } from './run.mjs'

/**
 * Writes what later releases are tested with: a database of this one on SQLite, with the sample data, a backup of it, one of the same on
 * PostgreSQL, and the key of all three.
 * @param {string} folder
 */
export async function writeFixture(folder) {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('A release takes PostgreSQL: a backup of it stays in the tests.')
  const key = randomBytes(32).toString('hex')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'data-key'), `${key}\n`)
  await fill({ DATA_DIR: join(folder, 'sqlite'), DATA_KEY: key, DATABASE_URL: '' }, join(folder, 'sqlite.backup'))
  rmSync(join(folder, 'sqlite/running.db'), { force: true })
  const postgres = await startPostgres(programs)
  const scratch = mkdtempSync(join(tmpdir(), 'payout-desk-release-'))
  const environment = { DATA_DIR: scratch, DATA_KEY: key, DATABASE_URL: postgres.url }
  await fill(environment, join(folder, 'postgresql.backup')).finally(() => postgres.stop())
  rmSync(scratch, { recursive: true })
}

/**
 * @param {Readonly<Record<string, string>>} settings
 * @param {string} backup
 */
async function fill(settings, backup) {
  const env = { ...process.env, ...settings, PORT: '0', LOG_LEVEL: 'error' }
  const server = spawn(process.execPath, ['bin/payout-desk.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => server.once('close', resolve))
  const url = await new Promise((resolve, reject) => {
    server.stdout.setEncoding('utf8').on('data', (text) => resolve(/http:\/\/\S+/.exec(text)?.[0]))
    server.once('close', () => reject(new Error('The server ended before it was ready.')))
  })
  const json = { 'content-type': 'application/json' }
  const session = await fetch(`${url}/api/session`, { method: 'POST', headers: json, body: '{"name":"Ana Souza"}' })
  const cookie = session.headers.getSetCookie().map((line) => line.split(';')[0])
  const loaded = await fetch(`${url}/api/sample-data`, { method: 'POST', headers: { cookie: cookie.join('; ') } })
  if (!loaded.ok) throw new Error(`Loading the sample data was answered ${loaded.status}.`)
  server.kill('SIGTERM')
  await ended
  execFileSync(process.execPath, ['bin/payout-desk.mjs', 'backup', backup], { cwd: root, env })
}
