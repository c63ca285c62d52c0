import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { StoreError } from '../database-kind.ts'
import { newEpoch } from '../epochs.ts'
import { countingFunctions } from '../migrations/first/payout-sums.ts'
import { analyzeFunction } from '../migrations/first/statistics.ts'
import { connectPostgres } from '../postgres.ts'
import { writersLock } from '../postgres-writer.ts'
import type { Tables } from '../schema.ts'
import { type Manifest, seal } from './manifest.ts'
import { type DatabaseCheck, tableNames } from './soundness.ts'
import { putInPlace } from './sqlite.ts'

/**
 * Writes a PostgreSQL database as it is at one moment into an archive, also while servers run, and checks both: the audit log in the
 * database, and that the archive can be read to its end and has all rows.
 * @throws StoreError
 */
export async function backupPostgres(
  databaseUrl: string,
  programs: string,
  check: DatabaseCheck,
  target: string,
  at: Date,
): Promise<Manifest> {
  const draft = `${target}.part`
  rmSync(draft, { force: true })
  // For its owner alone from the first byte on.
  writeFileSync(draft, '', { mode: 0o600 })
  const db = connectPostgres(databaseUrl, { max: 1 })
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (moment) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(moment)
        const soundness = await check(moment, 'postgres')
        await dump(databaseUrl, programs, draft, rows[0]?.id ?? '')
        const counts = await countInArchive(programs, draft)
        const missing = tableNames.find((name) => counts[name] !== soundness.counts[name])
        if (missing !== undefined) throw new StoreError(`the archive lacks rows of ${missing}`)
        const manifest = await seal(draft, 'postgres', soundness, at)
        putInPlace(draft, target)
        return manifest
      })
  } finally {
    rmSync(draft, { force: true })
    await db.destroy()
  }
}

async function dump(databaseUrl: string, programs: string, target: string, snapshot: string): Promise<void> {
  const { url, password } = withoutPassword(databaseUrl)
  const tables = tableNames.map((name) => `--table=public.${name}`)
  const options = [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    '--lock-wait-timeout=30s',
    `--snapshot=${snapshot}`,
    `--file=${target}`,
  ]
  const dumping = startProgram(programs, 'pg_dump', [...options, ...tables, `--dbname=${url}`], password)
  dumping.input.end()
  await dumping.ended()
}

/**
 * Puts the tables of an archive into the database, and those that were there into a schema of their own, all in one transaction.
 * No app runs meanwhile.
 * @returns where the former tables are; undefined when there were none
 * @throws StoreError when nothing was changed
 */
export async function replacePostgres(
  databaseUrl: string,
  { programs, stallLimitMs = tenMinutes }: { readonly programs: string; readonly stallLimitMs?: number | undefined },
  archive: string,
  aside: string,
): Promise<string | undefined> {
  const former = await presentTables(databaseUrl)
  const { url, password } = withoutPassword(databaseUrl)
  const options = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', '-', `--dbname=${url}`]
  const psql = startProgram(programs, 'psql', options, password)
  const reading = startProgram(programs, 'pg_restore', ['--no-owner', '--no-privileges', '--file=-', archive])
  psql.output.resume()
  reading.input.end()
  psql.input.write(`begin;\nselect pg_advisory_xact_lock(${writersLock});\n`)
  if (former.length > 0) psql.input.write(`create schema ${aside};\n`)
  for (const name of former) psql.input.write(`alter table public.${name} set schema ${aside};\n`)
  for (const command of [...countingFunctions(), analyzeFunction()]) psql.input.write(`${command};\n`)
  const stalled = stallOf(reading.output, stallLimitMs)
  reading.output.pipe(psql.input, { end: false })
  try {
    const commit = async () => {
      await reading.ended()
      // A server that wrote to the former tables waits for the lock, and must not go on with these.
      psql.input.end(`update public.epochs set maintenance_epoch = '${newEpoch()}';\ncommit;\n`)
    }
    await Promise.race([Promise.all([commit(), psql.ended()]), stalled.error])
  } catch (error) {
    // Whichever is left would wait for the other for ever, and keep the lock on the database with it.
    await Promise.all([reading.kill(), psql.kill()])
    const kept = former.length > 0 ? aside : undefined
    // Without its commit nothing is changed; one that psql sent may have been heard all the same.
    if ((await presentTables(databaseUrl, kept)).length > 0) await putBackPostgres(databaseUrl, kept)
    throw error
  } finally {
    stalled.stopWatching()
  }
  return former.length > 0 ? aside : undefined
}

const tenMinutes = 600_000

/** Notices when nothing more comes out of the archive, or goes into the database, for too long. */
function stallOf(
  progress: Readable,
  limitMs: number,
): { readonly error: Promise<never>; readonly stopWatching: () => void } {
  let timer: NodeJS.Timeout | undefined
  const error = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreError(`psql made no progress for ${limitMs / 1_000} seconds, and was ended`)),
      limitMs,
    )
    progress.on('data', () => timer?.refresh())
  })
  return { error, stopWatching: () => clearTimeout(timer) }
}

/** Takes away what was restored, and puts the former tables back, if there were any. */
export async function putBackPostgres(databaseUrl: string, aside: string | undefined): Promise<void> {
  const db = connectPostgres(databaseUrl, { max: 1 })
  try {
    await db.transaction().execute(async (transaction) => {
      for (const name of tableNames) await transaction.schema.dropTable(name).cascade().execute()
      if (aside === undefined) return
      for (const name of await tablesIn(transaction, aside)) {
        await transaction.schema.withSchema(aside).alterTable(name).setSchema('public').execute()
      }
      await transaction.schema.dropSchema(aside).execute()
    })
  } finally {
    await db.destroy()
  }
}

/** Which of the tables the database has already. */
export function presentTables(databaseUrl: string, schema = 'public'): Promise<readonly (keyof Tables)[]> {
  const db = connectPostgres(databaseUrl, { max: 1 })
  return tablesIn(db, schema).finally(() => db.destroy())
}

async function tablesIn(db: Kysely<Tables>, schema: string): Promise<readonly (keyof Tables)[]> {
  const reading = sql<{ name: string }>`select tablename as name from pg_tables where schemaname = ${schema}`
  const { rows } = await reading.execute(db)
  return tableNames.filter((name) => rows.some((row) => row.name === name))
}

/** A program of PostgreSQL that was started, with both ends of its pipes. */
export interface PostgresProcess {
  readonly input: Writable
  readonly output: Readable
  /** @throws StoreError with the program's own message, when it failed */
  ended(): Promise<void>
  /** Ends it at once; resolves when it is gone. */
  kill(): Promise<void>
}

/** A program ends with a message on a server that does not answer, or a lock that another process holds. */
const patience = { PGCONNECT_TIMEOUT: '10', PGOPTIONS: '-c lock_timeout=30s' }

/** Starts one of PostgreSQL's own programs; `folder` is where they are. */
export function startProgram(
  folder: string,
  name: string,
  args: readonly string[],
  password?: string,
): PostgresProcess {
  // HOME for .pgpass; nothing else of ours is theirs to know.
  const env = { HOME: homedir(), ...patience, ...(password === undefined ? {} : { PGPASSWORD: password }) }
  const program: ChildProcessByStdio<Writable, Readable, Readable> = spawn(join(folder, name), args, { env })
  let issueContent = ''
  program.stderr.setEncoding('utf8').on('data', (text) => {
    issueContent += text
  })
  // The program's own message is better.
  program.stdin.on('error', () => {})
  const closed = once(program, 'close')
  const endWithUs = () => program.kill('SIGKILL')
  process.once('exit', endWithUs)
  program.once('close', () => process.off('exit', endWithUs))
  // Awaited later; unheard, it would end the process.
  closed.catch(() => {})
  return {
    input: program.stdin,
    output: program.stdout,
    ended: async () => {
      const [code] = await closed.catch((error: Error) => {
        throw new StoreError(`${name} cannot be run: ${error.message}`)
      })
      if (code !== 0) throw new StoreError(`${name} failed: ${issueContent.trim().split('\n').slice(0, 3).join(' ')}`)
    },
    kill: async () => {
      program.kill('SIGKILL')
      await closed.catch(() => {})
    },
  }
}

/** The address without its password, which every user of the machine could read in the list of processes. */
function withoutPassword(databaseUrl: string): { readonly url: string; readonly password: string | undefined } {
  const url = new URL(databaseUrl)
  const password = url.password === '' ? undefined : decodeURIComponent(url.password)
  url.password = ''
  return { url: url.href, password }
}

/**
 * Reads an archive to its end, and counts the rows of each table.
 * @throws StoreError when it is damaged or none
 */
async function countInArchive(programs: string, path: string): Promise<Readonly<Record<string, number>>> {
  const reading = startProgram(programs, 'pg_restore', ['--data-only', '--file=-', path])
  reading.input.end()
  const counts: Record<string, number> = {}
  let table: string | undefined
  for await (const line of createInterface({ input: reading.output, crlfDelay: 0 })) {
    if (table === undefined) {
      const [, name] = (line.endsWith(' FROM stdin;') && /^COPY (\S+) \(/.exec(line)) || []
      table = name?.split('.').at(-1)
      if (table !== undefined) counts[table] = 0
    } else if (line === '\\.') {
      table = undefined
    } else {
      counts[table] = (counts[table] ?? 0) + 1
    }
  }
  await reading.ended()
  return counts
}
