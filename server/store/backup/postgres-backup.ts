import { chmodSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { connectPostgres } from '../open-postgres.ts'
import { StoreError } from '../store-error.ts'
import { checkDatabase, type Soundness, tableNames } from './check-database.ts'
import { readArchive, startProgram, withoutPassword } from './postgres-programs.ts'
import { putInPlace } from './sqlite-backup.ts'

/**
 * Writes a PostgreSQL database as it is at one moment into an archive, also while desks run, and checks both: the record in the
 * database, and that the archive can be read to its end and has all rows.
 * @throws StoreFault
 */
export async function backupPostgres(databaseUrl: string, programs: string, target: string): Promise<Soundness> {
  const draft = `${target}.part`
  const db = connectPostgres(databaseUrl, { max: 1 })
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (moment) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(moment)
        const soundness = await checkDatabase(moment, 'postgres')
        await dump(databaseUrl, programs, draft, rows[0]?.id ?? '')
        chmodSync(draft, 0o600)
        const { counts } = await readArchive(programs, draft)
        const missing = tableNames.find((name) => counts[name] !== soundness.counts[name])
        if (missing !== undefined) throw new StoreError(`the archive lacks rows of ${missing}`)
        putInPlace(draft, target)
        return soundness
      })
  } finally {
    rmSync(draft, { force: true })
    await db.destroy()
  }
}

async function dump(databaseUrl: string, programs: string, target: string, snapshot: string): Promise<void> {
  const { url, password } = withoutPassword(databaseUrl)
  const tables = tableNames.map((name) => `--table=public.${name}`)
  const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`, `--file=${target}`]
  const dumping = startProgram(programs, 'pg_dump', [...options, ...tables, `--dbname=${url}`], password)
  dumping.input.end()
  await dumping.ended()
}
