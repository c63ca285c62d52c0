import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type Logger, PostgresDialect } from 'kysely'
import { Client, Pool, type PoolConfig, types } from 'pg'
import { type Database, type Hold, type Locks, StoreError } from './database-kind.ts'
import { keepStatistics } from './keep-statistics.ts'
import { migrate } from './migrate.ts'
import { analyzeGrown } from './postgres-statistics.ts'
import { WriterDialect } from './postgres-writer.ts'
import type { Tables } from './schema.ts'

/** How long a request waits for one of the connections of this process. */
const connectionLimitMs = 4_000

/** How long a writer waits for the write lock, and for a statement then: ten seconds with the wait for its connection. */
const writeLimitMs = 3_000

/** How long a query that only reads may take: ten seconds with the wait for its connection. */
const readLimitMs = 6_000

/** PostgreSQL ends a writer that does nothing for so long, such as a process that was frozen: the others wait for it meanwhile. */
const idleLimitMs = 2_000

/** How often work is done again after PostgreSQL undid it in favour of another's. */
const maxTries = 5

/** Opens PostgreSQL and brings its tables up to date. */
export async function openPostgres(databaseUrl: string, now: () => Date, log: Logger): Promise<Database> {
  await bringUpToDate(databaseUrl, now)
  const reader = connectPostgres(databaseUrl, {
    max: 8,
    connectionTimeoutMillis: connectionLimitMs,
    statement_timeout: readLimitMs,
    options: readOnly,
    log,
  })
  const writer = connectPostgres(databaseUrl, {
    // They wait for each other anyway, and a frozen process keeps the lock from the others once for each connection that waits for it.
    max: 1,
    connectionTimeoutMillis: connectionLimitMs,
    statement_timeout: writeLimitMs,
    idle_in_transaction_session_timeout: idleLimitMs,
    options: waitForDisk,
    isWriter: true,
    log,
  })
  const statistics = keepStatistics(() => analyzeGrown(reader))
  return {
    kind: 'postgres',
    db: reader,
    transact: (work) => tryAgain(() => writer.transaction().execute(work)).finally(statistics.afterWrite),
    freeBytes: async () => Number.POSITIVE_INFINITY,
    // Its log and its dead rows are the server's own affair: it takes them away in time.
    wipe: async () => {},
    close: async () => {
      await statistics.settled()
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
  const db = connectPostgres(databaseUrl, { max: 1, isWriter: true })
  try {
    await db.transaction().execute((transaction) => migrate(transaction, 'postgres', now().toISOString()))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === refusedRight) throw new StoreError(notAllowed)
    throw error
  } finally {
    await db.destroy()
  }
}

/** What PostgreSQL answers where the user lacks a right. */
export const refusedRight = '42501'

const notAllowed =
  'the tables are not up to date, and the user of DATABASE_URL may not change them: run npm run migrate, ' +
  'with DATABASE_ADMIN_URL set to the user that owns them (on a server: payout-desk-run migrate)'

interface Connecting extends PoolConfig {
  readonly log?: Logger
  /** Whether each transaction waits for the write lock. */
  readonly isWriter?: boolean
  /** Left out: that of the tables in use. */
  readonly schema?: string
}

/** Kysely over a pool of connections, which the first query opens. */
export function connectPostgres(
  databaseUrl: string,
  { log = () => {}, isWriter = false, schema = 'public', options = '', ...settings }: Connecting,
): Kysely<Tables> {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'payout-desk',
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser },
    ...settings,
    // Whatever the database or the user has as search path: a table of the same name elsewhere is not ours.
    options: `-c search_path=${schema},pg_temp ${options}`,
  })
  // A connection that breaks fails the next query over it; unheard, the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: isWriter ? new WriterDialect({ pool }) : new PostgresDialect({ pool }), log })
}

/** Counts come as numbers, as from SQLite. */
const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  Number(oid) === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)

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

/** Advisory locks, each on a connection of its own, with which it goes. */
export function postgresLocks(databaseUrl: string): Locks {
  return {
    shared: () => holdShared(databaseUrl),
    alone: async () => {
      const { client } = await takeLock(databaseUrl, 'alone')
      return { isHeld: () => true, release: () => client.end() }
    },
  }
}

const firstDelayMs = 20
const longestDelayMs = 2_000

/**
 * Taken again when the connection breaks, as when PostgreSQL restarts under a server: by this loop alone, so that there is one
 * connection at most.
 * @throws StoreError where PostgreSQL cannot be used
 */
async function holdShared(databaseUrl: string): Promise<Hold> {
  const released = new AbortController()
  let lock: Lock | undefined = await takeLock(databaseUrl, 'shared')
  let delayMs = firstDelayMs
  const keep = async (): Promise<void> => {
    while (!released.signal.aborted) {
      await lock?.ended
      lock = undefined
      await wait(delayMs, undefined, { ref: false, signal: released.signal }).catch(() => {})
      if (released.signal.aborted) return
      lock = await takeLock(databaseUrl, 'shared').catch(() => undefined)
      delayMs = lock === undefined ? Math.min(delayMs * 2, longestDelayMs) : firstDelayMs
    }
    await lock?.client.end()
  }
  const kept = keep()
  return {
    isHeld: () => lock !== undefined,
    release: async () => {
      released.abort()
      await lock?.client.end()
      await kept
    },
  }
}

/** A lock, which goes when its connection ends. */
interface Lock {
  readonly client: Client
  readonly ended: Promise<void>
}

const waysToTake = {
  shared: {
    command: `select pg_try_advisory_lock_shared(${running}) as taken`,
    whenTaken: 'a program has the database to itself: wait until it has ended',
  },
  alone: {
    command: `select pg_try_advisory_lock(${running}) as taken`,
    whenTaken: 'a server runs on this database: end it first',
  },
}

async function takeLock(databaseUrl: string, how: keyof typeof waysToTake): Promise<Lock> {
  const { command, whenTaken } = waysToTake[how]
  const lock = await connect(databaseUrl)
  const { rows } = await lock.client.query<{ readonly taken: boolean }>(command)
  if (rows[0]?.taken === true) return lock
  await lock.client.end()
  throw new StoreError(whenTaken)
}

async function connect(databaseUrl: string): Promise<Lock> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'payout-desk lock',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Unheard, an error would end the process. A connection that breaks emits an error twice, but ends once.
  client.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
  })
  try {
    await client.connect()
    return { client, ended }
  } catch (error) {
    throw new StoreError(`PostgreSQL at DATABASE_URL cannot be used: ${reasonOf(error)}`)
  }
}

/** PostgreSQL's own words name no password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : 'no reason given'
}
