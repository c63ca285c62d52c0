import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Place, someStores, stores } from '../../testing/stores.ts'
import { openDatabase } from '../database.ts'
import type { Tables } from '../schema.ts'
import type { Store } from '../store.ts'
import { entryMac } from './audit-log.ts'
import { readCheckpointFile } from './checkpoint-file.ts'
import { appendEntry } from './followed-log.ts'
import { verifyAuditLog } from './verify-audit-log.ts'

const event = { personId: 'p1', action: 'payout.changed', thing: { type: 'payout', id: 'x' } } as const
const now = () => new Date('2026-11-21T12:00:00.000Z')

describe.each(stores)('the audit log on $name', (kind) => {
  const { makePlace } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
  let place: Place
  let store: Store
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open(now)
    for (let count = 1; count <= 9; count += 1) {
      await store.write(({ audit }) => audit({ ...event, facts: { fields: ['amount'], count } }))
    }
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const noted = () => readCheckpointFile(place.dataDirectory)?.heads ?? []
  const verdict = (heads = noted()) => verifyAuditLog(store.db, store.encryption, heads)

  /** As an attacker would who can write to the database, past the program. */
  async function tamper(work: (db: Kysely<Tables>) => Promise<unknown>): Promise<void> {
    const database = await openDatabase(place, now)
    await database.transact(work)
    await database.close()
  }
  const renumber = (db: Kysely<Tables>, from: number, to: number) =>
    db.updateTable('audit').set({ seq: to }).where('seq', '=', from).execute()
  const remove = (db: Kysely<Tables>, seq: number) => db.deleteFrom('audit').where('seq', '=', seq).execute()

  /** Makes the chain right again from an entry on, with the head in the database: as only a person can who has the data key too. */
  async function sealAgain(db: Kysely<Tables>, from: number, to = 99): Promise<void> {
    const rows = await db.selectFrom('audit').selectAll().where('seq', '<=', to).orderBy('seq').execute()
    let previous_mac = rows.find(({ seq }) => seq === from - 1)?.mac ?? '0'.repeat(43)
    for (const row of rows.filter(({ seq }) => seq >= from)) {
      const mac = entryMac(store.encryption, { ...row, previous_mac })
      await db.updateTable('audit').set({ mac, previous_mac }).where('seq', '=', row.seq).execute()
      previous_mac = mac
    }
    const last = rows.at(-1)
    if (to === 99 && last) await db.updateTable('audit_head').set({ seq: last.seq, mac: previous_mac }).execute()
  }

  it('holds when untouched, and every line of the checkpoint file vouches for it', async () => {
    expect(noted()).toHaveLength(9)
    expect(await verdict()).toMatchObject({ holds: true, head: { seq: 9, mac: noted().at(-1)?.mac } })
  })

  it('holds before anything was audited', async () => {
    const empty = await makePlace()
    const opened = await empty.open()
    expect(await verifyAuditLog(opened.db, opened.encryption, [])).toMatchObject({ holds: true, head: { seq: 0 } })
    await opened.close()
    await empty.remove()
  })

  it('holds when the checkpoint file is behind, as after a crash, or gone', async () => {
    expect(await verdict(noted().slice(0, 4))).toMatchObject({ holds: true })
    expect(await verdict([])).toMatchObject({ holds: true })
  })

  it('never goes back in time, whatever the clock does', async () => {
    const early = await place.open(() => new Date('2001-01-01'))
    await early.write(({ audit }) => audit(event))
    await early.close()
    expect(await verdict()).toMatchObject({ holds: true, head: { seq: 10, at: '2026-11-21T12:00:00.000Z' } })
  })

  it('holds while others append', async () => {
    const other = await place.open()
    let isDone = false
    const appending = async (by: Store) => {
      while (!isDone) await by.write(({ audit }) => audit(event))
    }
    const writers = [appending(store), appending(other)]
    for (let turn = 0; turn < 20; turn += 1) expect(await verdict()).toMatchObject({ holds: true })
    isDone = true
    await Promise.all(writers)
    await other.close()
    const { head } = await store.db.selectFrom('audit_head').select('seq as head').executeTakeFirstOrThrow()
    expect(await verdict()).toMatchObject({ holds: true, head: { seq: head } })
    expect(new Set(noted().map(({ seq }) => seq)).size).toBe(head)
  })

  itOnSome.each([
    { at: '2026-11-21T12:00:00.001Z' },
    { person_id: 'p2' },
    { person_id: null },
    { action: 'payout.approved' },
    { thing_type: 'person' },
    { thing_id: 'y' },
    { facts: '{"count":5,"fields":["email"]}' },
    { facts: '{"count": 5,"fields":["amount"]}' },
    { facts: 'nonsense' },
    { mac: 'f'.repeat(43) },
    { previous_mac: 'f'.repeat(43) },
  ])('finds an entry that was changed: %j', async (change) => {
    await tamper((db) => db.updateTable('audit').set(change).where('seq', '=', 5).execute())
    expect(await verdict()).toEqual({
      holds: false,
      seq: 5,
      error: 'was changed or forged: the app did not write it as it is',
    })
  })

  itOnSome('finds that the head was dated otherwise', async () => {
    await tamper((db) => db.updateTable('audit_head').set({ at: '2026-11-22T14:00:00.000Z' }).execute())
    expect(await verdict()).toEqual({ holds: false, seq: 9, error: 'has another time than the head of the audit log' })
  })

  itOnSome.each([1, 5, 8])('finds that entry %i was deleted', async (seq) => {
    await tamper((db) => remove(db, seq))
    expect(await verdict()).toEqual({ holds: false, seq, error: 'is missing: it was deleted' })
  })

  itOnSome('finds that entries were deleted and the rest closed up', async () => {
    await tamper(async (db) => {
      await remove(db, 5)
      for (const seq of [6, 7, 8, 9]) await renumber(db, seq, seq - 1)
    })
    expect(await verdict()).toMatchObject({ holds: false, seq: 5, error: expect.stringContaining('but entry 6') })
  })

  it('finds that entries were reordered', async () => {
    await tamper(async (db) => {
      await renumber(db, 4, 99)
      await renumber(db, 6, 4)
      await renumber(db, 99, 6)
    })
    expect(await verdict()).toEqual({
      holds: false,
      seq: 4,
      error: 'is not the one that was written there, but entry 6: they were reordered',
    })
  })

  itOnSome('finds that the end was cut off, by the head in the database', async () => {
    await tamper((db) => db.deleteFrom('audit').where('seq', '>', 7).execute())
    expect(await verdict([])).toEqual({
      holds: false,
      seq: 8,
      error: 'is missing, and all up to 9: the end was cut off',
    })
  })

  itOnSome('finds that the end was cut off and the head with it, by the checkpoint file', async () => {
    await tamper(async (db) => {
      await db.deleteFrom('audit').where('seq', '>', 7).execute()
      await sealAgain(db, 8)
    })
    expect(await verdict([])).toMatchObject({ holds: true })
    expect(await verdict()).toEqual({ holds: false, seq: 8, error: 'is missing, and all up to 9: the end was cut off' })
  })

  it('finds that everything was deleted', async () => {
    await tamper(async (db) => {
      await db.deleteFrom('audit').execute()
      await db.deleteFrom('audit_head').execute()
    })
    expect(await verdict()).toMatchObject({ holds: false, seq: 1 })
  })

  it('finds an end that was cut off and grew again by a server that had not followed it; the other one writes no more', async () => {
    await tamper(async (db) => {
      await db.deleteFrom('audit').where('seq', '>', 7).execute()
      await sealAgain(db, 8)
      for (let count = 0; count < 5; count += 1) await appendEntry(db, store.encryption, event, now().toISOString())
    })
    await expect(store.write(({ audit }) => audit(event))).rejects.toMatchObject({ code: 'TAMPERED' })
    expect(await verdict()).toMatchObject({ holds: false, seq: 8, error: expect.stringContaining('was forged') })
  })

  itOnSome('finds an entry that was forged with a MAC of its own', async () => {
    await tamper(async (db) => {
      await db.updateTable('audit').set({ person_id: 'p2' }).where('seq', '=', 5).execute()
      await sealAgain(db, 5, 5)
    })
    expect(await verdict()).toMatchObject({ holds: false, seq: 5, error: expect.stringContaining('was forged') })
    expect(await verdict([])).toMatchObject({ holds: false, seq: 5, error: expect.stringContaining('was forged') })
  })

  itOnSome('finds a chain that was forged to its end, by the checkpoint file alone', async () => {
    await tamper(async (db) => {
      await db.updateTable('audit').set({ person_id: 'p2' }).where('seq', '=', 5).execute()
      await sealAgain(db, 5)
    })
    expect(await verdict([])).toMatchObject({ holds: true })
    expect(await verdict()).toMatchObject({ holds: false, seq: 5, error: expect.stringContaining('was forged') })
  })

  itOnSome(
    'finds a chain that was forged to its end also when the checkpoint file missed the first forged entries',
    async () => {
      await tamper(async (db) => {
        await db.updateTable('audit').set({ person_id: 'p2' }).where('seq', '=', 5).execute()
        await sealAgain(db, 5)
      })
      const few = noted().filter(({ seq }) => seq === 2 || seq === 8)
      expect(await verdict(few)).toEqual({
        holds: false,
        seq: 8,
        error:
          'was forged: when it was written, another MAC was noted for it; so may be those since entry 3, which nothing vouches for',
      })
    },
  )

  itOnSome('names the first forged entry also where one transaction wrote several', async () => {
    await store.write(async ({ audit }) => {
      for (let count = 0; count < 9; count += 1) await audit(event)
    })
    await tamper(async (db) => {
      await db.updateTable('audit').set({ person_id: 'p2' }).where('seq', '=', 12).execute()
      await sealAgain(db, 12)
    })
    expect(await verdict()).toEqual({
      holds: false,
      seq: 12,
      error: 'was forged: when it was written, another MAC was noted for it',
    })
  })

  itOnSome('finds an entry that does not follow the one before it', async () => {
    await tamper(async (db) => {
      const previous_mac = 'f'.repeat(43)
      const last = await db.selectFrom('audit').selectAll().where('seq', '=', 9).executeTakeFirstOrThrow()
      const mac = entryMac(store.encryption, { ...last, previous_mac })
      await db.updateTable('audit').set({ mac, previous_mac }).where('seq', '=', 9).execute()
      await db.updateTable('audit_head').set({ mac }).execute()
    })
    expect(await verdict([])).toMatchObject({ holds: false, seq: 8 })
    expect(await verdict(noted().slice(0, 8))).toMatchObject({ holds: false, seq: 9 })
  })

  itOnSome.each([0, -7])('finds a forged entry before the first: %i', async (seq) => {
    await tamper((db) =>
      db
        .insertInto('audit')
        .values({ ...forged, seq })
        .execute(),
    )
    expect(await verdict()).toMatchObject({ holds: false, seq, error: expect.stringContaining('was forged') })
  })

  itOnSome('finds a forged entry behind the end', async () => {
    await tamper(async (db) => {
      await db
        .insertInto('audit')
        .values({ ...forged, seq: 10 })
        .execute()
      await sealAgain(db, 10, 10)
    })
    expect(await verdict()).toMatchObject({ holds: false, seq: 10, error: expect.stringContaining('was forged') })
  })

  itOnSome('reads further than one batch', async () => {
    await store.write(async ({ audit }) => {
      for (let count = 0; count < 4_500; count += 1) await audit(event)
    })
    expect(await verdict()).toMatchObject({ holds: true, head: { seq: 4_509 } })
    await tamper((db) => sql`update audit set thing_id = 'y' where seq = 4200`.execute(db))
    expect(await verdict()).toMatchObject({ holds: false, seq: 4_200 })
  })
})

const forged = {
  at: '2026-11-21T12:00:00.000Z',
  person_id: 'p2',
  action: 'payout.approved',
  thing_type: 'payout',
  thing_id: 'x',
  facts: '{}',
  previous_mac: '0'.repeat(43),
  mac: '0'.repeat(43),
}
