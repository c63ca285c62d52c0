import { rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { StoreError } from '../database-kind.ts'
import { connectPostgres } from '../postgres.ts'
import { type Manifest, seal } from './manifest.ts'
import { startProgram, withoutPassword } from './postgres-programs.ts'
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
