import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startProgram } from '../../testing/program.ts'
import { seedPayouts } from '../../testing/seed-payouts.ts'
import { dataPrograms } from '../../testing/server-program.ts'
import { describeOnPostgres, type Place } from '../../testing/stores.ts'
import { openStore } from '../open-store.ts'
import { connectPostgres } from '../postgres.ts'
import { backUp } from './backup.ts'

const postgresPrograms = inject('postgresPrograms')

describeOnPostgres('A restore on PostgreSQL that is killed', ({ makePlace }) => {
  let place: Place
  let folder: string
  let file: string
  beforeAll(async () => {
    place = await makePlace()
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-backup-'))
    file = join(folder, 'backup')
    const store = await place.open()
    await seedPayouts(store, 20)
    await backUp(place, file, { postgresPrograms }, new Date())
    await store.close()
  })
  afterAll(async () => {
    await place.remove()
    rmSync(folder, { recursive: true })
  })

  /** In a process of its own. */
  function startRestore() {
    const code = `import(${JSON.stringify(dataPrograms())}).then(({ programs }) =>
      programs.restore([${JSON.stringify(file)}], ${JSON.stringify({ postgresPrograms })})).then(({ text }) => console.log(text))`
    return startProgram(place.environment, ['-e', code])
  }

  /** As a server on another machine would find it, which has no checkpoint of it. */
  async function stateElsewhere() {
    const store = await openStore({ ...place, dataDirectory: join(folder, 'elsewhere') }, () => new Date())
    try {
      const person = await store.db.selectFrom('people').select('name').executeTakeFirstOrThrow()
      const restores = store.db.selectFrom('audit').where('action', '=', 'database.restored').select('seq')
      return { isBackup: person.name !== 'Name of today', restores: (await restores.execute()).length }
    } finally {
      await store.close()
    }
  }

  async function schemas(): Promise<readonly string[]> {
    const db = connectPostgres(place.databaseUrl ?? '', { max: 1 })
    const { rows } = await sql<{ name: string }>`select nspname as name from pg_namespace`.execute(db)
    await db.destroy()
    return rows.map(({ name }) => name).filter((name) => /restor/.test(name))
  }

  it.each([
    ['while it loads the backup', 'restoring_'],
    ['as soon as the former tables are put aside', 'before_restore_'],
  ])('leaves the former database or the whole backup, also to a server on another machine: %s', async (_when, sign) => {
    const store = await place.open()
    await store.write(({ db }) => db.updateTable('people').set({ name: 'Name of today' }).execute())
    await store.close()
    const before = await schemas()
    const restoring = startRestore()
    const hasBegun = async () => (await schemas()).some((name) => name.startsWith(sign) && !before.includes(name))
    while (restoring.process.exitCode === null && !(await hasBegun())) await wait(5)
    restoring.process.kill('SIGKILL')
    await restoring.ended
    const found = await stateElsewhere()
    expect(found).toEqual(found.isBackup ? { isBackup: true, restores: 1 } : { isBackup: false, restores: 0 })
    // The checkpoint of this machine is of the former one, or of this one.
    await (await place.open()).close()
  })

  it('is done by the next one, which leaves nothing of those that were cut off', async () => {
    const restoring = startRestore()
    expect(await restoring.ended).toEqual([0, null])
    expect(restoring.output.out).toMatch(/^Restored: /)
    expect(await stateElsewhere()).toEqual({ isBackup: true, restores: 1 })
    expect((await schemas()).filter((name) => name.startsWith('restoring_'))).toEqual([])
  })
})
