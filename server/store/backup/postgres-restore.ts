import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { StoreError } from '../database-kind.ts'
import { countingFunctions } from '../migrations/first/payout-sums.ts'
import { analyzeFunction } from '../migrations/first/statistics.ts'
import { connectPostgres } from '../postgres.ts'
import { writersLock } from '../postgres-writer.ts'
import type { Tables } from '../schema.ts'
import { startProgram, withoutPassword } from './postgres-programs.ts'
import { tableNames } from './soundness.ts'

/**
 * Loads an archive into a schema of its own, which takes the place of the tables in use only with {@link switchSchemas}: until then these stay as they
 * are, whatever happens. What a restore that was cut off has left is taken away. No app runs meanwhile.
 * @param tables those that are in the archive or in use
 * @throws StoreError
 */
export async function loadArchive(
  databaseUrl: string,
  { programs, stallLimitMs = tenMinutes }: { readonly programs: string; readonly stallLimitMs?: number | undefined },
  archive: string,
  { schema, tables }: { readonly schema: string; readonly tables: readonly string[] },
): Promise<void> {
  const { url, password } = withoutPassword(databaseUrl)
  const options = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', '-', `--dbname=${url}`]
  const psql = startProgram(programs, 'psql', options, password)
  const reading = startProgram(programs, 'pg_restore', ['--no-owner', '--no-privileges', '--file=-', archive])
  psql.output.resume()
  reading.input.end()
  // An archive names the schema that it was made in.
  const parked = `${schema}_parked`
  const before = [
    'begin',
    `select pg_advisory_xact_lock(${writersLock})`,
    droppingRemains,
    `create schema ${schema}`,
    `create schema ${parked}`,
    moving('public', parked, tables),
    'set search_path = public',
    ...countingFunctions(),
    analyzeFunction(),
  ]
  const after = [moving('public', schema, tables), moving(parked, 'public'), `drop schema ${parked}`, 'commit']
  psql.input.write(`${before.join(';\n')};\n`)
  const stalled = stallOf(reading.output, stallLimitMs)
  reading.output.pipe(psql.input, { end: false })
  try {
    const commit = async () => {
      await reading.ended()
      psql.input.end(`${after.join(';\n')};\n`)
    }
    await Promise.race([Promise.all([commit(), psql.ended()]), stalled.error])
  } catch (error) {
    // Whichever is left would wait for the other for ever, and keep the lock on the database with it.
    await Promise.all([reading.kill(), psql.kill()])
    throw error
  } finally {
    stalled.stopWatching()
  }
}

/** Schemas of archives that were loaded, and never took the place of the tables in use. */
const loadedSchemas = 'restoring_'

/** Of a restore, by the time of which it has its name. */
export function loadedSchema(stamp: string): string {
  return `${loadedSchemas}${stamp}`
}

const droppingRemains = `do $$ declare found record; begin
  for found in select nspname as name from pg_namespace where starts_with(nspname, '${loadedSchemas}') loop
    execute format('drop schema %I cascade', found.name);
  end loop; end $$`

/** All functions of a schema, and its tables, or those that are named: of a schema that other programs have tables in. */
function moving(from: string, to: string, tables?: readonly string[]): string {
  const named = tables === undefined ? '' : ` and tablename in (${tables.map((name) => `'${name}'`).join(', ')})`
  return `do $$ declare found record; begin
    for found in select tablename as name from pg_tables where schemaname = '${from}'${named} loop
      execute format('alter table %I.%I set schema %I', '${from}', found.name, '${to}');
    end loop;
    for found in select oid::regprocedure as name from pg_proc where pronamespace = '${from}'::regnamespace and prokind = 'f'
        and oid not in (select objid from pg_depend where classid = 'pg_proc'::regclass and deptype = 'e') loop
      execute 'alter function ' || found.name || ' set schema ${to}';
    end loop; end $$`
}

/** Puts a loaded schema in the place of the tables in use, and these into a schema of their own, if there are any. */
export async function switchSchemas(tx: Kysely<Tables>, loaded: string, aside: string): Promise<string | undefined> {
  const isFirst = (await tablesIn(tx, 'public')).length === 0
  if (!isFirst) {
    await sql.raw(`create schema ${aside}`).execute(tx)
    await sql.raw(moving('public', aside, tableNames)).execute(tx)
  }
  await sql.raw(moving(loaded, 'public')).execute(tx)
  await sql.raw(`drop schema ${loaded}`).execute(tx)
  return isFirst ? undefined : aside
}

/** Takes away what {@link loadArchive} has loaded, and all that earlier restores have left. */
export async function dropLoaded(databaseUrl: string): Promise<void> {
  const db = connectPostgres(databaseUrl, { max: 1 })
  await sql
    .raw(droppingRemains)
    .execute(db)
    .finally(() => db.destroy())
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
