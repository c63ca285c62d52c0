import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store, Transaction } from '../store/store.ts'
import { type Place, stores } from '../testing/stores.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { createWrites, type WriteAnswer } from './writes.ts'

const intent = { key: 'k', personId: 'ana', route: 'POST /api/people', body: { name: 'Bruno', age: 4 } }
const dayMs = 24 * 60 * 60 * 1000

describe.each(stores)('writes that happen once on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  const clock = virtualClock()

  beforeEach(async () => {
    place = await makePlace()
    store = await place.open(clock.date)
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const open = (over = store) => createWrites(over)
  const rows = () => store.db.selectFrom('people').select('id').execute()

  /** Makes a row with an id of its own. */
  const work = async ({ db }: Transaction): Promise<WriteAnswer> => {
    const id = crypto.randomUUID()
    await db.insertInto('people').values({ id, name: 'Bruno', name_key: id, created_at: '' }).execute()
    return { status: 201, body: { id }, version: 1, location: `/api/people/${id}` }
  }

  it('gives a repeat the first answer, and says so', async () => {
    const first = await open().once(intent, work)
    const second = await open().once(intent, work)
    expect(first.isReplay).toBe(false)
    expect(second).toEqual({ answer: first.answer, isReplay: true })
    expect(await rows()).toHaveLength(1)
  })

  it('makes one row of a thousand repeats at the same time, in two processes', async () => {
    const second = await place.open(clock.date)
    const processes = [open(), open(second)]
    const given = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => processes[index % 2]!.once(intent, work)),
    )
    expect(await rows()).toHaveLength(1)
    expect(given.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    expect(new Set(given.map(({ answer }) => JSON.stringify(answer))).size).toBe(1)
    await second.close()
  })

  it('makes one row of repeats that do not know of each other', async () => {
    const given = await Promise.all(Array.from({ length: 100 }, () => open().once(intent, work)))
    expect(await rows()).toHaveLength(1)
    expect(given.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
  })

  it('takes the same body in another order for the same', async () => {
    await open().once(intent, work)
    const { isReplay } = await open().once({ ...intent, body: { age: 4, name: 'Bruno' } }, work)
    expect(isReplay).toBe(true)
  })

  it.each([
    ['another body', { ...intent, body: { name: 'Carla' } }],
    ['another route', { ...intent, route: 'PUT /api/people' }],
  ])('refuses the key for %s, at once and later', async (_what, other) => {
    const writes = open()
    const [first, second] = await Promise.allSettled([writes.once(intent, work), writes.once(other, work)])
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
    await expect(open().once(other, work)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await rows()).toHaveLength(1)
  })

  it('gives each person keys of their own', async () => {
    await open().once(intent, work)
    expect((await open().once({ ...intent, personId: 'bruno' }, work)).isReplay).toBe(false)
    expect(await rows()).toHaveLength(2)
  })

  it('does it each time without a key', async () => {
    for (const key of [undefined, undefined]) await open().once({ ...intent, key }, work)
    expect(await rows()).toHaveLength(2)
  })

  it('keeps nothing under the key when the work fails, so that it can be sent again', async () => {
    const failing = open().once(intent, async (transaction) => {
      await work(transaction)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await rows()).toEqual([])
    expect((await open().once(intent, work)).isReplay).toBe(false)
  })

  it('gives the same answer after a restart', async () => {
    const { answer } = await open().once(intent, work)
    await store.close()
    store = await place.open(clock.date)
    expect(await open().once(intent, work)).toEqual({ answer, isReplay: true })
  })

  it('forgets after 24 hours', async () => {
    await open().once(intent, work)
    await clock.advance(dayMs - 1)
    expect((await open().once(intent, work)).isReplay).toBe(true)
    await clock.advance(1)
    expect((await open().once(intent, work)).isReplay).toBe(false)
  })
})
