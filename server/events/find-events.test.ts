import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppEvent } from '#shared/api/events.ts'
import { writeCursor } from '../kernel/page-cursor.ts'
import { openDatabase } from '../store/database.ts'
import type { Event, Store } from '../store/store.ts'
import { type Place, stores } from '../testing/stores.ts'
import { findEvents } from './find-events.ts'

const dayMs = 24 * 60 * 60_000
const begin = Date.parse('2026-03-01T12:00:00.000Z')
const all = () => true

describe.each(stores)('events on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  let now: number
  beforeEach(async () => {
    place = await makePlace()
    now = begin
    store = await place.open(() => new Date(now))
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const audit = (...events: readonly Event[]) => store.write((tx) => tx.audit(...events))

  /** All pages from a cursor on, and the cursor after them. */
  async function read(cursor?: string | null): Promise<readonly [readonly AppEvent[], string | null]> {
    const items: AppEvent[] = []
    let next = cursor ?? null
    for (let hasMore = true; hasMore; ) {
      const page = await findEvents(store, next ?? undefined, all)
      items.push(...page.items)
      next = page.nextCursor
      hasMore = page.hasMore
    }
    return [items, next]
  }

  it('Who goes on from the cursor of each page gets each event once and in order, whatever was written between', async () => {
    const entry = fc.constantFrom('export.created', 'session.began', 'export.undone', 'numbers.searched')
    const batches = fc.array(fc.array(entry, { maxLength: 150 }), { minLength: 1, maxLength: 4 })
    let [, known] = await read()
    await fc.assert(
      fc.asyncProperty(batches, async (written) => {
        for (const [batch, actions] of written.entries()) {
          await audit(...actions.map((action, n) => ({ personId: null, action, thing: thing(`${batch}-${n}`) })))
          const [items, next] = await read(known)
          known = next
          const expected = actions.flatMap((type, n) => (type.startsWith('export') ? [`${type} ${batch}-${n}`] : []))
          expect(items.map(({ type, data }) => `${type} ${data.thing.id}`)).toEqual(expected)
        }
      }),
      { numRuns: 3, endOnFailure: true },
    )
    const [events] = await read()
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect((await read(known))[0]).toEqual([])
  })

  it('An event can be asked for within 30 days, also with a cursor of before', async () => {
    await audit(made('first'))
    const [, cursor] = await read()
    now += dayMs
    await audit(made('second'))
    now += 30 * dayMs - 1
    await audit(made('third'))
    const idsOf = async (from?: string | null) => (await read(from))[0].map(({ data }) => data.thing.id)
    expect(await idsOf()).toEqual(['second', 'third'])
    expect(await idsOf(cursor)).toEqual(['second', 'third'])
    now += 2
    expect(await idsOf(cursor)).toEqual(['third'])
    now += 30 * dayMs
    expect(await findEvents(store, cursor ?? undefined, all)).toEqual({ items: [], nextCursor: cursor, hasMore: false })
  })

  it('Who begins at the latest event gets what happens from then on, and nothing that was before', async () => {
    expect(await findEvents(store, 'latest', all)).toEqual({ items: [], nextCursor: null, hasMore: false })
    await audit(made('first'), made('second'))
    const { nextCursor, ...page } = await findEvents(store, 'latest', all)
    expect(page).toEqual({ items: [], hasMore: false })
    expect((await read(nextCursor))[0]).toEqual([])
    await audit(made('third'))
    expect((await read(nextCursor))[0].map(({ data }) => data.thing.id)).toEqual(['third'])
  })

  it('A cursor of entries that are gone, as a backup was restored, begins again at the oldest', async () => {
    await audit(made('first'), made('second'))
    const [both] = await read()
    const other = writeCursor('events', '2', 'evt_of-another-second')
    expect(await read(other)).toEqual(await read())
    const later = writeCursor('events', '99999999999', `${both[0]?.id}`)
    expect(await read(later)).toEqual(await read())
    await expect(read('nonsense')).rejects.toMatchObject({ code: 'FIELDS_INVALID' })
  })

  it('No event is told where an entry was changed, taken out or put in past the app', async () => {
    await audit(made('first'), made('second'), made('third'))
    const [, cursor] = await read()
    await audit(made('fourth'), made('fifth'))
    const tampered = { code: 'TAMPERED' }
    const database = await openDatabase(place, () => new Date(now))
    const past = <Result>(work: (db: Store['db']) => Promise<Result>) => database.transact(work)
    const second = await store.db.selectFrom('audit').selectAll().where('seq', '=', 2).executeTakeFirstOrThrow()
    await past((db) => db.updateTable('audit').set({ thing_id: 'other' }).where('seq', '=', 2).execute())
    await expect(read()).rejects.toMatchObject(tampered)
    await past((db) => db.deleteFrom('audit').where('seq', '=', 2).execute())
    await expect(read()).rejects.toMatchObject(tampered)
    expect((await read(cursor))[0]).toHaveLength(2)
    await past((db) => db.insertInto('audit').values(second).execute())
    expect((await read())[0]).toHaveLength(5)
    await past((db) => db.deleteFrom('audit').where('seq', '=', 4).execute())
    await expect(read(cursor)).rejects.toMatchObject(tampered)
    await database.close()
  })
})

function thing(id: string) {
  return { type: 'export', id } as const
}

function made(id: string): Event {
  return { personId: null, action: 'export.created', thing: thing(id) }
}
