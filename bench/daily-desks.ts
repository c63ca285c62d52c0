import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres } from '../bin/find-postgres.mjs'
import { startKeptPostgres } from '../scripts/postgres.mjs'
import { type Desk, startDesk } from './desk.ts'
import { fillDesk } from './fill-desk.ts'
import { say } from './part.ts'

/** A server over 100,000 beneficiaries and as many payouts. */
export interface DailyDesk extends Desk {
  readonly database: 'SQLite' | 'PostgreSQL'
  /** The folder of PostgreSQL's own data. */
  readonly postgresData: string | undefined
  readonly dataDirectory: string
}

export const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    work: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    rows: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '60' },
  },
})
const folder = options.data ?? join(tmpdir(), 'payout-desk-daily')

/** Does something with a desk on SQLite, then with one on PostgreSQL; `--data` says where both stay for the next time, `--only` which one is meant. */
export async function withDailyDesks(work: (desk: DailyDesk) => Promise<void>): Promise<void> {
  if (options.only !== 'postgres') await onDesk('SQLite', undefined, work)
  const programs = findPostgres()
  if (options.only === 'sqlite') return
  if (programs === undefined) return say('PostgreSQL: there is none on this machine')
  const postgres = await startKeptPostgres(programs, join(folder, 'postgres'))
  await onDesk('PostgreSQL', postgres.url, work)
  await postgres.stop()
}

async function onDesk(
  database: DailyDesk['database'],
  databaseUrl: string | undefined,
  work: (desk: DailyDesk) => Promise<void>,
): Promise<void> {
  const dataDirectory = join(folder, `${database.toLowerCase()}-data`)
  mkdirSync(dataDirectory, { recursive: true })
  const url = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const desk = await startDesk({ DATA_DIR: dataDirectory, DATA_KEY: keptKey(), ...url })
  await fillDesk(desk, join(folder, `${database.toLowerCase()}.json`))
  const postgresData = databaseUrl === undefined ? undefined : join(folder, 'postgres', 'data')
  await work({ ...desk, database, dataDirectory, postgresData })
  await desk.stop()
}

function keptKey(): string {
  const path = join(folder, 'key')
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600 })
  return readFileSync(path, 'utf8')
}
