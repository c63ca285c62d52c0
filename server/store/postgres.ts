import { Kysely, PostgresDialect, sql } from 'kysely'
import { Client, Pool, type PoolConfig, types } from 'pg'
import { type Database, type Hold, type Locks, StoreError } from './database-kind.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './schema.ts'

/** Any number that no other program of this database uses as an advisory lock. */
const writersLine = 7_214_001

const statementLimitMs = 30_000

/** A writer holds the line of all others up for no longer than this while it does nothing. */
const idleLimitMs = 10_000

/** How often work is done again after PostgreSQL undid it in favour of another's. */
const maxTries = 5

/** Opens PostgreSQL and brings its tables up to date. */
export async function openPostgres(databaseUrl: string, now: () => Date): Promise<Database> {
  await bringUpToDate(databaseUrl, now)
  const reader = connectPostgres(databaseUrl, { max: 8, statement_timeout: statementLimitMs, options: readOnly })
  const writer = connectPostgres(databaseUrl, {
    // They wait for each other anyway.
    max: 3,
    statement_timeout: statementLimitMs,
    idle_in_transaction_session_timeout: idleLimitMs,
    options: waitForDisk,
  })
  return {
    kind: 'postgres',
    db: reader,
    transact: (work) => tryAgain(() => inLine(writer, work)),
    // Its log and its dead rows are the server's own affair: it takes them away in time.
    wipe: async () => {},
    close: async () => {
      await reader.destroy()
      await writer.destroy()
    },
  }
}

/** PostgreSQL for a program that reads much, and nothing else. */
export function readPostgres(databaseUrl: string): Kysely<Tables> {
  return connectPostgres(databaseUrl, { max: 1, options: readOnly })
}

const readOnly = '-c default_transaction_read_only=on'

/** Whatever the server is set to: what was acknowledged outlives its power cut. */
const waitForDisk = '-c synchronous_commit=on'

/** Without limits: of two that start together, the second waits for the first one's migration. */
async function bringUpToDate(databaseUrl: string, now: () => Date): Promise<void> {
  const db = connectPostgres(databaseUrl, { max: 1 })
  try {
    await inLine(db, (transaction) => migrate(transaction, 'postgres', now().toISOString()))
  } finally {
    await db.destroy()
  }
}

/** Kysely over a pool of connections, which the first query opens. */
export function connectPostgres(databaseUrl: string, settings: PoolConfig): Kysely<Tables> {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'payout-desk',
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser },
    ...settings,
  })
  // A connection that breaks fails the next query over it; unheard, the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Counts come as numbers, as from SQLite. */
const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  Number(oid) === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)

/** One writer after the other over all processes, as in SQLite: what the work has read cannot change under it. */
function inLine<Result>(writer: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  return writer.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${writersLine})`.execute(db)
    return work(db)
  })
}

/** Serialization failure and deadlock: PostgreSQL has undone the work, so it can be done again. */
const conflicts = ['40001', '40P01']

async function tryAgain<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === maxTries || !isConflict(error)) throw error
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflicts.includes(String(error.code))
}

/** Any number that no other program of this database uses as an advisory lock. */
const running = 7_214_002

const againMs = 1_000

/** Advisory locks, each on a connection of its own, with which it goes. */
export function postgresLocks(databaseUrl: string): Locks {
  return {
    shared: () => holdShared(databaseUrl),
    alone: async () => {
      const client = await connect(databaseUrl)
      if (await take(client, 'pg_try_advisory_lock')) return { release: () => client.end() }
      await client.end()
      throw new StoreError('a server runs on this database: end it first')
    },
  }
}

/**
 * Taken again when the connection breaks, as when PostgreSQL restarts under an app that runs.
 * @throws StoreError where PostgreSQL cannot be used
 */
async function holdShared(databaseUrl: string): Promise<Hold> {
  let isWanted = true
  const takeShared = async (): Promise<Client> => {
    const taken = await connect(databaseUrl)
    if (await take(taken, 'pg_try_advisory_lock_shared')) return taken.on('error', takeAgain)
    await taken.end()
    throw new StoreError('a program has the database to itself: wait until it has ended')
  }
  const takeAgain = () => {
    if (!isWanted) return
    const timer = setTimeout(() => {
      client = takeShared()
      client.catch(takeAgain)
    }, againMs)
    timer.unref()
  }
  let client = takeShared()
  await client
  return {
    release: async () => {
      isWanted = false
      const last = await client.catch(() => undefined)
      await last?.end()
    },
  }
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'payout-desk lock',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The other listener acts; unheard, an error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new StoreError(`PostgreSQL at DATABASE_URL cannot be used: ${reasonOf(error)}`)
  }
}

/** PostgreSQL's own words name no password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : 'no reason given'
}

async function take(client: Client, how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'): Promise<boolean> {
  const { rows } = await client.query<{ readonly taken: boolean }>(`select ${how}(${running}) as taken`)
  return rows[0]?.taken === true
}
