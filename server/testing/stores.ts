import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, inject } from 'vitest'
// Which sets there are.
import type {} from '#shared/testing/runs.ts'
import type { Environment } from '../kernel/environment.ts'
import { openDatabase } from '../store/database.ts'
import { type KeyRing, keyRingOf, keyRingText, makeKey } from '../store/encryption/key-ring.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where databases for tests can be made; undefined on a machine without PostgreSQL. */
    readonly postgresUrl: string | undefined
    /** The folder of pg_dump and the like. */
    readonly postgresPrograms: string | undefined
  }
}

/** A place without data for one store or for several servers, on PostgreSQL with its tables; `environment` is what an app needs to find it. */
export interface Place {
  readonly environment: Environment
  readonly databaseUrl: string | undefined
  readonly dataDirectory: string
  readonly keyRing: KeyRing
  /** A store over this place: a second one is like a second process. */
  open(now?: () => Date): Promise<Store>
  /** Takes the place away, once all stores over it are closed. */
  remove(): Promise<void>
}

/** What a store can be. */
export interface Kind {
  readonly name: string
  makePlace(): Promise<Place>
  /** Without tables too. */
  makeEmptyPlace(): Promise<Place>
}

const keyRing = keyRingOf([makeKey()])
const postgresUrl = inject('postgresUrl')

const sqlitePlace = async () => placeAt(undefined, async () => {})

const sqlite: Kind = { name: 'SQLite', makePlace: sqlitePlace, makeEmptyPlace: sqlitePlace }

const postgres: Kind = {
  name: 'PostgreSQL',
  makePlace: async () => makeDatabase(`template ${await templateOnce()} strategy file_copy`),
  makeEmptyPlace: () => makeDatabase(''),
}

/** Both databases, less a PostgreSQL that the run does not have: for what speaks to a database, and for one journey of each feature. */
export const stores: readonly Kind[] = postgresUrl === undefined ? [sqlite] : [sqlite, postgres]

/** SQLite alone, and both in `npm run soak`: for everything else. */
export const someStores: readonly Kind[] = inject('testSet') === 'soak' ? stores : [sqlite]

/** Tests of PostgreSQL alone, which are skipped, and counted as such, where there is none. */
export function describeOnPostgres(title: string, body: (kind: Kind) => void): void {
  describe.runIf(postgresUrl !== undefined)(title, () => body(postgres))
}

function placeAt(databaseUrl: string | undefined, removeDatabase: () => Promise<void>): Place {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  return {
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory, DATA_KEY: keyRingText(keyRing).trim() },
    databaseUrl,
    dataDirectory,
    keyRing,
    open: (now = () => new Date()) => openStore({ databaseUrl, dataDirectory, keyRing }, now),
    remove: async () => {
      await removeDatabase()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** The schema, made once in each process: a copy of it takes a third of the time that making it takes. */
let template: Promise<string> | undefined

function templateOnce(): Promise<string> {
  template ??= makeTemplate()
  return template
}

async function makeTemplate(): Promise<string> {
  const { name, url } = await createDatabase('')
  const database = await openDatabase({ databaseUrl: url, dataDirectory: tmpdir() }, () => new Date())
  await database.close()
  return name
}

/** @param options of `create database` */
async function makeDatabase(options: string): Promise<Place> {
  const { name, url } = await createDatabase(options)
  return placeAt(url, () => command(`drop database ${name} with (force)`))
}

async function createDatabase(options: string): Promise<{ readonly name: string; readonly url: string }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await command(`create database ${name} ${options}`)
  return { name, url: Object.assign(new URL(serverUrl()), { pathname: name }).href }
}

async function command(text: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl() })
  await client.connect()
  await client.query(text)
  await client.end()
}

function serverUrl(): string {
  if (postgresUrl === undefined) throw new Error('This machine has no PostgreSQL.')
  return postgresUrl
}
