import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Store, Transaction } from '../store/store.ts'
import { type Place, stores } from '../testing/stores.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { createWrites, type WriteResult } from './writes.ts'

const intent = { key: 'k', personId: 'ana', route: 'POST /api/people', body: { name: 'Bruno', age: 4 } }
const idSchema = z.object({ id: z.string() })

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
  const work = async ({ db }: Transaction): Promise<WriteResult> => {
    const id = crypto.randomUUID()
    await db.insertInto('people').values({ id, name: 'Bruno', name_key: id, created_at: '' }).execute()
    return { body: { id }, version: 1, location: `/api/people/${id}` }
  }

  it('gives a repeat the first answer, and says so', async () => {
    const first = await open().once(intent, idSchema, work)
    const second = await open().once(intent, idSchema, work)
    expect(first.isReplay).toBe(false)
    expect(second).toEqual({ ...first, isReplay: true })
    expect(await rows()).toHaveLength(1)
  })

  it('makes one row of a thousand repeats at the same time, in two processes', async () => {
    const second = await place.open(clock.date)
    const processes = [open(), open(second)]
    const given = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => processes[index % 2]!.once(intent, idSchema, work)),
    )
    expect(await rows()).toHaveLength(1)
    expect(given.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    expect(new Set(given.map(({ body }) => body.id)).size).toBe(1)
    await second.close()
  })

  it('makes one row of repeats that do not know of each other', async () => {
    const given = await Promise.all(Array.from({ length: 100 }, () => open().once(intent, idSchema, work)))
    expect(await rows()).toHaveLength(1)
    expect(given.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
  })

  it('takes the same body in another order for the same', async () => {
    await open().once(intent, idSchema, work)
    const { isReplay } = await open().once({ ...intent, body: { age: 4, name: 'Bruno' } }, idSchema, work)
    expect(isReplay).toBe(true)
  })

  it.each([
    ['another body', { ...intent, body: { name: 'Carla' } }],
    ['another route', { ...intent, route: 'PUT /api/people' }],
  ])('refuses the key for %s, at once and later', async (_what, other) => {
    const writes = open()
    const [first, second] = await Promise.allSettled([
      writes.once(intent, idSchema, work),
      writes.once(other, idSchema, work),
    ])
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
    await expect(open().once(other, idSchema, work)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await rows()).toHaveLength(1)
  })

  it('gives each person keys of their own', async () => {
    await open().once(intent, idSchema, work)
    expect((await open().once({ ...intent, personId: 'bruno' }, idSchema, work)).isReplay).toBe(false)
    expect(await rows()).toHaveLength(2)
  })

  it('does it each time without a key', async () => {
    for (const key of [undefined, undefined]) await open().once({ ...intent, key }, idSchema, work)
    expect(await rows()).toHaveLength(2)
  })

  it('keeps nothing under the key when the work fails, so that it can be sent again', async () => {
    const failing = open().once(intent, idSchema, async (transaction) => {
      await work(transaction)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await rows()).toEqual([])
    expect((await open().once(intent, idSchema, work)).isReplay).toBe(false)
  })

  it('gives the same answer after a restart', async () => {
    const first = await open().once(intent, idSchema, work)
    await store.close()
    store = await place.open(clock.date)
    expect(await open().once(intent, idSchema, work)).toEqual({ ...first, isReplay: true })
  })

  it.each([
    ['25 hours ahead', 25],
    ['25 hours behind', -25],
    ['ten years ahead', 10 * 365 * 24],
  ])('makes no second row when a process has its clock %s', async (_what, hours) => {
    const first = await open().once(intent, idSchema, work)
    const later = await place.open(() => new Date(clock.now() + hours * 60 * 60 * 1000))
    expect(await open(later).once(intent, idSchema, work)).toEqual({ ...first, isReplay: true })
    expect(await rows()).toHaveLength(1)
    await later.close()
  })
})
