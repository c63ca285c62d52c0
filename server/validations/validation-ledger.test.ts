import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { QueryLog } from '../store/database-kind.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { type Place, someStores, stores } from '../testing/stores.ts'
import type { ValidationAnswer } from './validation-answer.ts'
import { createValidationLedger } from './validation-ledger.ts'

const reservation = { fingerprint: 'f', service: 'identity', requestId: 'r' } as const
const other = { ...reservation, fingerprint: 'g' }
const problem = { type: '', title: '', status: 503, detail: '', code: 'QUEUE_FULL', retryable: true, requestId: 'r' }
const notRun: ValidationAnswer = { status: 503, body: problem, mayHaveRun: false }
const unknown: ValidationAnswer = { status: 504, body: problem, mayHaveRun: true }
const dayMs = 24 * 60 * 60 * 1000
const minuteMs = 60_000
const longestMs = 30_000

describe.each(stores)('the ledger of validations on $name', (kind) => {
  const { makePlace } = kind
  const itOnSome = it.runIf(someStores.includes(kind))
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

  const open = (over = store) => createValidationLedger(over, longestMs)
  const keep = async (key: string, answer: ValidationAnswer) => {
    await open().reserve(key, reservation)
    await open().conclude({ key }, answer)
  }
  /** As if all that is kept had been so for this long. */
  const age = async (ms: number) => {
    const back = (text: string | null) => text && new Date(Date.parse(text) - ms).toISOString()
    const rows = await store.db.selectFrom('idempotency').selectAll().execute()
    await store.write(async ({ db }) => {
      for (const { key, reserved_at, finished_at, kept_until } of rows) {
        const times = { finished_at: back(finished_at), kept_until: back(kept_until) }
        await db
          .updateTable('idempotency')
          .set({ reserved_at: back(reserved_at) ?? '', ...times })
          .where('key', '=', key)
          .execute()
      }
    })
  }

  itOnSome('takes a key once, for one request', async () => {
    const ledger = open()
    expect(await ledger.reserve('k', reservation)).toMatchObject({ state: 'taken' })
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
    expect(found.filter((known) => typeof known === 'object' && known.state === 'taken')).toHaveLength(1)
    await second.close()
  })

  it('takes what many ask at once with few statements, and each has its own', async () => {
    const queries: string[] = []
    const queryLog: QueryLog = ({ query }) => void queries.push(query.sql)
    const second = await openStore({ ...place, queryLog }, () => new Date())
    const ledger = open(second)
    const keys = Array.from({ length: 8 }, (_, index) => `k${index}`)
    const taken = await Promise.all(keys.map((key) => ledger.reserve(key, { ...reservation, question: `of ${key}` })))
    expect(
      taken.map((known) => (typeof known === 'object' && 'claim' in known ? known.claim?.question : known)),
    ).toEqual(keys.map((key) => `of ${key}`))
    const answerTo = (key: string): ValidationAnswer => ({ ...unknown, body: { ...problem, requestId: key } })
    await Promise.all(
      keys.map((key, index) => {
        const known = taken[index]
        const claim = typeof known === 'object' && 'claim' in known ? known.claim : undefined
        return ledger.conclude({ key, claim }, answerTo(key))
      }),
    )
    for (const key of keys) {
      expect(await ledger.find(key)).toMatchObject({ state: 'finished', answer: answerTo(key) })
      expect(await ledger.findCall(`of ${key}`, 'r')).toMatchObject({ state: 'finished', answer: answerTo(key) })
    }
    expect(queries.filter((query) => query.startsWith('insert into idempotency'))).toHaveLength(2)
    expect(queries.filter((query) => query.startsWith('update idempotency'))).toHaveLength(1)
    await second.close()
  })

  it('gives one of many who ask the same at once the call for it', async () => {
    const ledger = open()
    const request = { question: 'q', service: 'identity', requestId: 'r', key: undefined } as const
    const claims = await Promise.all([ledger.claim(request), ledger.claim(request), ledger.claim(request)])
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1)
  })

  it('gives back what was answered under a key, and when, also after a restart', async () => {
    await keep('k', unknown)
    const kept = { state: 'finished', service: 'identity', answer: unknown, finishedAt: expect.any(Date) }
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
    expect(await open().reserve('k', reservation)).toMatchObject({ state: 'taken' })
    expect(await open().find('k')).toMatchObject({ state: 'reserved' })
  })

  it('forgets after 24 hours', async () => {
    await keep('k', unknown)
    await age(dayMs - minuteMs)
    expect(await open().find('k')).toBeDefined()
    await age(minuteMs)
    expect(await open().find('k')).toBeUndefined()
    expect(await open().reserve('k', other)).toMatchObject({ state: 'taken' })
  })

  it.each([25, -25])('goes by the clock of the database: that of a process may be %i hours ahead', async (hours) => {
    await keep('k', unknown)
    await open().reserve('under way', reservation)
    const elsewhere = await place.open(() => new Date(Date.now() + hours * 60 * minuteMs))
    expect(await open(elsewhere).reserve('k', reservation)).toMatchObject({ state: 'finished', answer: unknown })
    expect(await open(elsewhere).find('under way')).toMatchObject({ state: 'reserved' })
    await open(elsewhere).reserve('later', reservation)
    expect(await open().find('later')).toMatchObject({ state: 'reserved' })
    await elsewhere.close()
  })

  it('bills nothing twice when that clock jumps back by an hour, before an answer or after it', async () => {
    await keep('k', unknown)
    await open().reserve('under way', reservation)
    const claim = await open().claim({ ...reservation, question: 'q', key: undefined })
    await age(-60 * minuteMs)
    expect(await open().reserve('k', reservation)).toMatchObject({ state: 'finished', answer: unknown })
    expect(await open().reserve('under way', reservation)).toMatchObject({ state: 'reserved' })
    expect(await open().claim({ ...reservation, question: 'q', key: undefined })).toBeUndefined()
    await open().conclude({ key: 'under way', claim }, unknown)
    expect(await open().reserve('under way', reservation)).toMatchObject({ state: 'finished', answer: unknown })
    expect(await open().findCall('q', 'waiting')).toMatchObject({ state: 'finished', answer: unknown })
  })

  it('removes what is forgotten with the next key that is taken', async () => {
    await keep('old', unknown)
    await age(dayMs)
    await keep('new', unknown)
    const rows = await store.db.selectFrom('idempotency').select('key').execute()
    expect(rows).toEqual([{ key: 'validation:new' }])
  })

  itOnSome('calls a reservation lost that is older than any call takes, and never gives its key again', async () => {
    await open().reserve('k', reservation)
    await age(longestMs)
    const lost = { state: 'lost', answer: { status: 504, mayHaveRun: true, body: { code: 'PROVIDER_TIMEOUT' } } }
    expect(await open().find('k')).toMatchObject(lost)
    expect(await open().reserve('k', reservation)).toMatchObject(lost)
    expect(await open().reserve('k', reservation)).toMatchObject(lost)
  })

  itOnSome('keeps the first conclusion', async () => {
    await keep('k', unknown)
    await open().conclude({ key: 'k' }, notRun)
    expect(await open().find('k')).toMatchObject({ answer: unknown })
  })

  const asking = { question: 'q', service: 'identity', requestId: 'r', key: undefined } as const
  const call = () => open().findCall('q', 'waiting')

  it('gives one of two processes the call for a question, until it has its answer', async () => {
    const second = await place.open()
    const claims = await Promise.all([open().claim(asking), open(second).claim(asking)])
    expect(claims.filter((claim) => claim === undefined)).toHaveLength(1)
    expect(await open(second).findCall('q', 'waiting')).toMatchObject({ state: 'reserved' })
    await open().conclude({ claim: claims.find((claim) => claim !== undefined) }, unknown)
    expect(await open(second).findCall('q', 'waiting')).toMatchObject({ state: 'finished', answer: unknown })
    expect(await open(second).claim(asking)).toBeDefined()
    await second.close()
  })

  it('calls a claim lost that is older than any call takes; who claims after that ends the call of their own alone', async () => {
    const former = await open().claim(asking)
    await age(longestMs)
    expect(await call()).toMatchObject({ state: 'lost', answer: { mayHaveRun: true } })
    const claim = await open().claim(asking)
    expect(claim).toBeDefined()
    await open().conclude({ claim: former }, unknown)
    expect(await call()).toMatchObject({ state: 'reserved' })
    await open().conclude({ claim }, unknown)
    expect(await call()).toMatchObject({ state: 'finished' })
  })

  itOnSome('does not know what became of a claim that is forgotten', async () => {
    expect(await call()).toMatchObject({ state: 'lost', answer: { mayHaveRun: true } })
  })

  it('keeps an answer and what is written alongside together, or neither', async () => {
    await open().reserve('k', reservation)
    const failing = open().conclude({ key: 'k' }, unknown, async ({ db }) => {
      await db.insertInto('people').values({ id: '1', name: 'Ana', name_key: 'ana', created_at: '' }).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await open().find('k')).toMatchObject({ state: 'reserved' })
    expect(await store.db.selectFrom('people').select('id').execute()).toEqual([])
  })

  itOnSome('keeps the answer encrypted', async () => {
    await keep('k', { ...unknown, body: { ...problem, detail: 'Quote 12345678.' } })
    const rows = await store.db.selectFrom('idempotency').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('12345678')
  })
})
