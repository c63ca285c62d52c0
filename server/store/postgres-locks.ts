import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { type Hold, type Locks, StoreError } from './database-kind.ts'

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
