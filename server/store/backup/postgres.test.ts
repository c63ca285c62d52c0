import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { seedPayouts } from '../../testing/seed-payouts.ts'
import { describeOnPostgres, type Place } from '../../testing/stores.ts'
import { holdAlone } from '../database.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const programs = inject('postgresPrograms') ?? ''
const at = new Date('2026-11-21T14:30:00.000Z')

describeOnPostgres('a restore on PostgreSQL', ({ makePlace }) => {
  let place: Place
  let folder: string
  let file: string
  beforeEach(async () => {
    place = await makePlace()
    folder = mkdtempSync(join(tmpdir(), 'payout-desk-backup-'))
    file = join(folder, 'backup')
    const store = await place.open()
    // More than fits into the pipes between the programs.
    await seedPayouts(store, 20)
    await store.write(({ db }) =>
      db
        .updateTable('payouts')
        .set({ entry_encrypted: 'x'.repeat(100_000) })
        .execute(),
    )
    await backUp(place, file, { postgresPrograms: programs }, at)
    await store.write(({ db }) => db.updateTable('people').set({ name: 'Ana Souza' }).execute())
    await store.close()
  })
  afterEach(async () => {
    await place.remove()
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['fails', 'echo "psql: no more memory" >&2; exit 3', /psql failed: psql: no more memory/],
    ['fails after all', `${join(programs, 'psql')} "$@"; exit 3`, /psql failed: /],
    ['hangs', 'exec sleep 1000', /psql made no progress for 1 seconds, and was ended/],
  ])('ends in one line where psql %s, changes nothing, and lets go of the database', async (_, script, line) => {
    for (const name of ['pg_dump', 'pg_restore']) symlinkSync(join(programs, name), join(folder, name))
    writeFileSync(join(folder, 'psql'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const tools = { postgresPrograms: folder, stallLimitMs: 1_000 }
    await expect(restore(place, file, tools, at)).rejects.toThrow(line)
    await (await holdAlone(place)).release()
    const store = await place.open()
    expect(await store.db.selectFrom('people').select('name').execute()).toEqual([{ name: 'Ana Souza' }])
    await store.close()
  })
})
