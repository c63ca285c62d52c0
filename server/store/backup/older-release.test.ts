import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { seedPayouts } from '../../testing/seed-payouts.ts'
import { type Place, stores } from '../../testing/stores.ts'
import { readHead } from '../audit/audit-log.ts'
import { type Migration, migrations } from '../migrate.ts'
import { firstSchemaName } from '../migrations/first-schema.ts'
import { seal } from './manifest.ts'
import { startProgram } from './postgres-programs.ts'
import { restore } from './restore.ts'
import { tableNames } from './soundness.ts'

const tools = { postgresPrograms: inject('postgresPrograms') }
const at = new Date('2026-11-21T14:30:00.000Z')

/** What a later release would add to the tables of the made-up release below. */
const second: Migration = {
  name: '0002-made-up',
  run: async (db) => {
    await sql`create table bank_uses (country text not null, code text not null, uses bigint not null)`.execute(db)
  },
}

describe.each(stores)('a backup of an earlier release on $name', ({ makePlace, makeEmptyPlace }) => {
  it('is brought up to date by its restore', async () => {
    const [older, place] = [await makePlace(), await makeEmptyPlace()]
    const folder = mkdtempSync(join(tmpdir(), 'payout-desk-backup-'))
    const file = join(folder, 'backup')
    onTestFinished(async () => {
      await older.remove()
      await place.remove()
      rmSync(folder, { recursive: true })
    })
    await makeOlderBackup(older, file)
    const restored = await restore(place, file, tools, at, [...migrations, second])
    expect(restored.counts).toMatchObject({ payouts: 3, bank_uses: 0 })
    expect(restored.schema).toBe(`${firstSchemaName} 0002-made-up`)
  })

  /** Of a release that had one table less. */
  async function makeOlderBackup(older: Place, file: string): Promise<void> {
    const store = await older.open()
    await seedPayouts(store, 3)
    await store.write(({ audit }) =>
      audit({ personId: null, action: 'session.began', thing: { type: 'person', id: 'p1' } }),
    )
    const head = await readHead(store.db)
    const counts: Record<string, number> = {}
    for (const name of tableNames.filter((table) => table !== 'bank_uses')) {
      const { count } = await store.db
        .selectFrom(name)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      counts[name] = count
    }
    await store.write(({ db }) => db.schema.dropTable('bank_uses').execute())
    const { kind } = store
    await store.close()
    if (older.databaseUrl === undefined) copyFileSync(join(older.dataDirectory, 'payout-desk.db'), file)
    else {
      const options = ['--format=custom', '--no-owner', `--file=${file}`, `--dbname=${older.databaseUrl}`]
      const dumping = startProgram(tools.postgresPrograms ?? '', 'pg_dump', [...options, '--table=public.*'])
      dumping.input.end()
      await dumping.ended()
    }
    if (head === undefined) throw new Error('The older database has no audit log.')
    await seal(file, kind, { counts, head, dataKey: older.keyRing.current.id, schema: firstSchemaName }, at)
  }
})
