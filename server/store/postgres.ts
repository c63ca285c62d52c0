import { type Kysely, type Logger, PostgresDialect } from 'kysely'
import { Client, type ClientConfig, Pool, type PoolConfig, types } from 'pg'
import { type Database, StoreError } from './database-kind.ts'
import { keepStatistics } from './keep-statistics.ts'
import { kyselyOver } from './kysely-over.ts'
import { migrate } from './migrate.ts'
import { analyzeGrown } from './postgres-statistics.ts'
import { WriterDialect } from './postgres-writer.ts'
import type { Tables } from './schema.ts'
import { transactInTurn, type WriteQueue, type WriterTurn } from './write-queue.ts'

/** How long PostgreSQL may take to answer who connects. */
const connectionLimitMs = 10_000

/** How long a query that reads waits for one of the connections of this process. */
const readerWaitMs = 30_000

/** How long a statement may take: a slow disk and a busy machine take seconds, too. */
const statementLimitMs = 10_000

/** PostgreSQL ends a writer that does nothing for so long, such as a process that was frozen: the others wait for it meanwhile. */
const idleLimitMs = 5_000

/** How often work is done again after PostgreSQL undid it in favour of another's. */
const maxTries = 5

/** Opens PostgreSQL and brings its tables up to date. */
export async function openPostgres(
  databaseUrl: string,
  now: () => Date,
  { queue, log }: { readonly queue: WriteQueue; readonly log: Logger },
): Promise<Database> {
  await bringUpToDate(databaseUrl, now)
  const reader = connectPostgres(databaseUrl, {
    max: 8,
    connectionTimeoutMillis: readerWaitMs,
    statement_timeout: statementLimitMs,
    options: readOnly,
    log,
  })
  let turn: WriterTurn | undefined
  const writer = connectPostgres(databaseUrl, {
    // They wait for each other anyway, and a frozen process keeps the lock from the others once for each connection that waits for it.
    max: 1,
    statement_timeout: statementLimitMs,
    idle_in_transaction_session_timeout: idleLimitMs,
    options: waitForDisk,
    requirePatience: () => turn?.requirePatience(),
    log,
  })
  const statistics = keepStatistics(() => analyzeGrown(reader))
  return {
    kind: 'postgres',
    db: reader,
    transact: (work, wait) =>
      queue
        .run((given) => {
          turn = given
          return tryAgain(() => transactInTurn(writer, given, work))
        }, wait)
        .finally(statistics.afterWrite),
    writers: queue,
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
  const db = connectPostgres(databaseUrl, { max: 1, requirePatience: () => {} })
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
  /** Where given, each transaction waits for the write lock, as long as this does not throw. */
  readonly requirePatience?: () => void
  /** Left out: that of the tables in use. */
  readonly schema?: string
}

/** Kysely over a pool of connections, which the first query opens. */
export function connectPostgres(
  databaseUrl: string,
  { log, requirePatience, schema = 'public', options = '', ...settings }: Connecting,
): Kysely<Tables> {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'payout-desk',
    Client: SoonConnected,
    keepAlive: true,
    types: { getTypeParser },
    ...settings,
    // Whatever the database or the user has as search path: a table of the same name elsewhere is not ours.
    options: `-c search_path=${schema},pg_temp ${options}`,
  })
  // A connection that breaks fails the next query over it; unheard, the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const dialect =
    requirePatience === undefined ? new PostgresDialect({ pool }) : new WriterDialect({ pool, requirePatience })
  return kyselyOver(dialect, log)
}

/** The limit of a pool is for the wait for one of its connections as well, which may be longer. */
class SoonConnected extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectionLimitMs })
  }
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
