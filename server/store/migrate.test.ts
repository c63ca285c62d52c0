import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Place, stores } from '../testing/stores.ts'
import { readDatabase } from './database.ts'
import { type Migration, migrate, migrations, refuseOther } from './migrate.ts'
import { firstSchema, firstSchemaName, schemaNameOf } from './migrations/first-schema.ts'
import type { Store } from './store.ts'

/** As a later release would bring it. */
const later: Migration = {
  name: '0002-nicknames',
  run: async (db) => {
    await db.schema.alterTable('people').addColumn('nickname', 'text').execute()
  },
}

describe.each(stores)('the tables on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const migrationsIn = () => store.db.selectFrom('migrations').selectAll().orderBy('name').execute()
  const update = (at: string) => store.write(({ db }) => migrate(db, store.kind, at, [...migrations, later]))

  it('are brought up to date once by a program that changes them, and keep what is in them', async () => {
    await store.write(({ audit }) =>
      audit({ personId: null, action: 'session.began', thing: { type: 'person', id: 'a' } }),
    )
    await update('2027-01-01')
    await update('2027-01-02')
    expect(await migrationsIn()).toEqual([
      { name: firstSchemaName, done_at: expect.any(String) },
      { name: '0002-nicknames', done_at: '2027-01-01' },
    ])
    const people = (await store.db.introspection.getTables()).find(({ name }) => name === 'people')
    expect(people?.columns.map(({ name }) => name)).toContain('nickname')
    expect(await store.db.selectFrom('audit').select('thing_id').execute()).toEqual([{ thing_id: 'a' }])
  })

  it('are refused by a newer program that only reads, until its server has brought them up to date', async () => {
    await expect(refuseOther(store.db, [...migrations, later])).rejects.toThrow(
      'the database is of an older version of Payout Desk: start the server once, which brings it up to date',
    )
    expect(await migrationsIn()).toHaveLength(1)
    await update('2027-01-01')
    await refuseOther(store.db, [...migrations, later])
  })

  it('are refused by an older program once a newer one has changed them', async () => {
    await update('2027-01-01')
    const newer = 'the database was written by a newer version of Payout Desk: start that one, or a newer one'
    await expect(place.open()).rejects.toThrow(newer)
    await expect(readDatabase(place, async () => {})).rejects.toThrow(newer)
  })
})

it('The name of the first schema changes with each of its commands, for SQLite and for PostgreSQL', () => {
  const commands = [...firstSchema('sqlite'), ...firstSchema('postgres')]
  expect(commands.length).toBeGreaterThan(200)
  expect(schemaNameOf(commands)).toBe(firstSchemaName)
  const others = commands.map((_, changed) =>
    schemaNameOf(
      commands.map((command, place) => (place === changed ? command.replace('create', 'create or replace') : command)),
    ),
  )
  expect(new Set([firstSchemaName, ...others]).size).toBe(commands.length + 1)
})
