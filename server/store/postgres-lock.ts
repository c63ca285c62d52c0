import { Client } from 'pg'
import type { Hold, Locks } from './running-lock.ts'
import { StoreError } from './store-error.ts'

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
      throw new StoreError('a desk runs on this database: end it first')
    },
  }
}

/**
 * Taken again when the connection breaks, as when PostgreSQL restarts under an app that runs.
 * @throws StoreFault where PostgreSQL cannot be used
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
