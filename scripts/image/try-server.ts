import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '../../bin/find-postgres.mjs'
import { startPostgres } from '../postgres.mjs'
import { freePort } from '../run.mjs'
import type { RunInImage, Volumes } from './run-image.ts'

/**
 * What compose.yaml does with the image, one service after the other: two users of PostgreSQL, tables, a server, its first admin, a backup.
 * No restore: the PostgreSQL of this machine may be older than the programs of the image, and takes none of theirs then.
 */
export async function tryServer(volumes: Volumes, run: RunInImage): Promise<void> {
  const programs = findPostgres()
  if (programs === undefined)
    return console.log('There is no PostgreSQL: what compose.yaml does with the image is not tried.')
  const postgres = await startPostgres(programs)
  try {
    const database = new URL(postgres.url)
    const psql = ['-X', '-q', '-h', database.hostname, '-p', database.port, '-U', 'postgres']
    const passwords = { PAYOUT_DESK_PASSWORD: 'of the app', PAYOUT_DESK_ADMIN_PASSWORD: 'of the admin' }
    execFileSync(join(programs, 'psql'), [...psql, '-c', 'create database payout_desk'])
    const roles = ['-v', 'app=payout-desk', '-v', 'admin=payout-desk-admin', '-f', 'deploy/postgres-roles.sql']
    execFileSync(join(programs, 'psql'), [...psql, '-d', 'payout_desk', ...roles], { env: passwords })
    const secret = (name: string, text: string, mode: number) => {
      const path = join(volumes.tmp, name)
      writeFileSync(path, text)
      chownSync(path, 1000, 1000)
      chmodSync(path, mode)
      return `/tmp/${name}`
    }
    const [port, metrics] = await Promise.all([freePort(), freePort()])
    const env = {
      PUBLIC_URL: 'https://payouts.example.com',
      HOST: '0.0.0.0',
      PORT: String(port),
      TRUSTED_PROXIES: '127.0.0.1',
      SIGN_IN: 'accounts',
      DATABASE_URL: `postgres://payout-desk@${database.host}/payout_desk`,
      DATABASE_PASSWORD_FILE: secret('database-password', passwords.PAYOUT_DESK_PASSWORD, 0o444),
      DATA_KEY_FILE: secret('data-key', 'a'.repeat(64), 0o400),
      BACKUP_DIR: '/data/backups',
      METRICS_HOST: '0.0.0.0',
      METRICS_PORT: String(metrics),
    }
    const admin = {
      ...env,
      DATABASE_ADMIN_URL: `postgres://payout-desk-admin@${database.host}/payout_desk`,
      DATABASE_ADMIN_PASSWORD_FILE: secret('database-admin-password', passwords.PAYOUT_DESK_ADMIN_PASSWORD, 0o444),
    }
    const done = async (command: readonly string[], settings: Readonly<Record<string, string>>) => {
      const container = run({ command: ['payout-desk', ...command], env: settings })
      assert.equal(await container.ended, 0, container.output())
      return container.output()
    }
    await done(['migrate'], admin)
    const app = run({ env })
    await app.said(/ is ready at /)
    const url = `http://127.0.0.1:${port}`
    assert.deepEqual(await (await fetch(`${url}/healthz`)).json(), { status: 'ok' })
    assert.equal((await fetch(`http://127.0.0.1:${metrics}/readyz`)).status, 200)
    assert.equal((await fetch(`${url}/api/session`)).status, 400)
    assert.match(
      await done(['people', 'invite-admin', 'ana@example.com'], env),
      /https:\/\/payouts\.example\.com\/enrol#/,
    )
    assert.match(await done(['backup', '/data/backups/first.backup'], env), /^Backed up to /)
    assert.match(await done(['verify-audit'], env), /^The audit log holds/)
    assert.equal(await app.stop(), 0, app.output())
  } finally {
    await postgres.stop()
  }
  console.log('With PostgreSQL it made its tables, served, invited an admin and made a backup.')
}
