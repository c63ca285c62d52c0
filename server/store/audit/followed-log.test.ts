import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Place, stores } from '../../testing/stores.ts'
import { openDatabase } from '../database.ts'
import type { Tables } from '../schema.ts'
import type { Store } from '../store.ts'
import { readCheckpointFile } from './checkpoint-file.ts'

const about = (id: string, count = 0) =>
  ({ personId: 'p1', action: 'payout.changed', thing: { type: 'payout', id }, facts: { count } }) as const
const now = () => new Date('2026-11-21T12:00:00.000Z')
const tampered = { code: 'TAMPERED', particulars: { params: { why: 'audit' } } }

describe.each(stores)('a server that follows the audit log on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open(now)
    await store.write(({ audit }) => audit(about('a'), about('b', 1), about('b', 2)))
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  /** As a person would who can write to the database, past the program. */
  async function forge(work: (db: Kysely<Tables>) => Promise<unknown>): Promise<void> {
    const database = await openDatabase(place, now)
    await database.transact(work)
    await database.close()
  }
  const seqsOf = async (...ids: readonly string[]) => (await store.entriesAbout(ids)).map(({ seq }) => seq)

  it('reads all entries about things, those of other servers and those of its own transaction among them', async () => {
    expect(await seqsOf('b', 'nothing', 'b')).toEqual([2, 3])
    const other = await place.open(now)
    await other.write(({ audit }) => audit(about('b')))
    expect(await seqsOf('b')).toEqual([2, 3, 4])
    await other.write(({ audit }) => audit(about('b')))
    const own = await store.write(async ({ audit, entriesAbout }) => {
      await audit(about('b'))
      return (await entriesAbout(['b'])).map(({ seq }) => seq)
    })
    expect(own).toEqual([2, 3, 4, 5, 6])
    expect((await other.entriesAbout(['b'])).map(({ seq }) => seq)).toEqual(own)
    await other.close()
  })

  it('forgets what a transaction appended that was undone', async () => {
    const undone = store.write(async ({ audit }) => {
      await audit(about('b'))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await seqsOf('b')).toEqual([2, 3])
    await store.write(({ audit }) => audit(about('b')))
    expect(await seqsOf('b')).toEqual([2, 3, 4])
  })

  it.each<[string, (db: Kysely<Tables>) => Promise<unknown>]>([
    ['changed', (db) => db.updateTable('audit').set({ person_id: 'p2' }).where('seq', '=', 2).execute()],
    [
      'made to be of another thing',
      (db) => db.updateTable('audit').set({ thing_id: 'c' }).where('seq', '=', 2).execute(),
    ],
    [
      'made to be another act',
      (db) => db.updateTable('audit').set({ action: 'session.began' }).where('seq', '=', 2).execute(),
    ],
    ['moved', (db) => db.updateTable('audit').set({ seq: -2 }).where('seq', '=', 2).execute()],
    ['taken out', (db) => db.deleteFrom('audit').where('seq', '=', 2).execute()],
    [
      'taken out from the end, with the head',
      async (db) => {
        await db.deleteFrom('audit').where('seq', '=', 3).execute()
        await sql`update audit_head set seq = 2, mac = (select mac from audit where seq = 2)`.execute(db)
      },
    ],
  ])(
    'does not believe the entries about a thing while an entry about it is %s, nor after a start',
    async (_, change) => {
      await forge(change)
      await expect(store.entriesAbout(['b'])).rejects.toMatchObject(tampered)
      await expect(store.write(({ entriesAbout }) => entriesAbout(['b']))).rejects.toMatchObject(tampered)
    },
  )

  it('believes the rest, and all of it again once that was put back', async () => {
    await forge((db) => db.updateTable('audit').set({ thing_id: 'c' }).where('seq', '=', 2).execute())
    expect(await seqsOf('a')).toEqual([1])
    await forge((db) => db.updateTable('audit').set({ thing_id: 'b' }).where('seq', '=', 2).execute())
    expect(await seqsOf('b')).toEqual([2, 3])
  })

  it.each<[string, (db: Kysely<Tables>) => Promise<unknown>]>([
    [
      'an entry that no app wrote',
      async (db) => {
        const values = { ...forged, seq: 4 }
        await db.insertInto('audit').values(values).execute()
        await db.updateTable('audit_head').set({ seq: 4, mac: values.mac }).execute()
      },
    ],
    ...[4, 400].map((seq): [string, (db: Kysely<Tables>) => Promise<unknown>] => [
      `an entry ${seq} past its head`,
      (db) =>
        db
          .insertInto('audit')
          .values({ ...forged, seq })
          .execute(),
    ]),
    [
      'a head that is behind',
      async (db) => {
        await db.deleteFrom('audit').where('seq', '=', 3).execute()
        await sql`update audit_head set seq = 2, mac = (select mac from audit where seq = 2)`.execute(db)
      },
    ],
    ['a head of another entry', (db) => db.updateTable('audit_head').set({ mac: forged.mac }).execute()],
    ['a head without an entry', (db) => db.updateTable('audit_head').set({ seq: 9 }).execute()],
  ])('appends nothing to %s, and vouches for nothing', async (_, change) => {
    const before = readCheckpointFile(place.dataDirectory)
    await forge(change)
    await expect(store.write(({ audit }) => audit(about('a')))).rejects.toMatchObject(tampered)
    expect(readCheckpointFile(place.dataDirectory)).toEqual(before)
  })

  it.each(['2026-11-22T14:00:00.000Z', 'zzz'])(
    'dates an entry by its own clock and the entry before, not by a head of %j, and remembers the last day',
    async (at) => {
      const exported = { state: 'exported', version: 1, payees: ['k1'] }
      await store.write(({ audit }) =>
        audit(
          { ...about('d'), action: 'payout.exported', facts: exported },
          { ...about('p1'), action: 'session.ended', thing: { type: 'person', id: 'p1' }, facts: { ended: 's1' } },
        ),
      )
      await forge((db) => db.updateTable('audit_head').set({ at }).execute())
      const [entry] = await store.write(async ({ audit, entriesAbout }) => {
        await audit({ ...about('c'), facts: { version: 1, state: 'draft' } })
        const began = { ...about('p2'), action: 'session.began', thing: { type: 'person', id: 'p2' } } as const
        await audit(began)
        return entriesAbout(['c'])
      })
      expect(entry?.at).toBe(now().toISOString())
      expect(await store.payoutsPaying(['k1'])).toMatchObject([{ id: 'd' }])
      const session = { id: 's1', created_at: now().toISOString() }
      expect((await store.recentSignIns()).hasEnded(session)).toBe(true)
      expect(await store.db.selectFrom('audit_head').select('at').execute()).toEqual([{ at: now().toISOString() }])
    },
  )

  it('appends nothing to a forged entry that was there before it started', async () => {
    await store.close()
    await forge(async (db) => {
      await db
        .insertInto('audit')
        .values({ ...forged, seq: 4 })
        .execute()
      await db.updateTable('audit_head').set({ seq: 4, mac: forged.mac }).execute()
    })
    store = await place.open(now)
    await expect(store.write(({ audit }) => audit(about('a')))).rejects.toMatchObject(tampered)
    await expect(store.entriesAbout(['a'])).rejects.toMatchObject(tampered)
  })

  it('decides nothing while the newest entry is gone that another server on its DATA_DIR wrote, also one that it has not followed', async () => {
    const other = await place.open(now)
    await other.write(({ audit }) => audit(about('b', 3)))
    const { db } = store
    const gone = await db.selectFrom('audit').selectAll().where('seq', '=', 4).executeTakeFirstOrThrow()
    await forge(async (tx) => {
      await tx.deleteFrom('audit').where('seq', '=', 4).execute()
      await sql`update audit_head set seq = 3, mac = (select mac from audit where seq = 3)`.execute(tx)
    })
    await expect(store.write(({ entriesAbout }) => entriesAbout(['b']))).rejects.toMatchObject(tampered)
    await expect(store.write(({ audit }) => audit(about('a')))).rejects.toMatchObject(tampered)
    await forge(async (tx) => {
      await tx.insertInto('audit').values(gone).execute()
      await tx.updateTable('audit_head').set({ seq: 4, mac: gone.mac }).execute()
    })
    expect(await store.write(async ({ entriesAbout }) => (await entriesAbout(['b'])).length)).toBe(3)
    await other.close()
  })

  it('follows a long log a part at a time', async () => {
    await store.write(({ audit }) =>
      audit(...Array.from({ length: 2_500 }, (_, count) => about(`c${count % 10}`, count))),
    )
    const other = await place.open(now)
    expect(await other.entriesAbout(['c3'])).toHaveLength(250)
    await other.close()
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
  mac: 'f'.repeat(43),
}
