import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { backup, rotateKey, runRestore } from '../programs/data-programs.ts'
import { people } from '../programs/people-program.ts'
import { verifyAudit } from '../programs/verify-audit.ts'
import { keyRingOf, keyRingText, makeKey } from '../store/encryption/key-ring.ts'
import type { Tables } from '../store/schema.ts'
import { seedPayouts } from '../testing/seed-payouts.ts'
import { type Place, stores } from '../testing/stores.ts'

const tools = { postgresPrograms: inject('postgresPrograms') }

const refusal =
  'the database was made by another version of Payout Desk, and until 1.0.0 the tables change without an update: ' +
  'go on with that version, or start over with an empty DATA_DIR and, on PostgreSQL, an empty database'

/** What migrations such a database names. */
const strange = [
  { names: ['0001-first', '0002-bank-names', '0032-payouts-by-person'] },
  { names: ['0001-first-0123456789ab', '0002-later'] },
  { names: [] },
]

describe.each(stores)('A database of another version on $name', ({ makePlace }) => {
  let place: Place
  beforeEach(async () => {
    place = await makePlace()
    const store = await place.open()
    await seedPayouts(store, 2)
    await store.write(({ audit }) =>
      audit({ personId: null, action: 'payout.changed', thing: { type: 'payout', id: 'x' } }),
    )
    await store.close()
    for (const [name, value] of Object.entries(place.environment)) vi.stubEnv(name, value)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await place.remove()
  })

  /** As another version would have left it: it also calls things otherwise. */
  async function becomeOther(names: readonly string[]): Promise<void> {
    await change(async (db) => {
      await db.schema.alterTable('audit').renameColumn('mac', 'digest').execute()
      await db.schema.alterTable('data_keys').renameColumn('key_id', 'id').execute()
      await db.deleteFrom('migrations').execute()
      for (const name of names) await db.insertInto('migrations').values({ name, done_at: '' }).execute()
    })
  }

  async function change(work: (db: Kysely<Tables>) => Promise<void>): Promise<void> {
    const store = await place.open()
    await store.write(({ db }) => work(db))
    await store.close()
  }

  it.each(strange)('is refused by every program in one line that says what to do, with $names', async ({ names }) => {
    await becomeOther(names)
    await expect(place.open()).rejects.toThrow(new Error(refusal))
    const refused = { isDone: false, text: `Nothing was done: ${refusal}.` }
    expect(await backup([join(place.dataDirectory, 'a.backup')], tools)).toEqual(refused)
    expect(await verifyAudit([])).toEqual(refused)
    expect(await verifyAudit(['--accept', 'Ana'])).toEqual(refused)
    vi.stubEnv('DATA_KEY_NEW', keyRingText(keyRingOf([makeKey()])).trim())
    expect(await rotateKey()).toEqual(refused)
    vi.stubEnv('DATA_KEY_NEW', undefined)
    vi.stubEnv('SIGN_IN', 'accounts')
    expect(await people(['list'])).toEqual(refused)
  })

  it('is refused where no checkpoint file is beside it, too', async () => {
    await becomeOther(['0001-first'])
    rmSync(join(place.dataDirectory, 'audit-head'))
    await expect(place.open()).rejects.toThrow(new Error(refusal))
    const refused = { isDone: false, text: `Nothing was done: ${refusal}.` }
    expect(await backup([join(place.dataDirectory, 'a.backup')], tools)).toEqual(refused)
    expect(await verifyAudit(['--accept', 'Ana'])).toEqual(refused)
  })

  it('is put aside by a restore of a backup that this version made', async () => {
    const file = join(place.dataDirectory, 'a.backup')
    expect(await backup([file], tools)).toMatchObject({ isDone: true })
    await becomeOther(['0001-first'])
    expect(await runRestore([file], tools)).toMatchObject({
      isDone: true,
      text: expect.stringContaining('The former database could not be read'),
    })
    const store = await place.open()
    expect(await store.db.selectFrom('payouts').select('id').execute()).toHaveLength(2)
    await store.close()
  })
})
