import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '../clock.ts'
import type { Store } from '../store/store.ts'
import { type Place, stores } from '../testing/stores.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { createValidationLedger, type ValidationAnswer } from './validation-ledger.ts'

const reservation = { fingerprint: 'f', service: 'identity', requestId: 'r' } as const
const other = { ...reservation, fingerprint: 'g' }
const problem = { type: '', title: '', status: 503, detail: '', code: 'QUEUE_FULL', retryable: true, requestId: 'r' }
const notRun: ValidationAnswer = { status: 503, body: problem, mayHaveRun: false }
const unknown: ValidationAnswer = { status: 504, body: problem, mayHaveRun: true }
const dayMs = 24 * 60 * 60 * 1000
const longestMs = 1_000

describe.each(stores)('the ledger of validations on $name', ({ makePlace }) => {
  let place: Place
  let store: Store
  const clock = virtualClock()

  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const open = (over = store, time: Clock = clock) => createValidationLedger(over, time, longestMs)
  const keep = async (key: string, answer: ValidationAnswer) => {
    await open().reserve(key, reservation)
    await open().conclude(key, answer)
  }

  it('takes a key once, for one request', async () => {
    const ledger = open()
    expect(await ledger.reserve('k', reservation)).toBe('taken')
    expect(await ledger.reserve('k', other)).toBe('other-request')
    expect(await ledger.reserve('k', reservation)).toMatchObject({ state: 'reserved' })
    expect(await ledger.find('k')).toMatchObject({ state: 'reserved', service: 'identity' })
    expect(await ledger.find('l')).toBeUndefined()
  })

  it('gives one of many who ask at once the key, also between two processes', async () => {
    const second = await place.open()
    const ledgers = [open(), open(second)]
    const found = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ledgers[index % 2]?.reserve('k', reservation)),
    )
    expect(found.filter((keyState) => keyState === 'taken')).toHaveLength(1)
    await second.close()
  })

  it('gives back what was answered under a key, and when, also after a restart', async () => {
    await keep('k', unknown)
    const kept = { state: 'finished', service: 'identity', answer: unknown, finishedAt: clock.date() }
    await store.close()
    store = await place.open()
    expect(await open().reserve('k', reservation)).toEqual(kept)
    expect(await open().find('k')).toEqual(kept)
    expect(await open().reserve('k', other)).toBe('other-request')
  })

  it('lets a key be used again for the same request after a failure that certainly did not run', async () => {
    await keep('k', notRun)
    expect(await open().find('k')).toMatchObject({ answer: notRun })
    expect(await open().reserve('k', other)).toBe('other-request')
    expect(await open().reserve('k', reservation)).toBe('taken')
    expect(await open().find('k')).toMatchObject({ state: 'reserved' })
  })

  it('forgets after 24 hours', async () => {
    await keep('k', unknown)
    await clock.advance(dayMs - 1)
    expect(await open().find('k')).toBeDefined()
    await clock.advance(1)
    expect(await open().find('k')).toBeUndefined()
    expect(await open().reserve('k', other)).toBe('taken')
  })

  it('removes what is forgotten with the next key that is taken', async () => {
    await keep('old', unknown)
    await clock.advance(dayMs)
    await keep('new', unknown)
    const rows = await store.db.selectFrom('idempotency').select('key').execute()
    expect(rows).toEqual([{ key: 'validation:new' }])
  })

  it('calls a reservation lost that is older than any call takes, and never gives its key again', async () => {
    await open().reserve('k', reservation)
    await clock.advance(longestMs + 1)
    const lost = { state: 'lost', answer: { status: 504, mayHaveRun: true, body: { code: 'PROVIDER_TIMEOUT' } } }
    expect(await open().find('k')).toMatchObject(lost)
    expect(await open().reserve('k', reservation)).toMatchObject(lost)
    expect(await open().reserve('k', reservation)).toMatchObject(lost)
  })

  it('keeps the first conclusion', async () => {
    await keep('k', unknown)
    await open().conclude('k', notRun)
    expect(await open().find('k')).toMatchObject({ answer: unknown })
  })

  it('keeps an answer and what is written alongside together, or neither', async () => {
    await open().reserve('k', reservation)
    const failing = open().conclude('k', unknown, async ({ db }) => {
      await db.insertInto('people').values({ id: '1', name: 'Ana', name_key: 'ana', created_at: '' }).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await open().find('k')).toMatchObject({ state: 'reserved' })
    expect(await store.db.selectFrom('people').select('id').execute()).toEqual([])
  })

  it('keeps the answer encrypted', async () => {
    await keep('k', { ...unknown, body: { ...problem, detail: 'Quote 12345678.' } })
    const rows = await store.db.selectFrom('idempotency').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('12345678')
  })
})
