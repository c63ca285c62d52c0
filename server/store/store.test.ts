import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Place, stores } from '../testing/stores.ts'
import { verifyAuditLog } from './audit/verify-audit-log.ts'
import { keyRingOf, makeKey } from './encryption/key-ring.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'

const event = { personId: null, action: 'session.began', thing: { type: 'person', id: 'p1' } } as const

function person(id: string, name = `Ana ${id}`) {
  return { id, name, name_key: name.toLowerCase(), created_at: '2026-11-21T12:00:00.000Z' }
}

describe.each(stores)('the store on $name', ({ makePlace }) => {
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

  const names = async () =>
    (await store.db.selectFrom('people').select('name').orderBy('name_key').execute()).map(({ name }) => name)
  const add = (id: string, name?: string) =>
    store.write(({ db }) => db.insertInto('people').values(person(id, name)).execute())

  it('shows what was written once the write is done', async () => {
    expect(await names()).toEqual([])
    await add('1')
    expect(await names()).toEqual(['Ana 1'])
  })

  it('finds nothing in a list of nothing, and everything outside it', async () => {
    await add('1')
    const found = (operator: 'in' | 'not in') =>
      store.db.selectFrom('people').select('name').where('id', operator, []).execute()
    expect(await found('in')).toEqual([])
    expect(await found('not in')).toEqual([{ name: 'Ana 1' }])
    await store.write(({ db }) => db.deleteFrom('people').where('id', 'in', []).execute())
    expect(await names()).toEqual(['Ana 1'])
  })

  it('returns the result of the work', async () => {
    expect(await store.write(async () => 'done')).toBe('done')
  })

  it('keeps nothing of a write that failed, neither its rows nor its entries in the audit log', async () => {
    const failing = store.write(async ({ db, audit }) => {
      await db.insertInto('people').values(person('1')).execute()
      await audit(event)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await names()).toEqual([])
    expect(await store.db.selectFrom('audit').selectAll().execute()).toEqual([])
  })

  it('records in the same transaction as the change that the entry is about', async () => {
    await store.write(async ({ db, audit }) => {
      await db.insertInto('people').values(person('1')).execute()
      await audit(event)
      await audit({ ...event, facts: { fields: ['name'] } })
    })
    const entries = await store.db.selectFrom('audit').select(['seq', 'action', 'facts']).orderBy('seq').execute()
    expect(entries).toEqual([
      { seq: 1, action: 'session.began', facts: '{}' },
      { seq: 2, action: 'session.began', facts: '{"fields":["name"]}' },
    ])
  })

  const addingWithOthers = (transactions = new Set<unknown>()) =>
    store.sharing(async (transaction, ids: readonly string[]) => {
      transactions.add(transaction)
      for (const id of ids) {
        await transaction.db.insertInto('people').values(person(id)).execute()
        await transaction.audit({ ...event, thing: { type: 'person', id } })
      }
      return ids
    })
  const audited = async () =>
    (await store.db.selectFrom('audit').select('thing_id').orderBy('seq').execute()).map(({ thing_id }) => thing_id)

  it('lets short writes that come at once share a transaction, and answers each by itself', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `${index + 10}`)
    const transactions = new Set()
    expect(await Promise.all(ids.map(addingWithOthers(transactions)))).toEqual(ids)
    expect(transactions.size).toBe(2)
    expect(await audited()).toEqual(ids)
    expect(await verifyAuditLog(store.db, store.encryption, [])).toMatchObject({ holds: true, head: { seq: 40 } })
  })

  it('lets any joint writes share a transaction, and undoes only the one that fails', async () => {
    const transactions = new Set()
    const join = (id: string) =>
      store.writeJointly(async (transaction) => {
        transactions.add(transaction)
        await transaction.db.insertInto('people').values(person(id)).execute()
        await transaction.audit({ ...event, thing: { type: 'person', id } })
        return id
      })
    const ids = Array.from({ length: 40 }, (_, index) => `${index + 10}`)
    const [, ...joint] = await Promise.all([add('1'), ...ids.map(join)])
    expect([joint, transactions.size]).toEqual([ids, 2])
    const done = await Promise.allSettled([join('50'), join('1'), join('51')])
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await audited()).toEqual([...ids, '50', '51'])
  })

  it('appends what shared a transaction to the audit log at once', async () => {
    const queries: string[] = []
    const other = await openStore({ ...place, queryLog: ({ query }) => void queries.push(query.sql) }, () => new Date())
    const write = other.sharing(async ({ audit }, ids: readonly string[]) => {
      for (const id of ids) await audit({ ...event, thing: { type: 'person', id } })
      return ids
    })
    const ids = Array.from({ length: 8 }, (_, index) => `${index}`)
    await Promise.all(ids.map(write))
    await other.close()
    expect(await audited()).toEqual(ids)
    expect(queries.filter((query) => query.startsWith('insert into "audit" '))).toHaveLength(1)
    expect(queries.filter((query) => query.startsWith('update "audit_head" '))).toHaveLength(1)
  })

  it('knows in a transaction the time of the database', async () => {
    const later = await openStore(place, () => new Date('2030-01-01T00:00:00.000Z'))
    const before = Date.now()
    const beganAt = await later.write(async (transaction) => transaction.beganAt.getTime())
    await later.close()
    expect(beganAt).toBeGreaterThanOrEqual(before - 1)
    expect(beganAt).toBeLessThanOrEqual(Date.now() + 1)
  })

  it('keeps what shared a transaction with writes that fail, and nothing of those', async () => {
    await add('1')
    const addWithOthers = addingWithOthers()
    const fail = store.sharing(async ({ db, audit }, ids: readonly string[]) => {
      for (const id of ids) await db.insertInto('people').values(person(id)).execute()
      await audit(event)
      throw new Error('changed my mind')
    })
    // The second is one that the database refuses: there is such a person.
    const done = await Promise.allSettled([addWithOthers('2'), addWithOthers('1'), fail('4'), addWithOthers('3')])
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(await names()).toEqual(['Ana 1', 'Ana 2', 'Ana 3'])
    expect(await audited()).toEqual(['2', '3'])
  })

  it('does not show to others what is not committed, nor waits for it', async () => {
    await store.write(async ({ db }) => {
      await db.insertInto('people').values(person('1')).execute()
      expect(await names()).toEqual([])
    })
    expect(await names()).toEqual(['Ana 1'])
  })

  it('refuses a write that passes the transactions by', async () => {
    await expect(store.db.insertInto('people').values(person('1')).execute()).rejects.toThrow(/read-?only/i)
  })

  it('lets one of two edits of the same version through', async () => {
    await add('1', 'Ana')
    const edit = (name: string, expected: string) =>
      store.write(({ db }) =>
        db.updateTable('people').set({ name }).where('id', '=', '1').where('name', '=', expected).executeTakeFirst(),
      )
    const changed = await Promise.all([edit('Rui', 'Ana'), edit('Eva', 'Ana')])
    expect(changed.map(({ numUpdatedRows }) => Number(numUpdatedRows)).sort()).toEqual([0, 1])
  })

  it('distinguishes a taken name from a free one without an error, so that the work goes on', async () => {
    await add('1', 'Ana')
    const outcome = await store.write(async ({ db }) => {
      const insert = (id: string, name: string) =>
        db
          .insertInto('people')
          .values(person(id, name))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
      return [await insert('2', 'Ana'), await insert('3', 'Rui')]
    })
    expect(outcome).toEqual([undefined, { id: '3' }])
    expect(await names()).toEqual(['Ana', 'Rui'])
  })

  it('orders text by its characters alone: capitals first, accents last', async () => {
    for (const [id, name] of [
      'z',
      'é',
      'E',
      'a',
      'Z',
      'e',
      'ñ',
      'n',
      '-b',
      'b',
      '',
      'a b',
      'ab',
      '😀',
      '﹏',
    ].entries()) {
      await store.write(({ db }) =>
        db
          .insertInto('people')
          .values({ ...person(`${id}`), name, name_key: name })
          .execute(),
      )
    }
    expect(await names()).toEqual(['', '-b', 'E', 'Z', 'a', 'a b', 'ab', 'b', 'e', 'n', 'z', 'é', 'ñ', '﹏', '😀'])
    const range = await store.db
      .selectFrom('people')
      .select('name')
      .where('name_key', '>=', 'a')
      .where('name_key', '<', 'b')
      .orderBy('name_key')
      .execute()
    expect(range.map(({ name }) => name)).toEqual(['a', 'a b', 'ab'])
  })

  it('keeps a text of a megabyte as it is', async () => {
    const name = 'ñandú 😀 '.repeat(100_000)
    await store.write(({ db }) =>
      db
        .insertInto('people')
        .values({ ...person('1'), name })
        .execute(),
    )
    expect((await names())[0] === name).toBe(true)
  })

  it('refuses a text with NUL instead of keeping a part of it', async () => {
    await expect(add('1', 'Ana\0Souza')).rejects.toThrow()
    expect(await names()).toEqual([])
  })

  it('counts in numbers', async () => {
    await add('1')
    const { count } = await store.db
      .selectFrom('people')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  })

  it('is there again after it was closed', async () => {
    await add('1')
    await store.close()
    store = await place.open()
    expect(await names()).toEqual(['Ana 1'])
  })

  it('is made once by processes that start together', async () => {
    const fresh = await makePlace()
    const opened = await Promise.all([fresh.open(), fresh.open(), fresh.open()])
    const encrypted = opened[0]?.encryption.encrypt('text', { table: 't', id: '1', column: 'c' }) ?? ''
    for (const other of opened)
      expect(other.encryption.decrypt(encrypted, { table: 't', id: '1', column: 'c' })).toBe('text')
    expect(await opened[2]?.db.selectFrom('data_keys').select('key_id').execute()).toHaveLength(1)
    for (const other of opened) await other.close()
    await fresh.remove()
  })

  it('loses no count when two processes read and write the same row', async () => {
    const other = await place.open()
    await add('1', '0')
    const countUp = (by: Store) =>
      by.write(async ({ db, audit }) => {
        const { name } = await db.selectFrom('people').select('name').where('id', '=', '1').executeTakeFirstOrThrow()
        await db
          .updateTable('people')
          .set({ name: `${Number(name) + 1}` })
          .where('id', '=', '1')
          .execute()
        await audit(event)
      })
    await Promise.all(Array.from({ length: 40 }, (_, index) => countUp(index % 2 === 0 ? store : other)))
    expect(await names()).toEqual(['40'])
    expect(await store.db.selectFrom('audit_head').select('seq').execute()).toEqual([{ seq: 40 }])
    await other.close()
  })

  it('refuses another key than the one it was encrypted with', async () => {
    const opening = openStore({ ...place, keyRing: keyRingOf([makeKey()]) }, () => new Date())
    await expect(opening).rejects.toThrow('the database is encrypted with data key')
  })
})
