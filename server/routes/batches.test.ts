import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Batch, batchPageSchema, batchSchema, batchStates } from '#shared/api/batch.ts'
import { payoutStates } from '#shared/api/payout.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { findPayouts } from '../entry/payout-rows.ts'
import { setOutcome } from '../outcomes/outcome-rows.ts'
import type { Store } from '../store/store.ts'
import { batchOf } from '../testing/batch-of.ts'
import { enter } from '../testing/payouts.ts'
import { type Place, someStores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const write = (rowsGiven: number | null = null) => ({
  name: 'Salaries of July',
  source: { kind: 'file', name: 'july.xlsx' },
  rowsGiven,
})

describe.each(someStores)('batches on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let store: Store
  let queries = 0
  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment, {
      queryLog: ({ query }) => {
        if (/^select.*"payout(s|_sums)"/.test(query.sql)) queries += 1
      },
    })
    store = await place.open()
  })
  afterAll(async () => {
    await store.close()
    await app.stop()
    await place.remove()
  })

  const begin = async (rowsGiven?: number | null): Promise<Batch> =>
    batchSchema.parse((await app.post('/api/batches', write(rowsGiven))).json)
  const finish = (batch: Batch, refused: number, skipped: number, version = batch.version) =>
    app.post(`/api/batches/${batch.id}/finish`, { refused, skipped }, { 'if-match': `"${version}"` })

  it('POST /api/batches begins a batch that is a draft and has no payouts', async () => {
    const { status, json, headers } = await app.post('/api/batches', write(3))
    expect(status).toBe(201)
    const batch = batchSchema.parse(json)
    expect(batch).toMatchObject({
      ...{ version: 1, name: 'Salaries of July', source: { kind: 'file', name: 'july.xlsx' } },
      ...{ state: 'draft', finishedAt: null, totals: [], actions: ['save', 'finish'] },
      ...{ rows: { given: 3, saved: 0, refused: 0, skipped: 0 }, createdBy: { name: 'Ana Souza' } },
    })
    expect([headers.location, headers.etag]).toEqual([`/api/batches/${batch.id}`, '"1"'])
    expect(batchSchema.parse((await app.get(`/api/batches/${batch.id}`)).json)).toEqual(batch)
  })

  it('a batch counts what was stated of its payouts', async () => {
    const { id, payoutIds } = await batchOf(app, ['Lima', 'Ramos', 'Souza', 'Prado'])
    const [, first = '', second = '', third = ''] = payoutIds
    const stated = { [first]: 'refused', [second]: 'contradicted', [third]: 'refused' } as const
    await store.write(async (tx) => {
      for (const row of await findPayouts(tx.db, Object.keys(stated)))
        await setOutcome(tx, row, stated[row.id] ?? 'paid')
    })
    const found = batchSchema.parse((await app.get(`/api/batches/${id}`)).json)
    expect(found.outcomes).toEqual({ paid: 0, refused: 2, contradicted: 1 })
  })

  it('POST /api/batches begins one batch however often it is sent under a key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const ids = [1, 2].map(async () => batchSchema.parse((await app.post('/api/batches', write(), key)).json).id)
    const [first, second] = await Promise.all(ids)
    expect(first).toBe(second)
    const other = await app.post('/api/batches', write(1), key)
    expect(problemSchema.parse(other.json).code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('the names of a batch and of its file are encrypted in the database, and not in the audit log', async () => {
    const { id } = await begin()
    const rows = await store.db.selectFrom('batches').selectAll().where('id', '=', id).execute()
    const entries = await store.db.selectFrom('audit').selectAll().where('thing_id', '=', id).execute()
    expect(entries).toHaveLength(1)
    expect(JSON.stringify([rows, entries])).not.toMatch(/salaries|july/i)
  })

  it('the audit log names a batch by the name that it has', async () => {
    const { id } = await begin(2)
    const { text } = await app.get(`/api/activity?thing=${id}`)
    expect(JSON.parse(text).items).toMatchObject([
      { action: 'batch.created', thing: { type: 'batch', id, name: 'Salaries of July' }, facts: { given: 2 } },
    ])
  })

  it('a batch is finished once every row is accounted for, by who began it and in the version that they saw', async () => {
    const batch = await begin(5)
    const codeOf = ({ json }: { readonly json: unknown }) => problemSchema.parse(json).code
    expect(problemSchema.parse((await finish(batch, 2, 2)).json)).toMatchObject({
      code: 'FIELDS_INVALID',
      errors: [{ pointer: '#/skipped', code: 'rows_unaccounted', params: { given: 5, saved: 0, sum: 4 } }],
    })
    expect(codeOf(await finish(batch, 2, 3, 7))).toBe('VERSION_CONFLICT')
    const foreign = await app
      .as('Bruno Lima')
      .post(`/api/batches/${batch.id}/finish`, { refused: 5, skipped: 0 }, { 'if-match': '"1"' })
    expect(codeOf(foreign)).toBe('NOT_PERMITTED')
    const finished = batchSchema.parse((await finish(batch, 2, 3)).json)
    expect(finished).toMatchObject({
      version: 2,
      state: 'draft',
      rows: { given: 5, refused: 2, skipped: 3 },
      actions: [],
    })
    expect(finished.finishedAt).not.toBeNull()
    expect(codeOf(await finish(finished, 2, 3))).toBe('STATE_CONFLICT')
  })

  it('a batch with an unknown number of rows has as many as are accounted for', async () => {
    const finished = batchSchema.parse((await finish(await begin(), 2, 3)).json)
    expect(finished.rows).toEqual({ given: 5, saved: 0, refused: 2, skipped: 3 })
  })

  it('the state of a batch follows from its payouts, and lists are filtered by exactly that', async () => {
    const { id } = await begin()
    const payouts = [await enter(app), await enter(app), await enter(app)]
    const states = fc.array(fc.constantFrom(...payoutStates), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(states, fc.boolean(), async (given, isFinished) => {
        await store.write(async ({ db }) => {
          await db
            .updateTable('batches')
            .set({ finished_at: isFinished ? '2026-11-22T00:00:00.000Z' : null })
            .where('id', '=', id)
            .execute()
          for (const [place, payout] of payouts.entries())
            await db
              .updateTable('payouts')
              .set({ batch_id: place < given.length ? id : null, state: given[place] ?? 'draft' })
              .where('id', '=', payout.id)
              .execute()
        })
        const batch = batchSchema.parse((await app.get(`/api/batches/${id}`)).json)
        expect(batch.state).toBe(expectedState(given, isFinished))
        expect(Object.values(batch.counts).reduce((sum, count) => sum + count, 0)).toBe(given.length)
        expect(batch.totals.reduce((sum, { count }) => sum + count, 0)).toBe(given.length)
        const listed = batchStates.map(async (state) => {
          const { items } = batchPageSchema.parse((await app.get(`/api/batches?state=${state}`)).json)
          return items.some((item) => item.id === id && item.state === state) ? [state] : []
        })
        expect((await Promise.all(listed)).flat()).toEqual([batch.state])
      }),
      { numRuns: 30 },
    )
  })

  it('GET /api/batches asks as few queries about the payouts of a page of batches as of one', async () => {
    const asked = async (path: string) => {
      const before = queries
      const { items } = batchPageSchema.parse((await app.get(path)).json)
      return { items, queries: queries - before }
    }
    const { id } = await batchOf(app, ['Lima', 'Ramos'])
    const other = await batchOf(app, ['Souza'])
    const [row] = await findPayouts(store.db, other.payoutIds)
    await store.write((tx) => setOutcome(tx, row!, 'paid'))
    const few = await asked('/api/batches')
    const found = (batchId: string) => few.items.find((item) => item.id === batchId)
    expect(found(id)).toMatchObject({ counts: { draft: 2 }, totals: [{ amount: '201' }], outcomes: { paid: 0 } })
    expect(found(other.id)).toMatchObject({ counts: { draft: 1 }, totals: [{ amount: '100' }], outcomes: { paid: 1 } })
    for (let i = few.items.length; i < 20; i += 1) await begin()
    const many = await asked('/api/batches')
    expect([few.items.length < many.items.length, many.items.length]).toEqual([true, 20])
    expect([few.queries, many.queries]).toEqual([1, 1])
  })

  it('looking at batches again and again, as pages do by themselves, is no use of a session', async () => {
    const vera = app.as('Vera Luz')
    const { id } = await begin()
    await vera.get('/api/batches')
    const { id: personId } = await store.db
      .selectFrom('people')
      .select('id')
      .where('name', '=', 'Vera Luz')
      .executeTakeFirstOrThrow()
    const used = '2026-11-22T00:00:00.000Z'
    const sessions = store.db.selectFrom('sessions').select('last_used_at').where('person_id', '=', personId)
    await store.write(({ db }) =>
      db.updateTable('sessions').set({ last_used_at: used }).where('person_id', '=', personId).execute(),
    )
    for (const path of ['/api/batches', '/api/batches?state=draft', `/api/batches/${id}`]) await vera.get(path)
    // It answers once every use is written.
    await app.post('/api/session/renewal', {})
    expect(await sessions.execute()).toEqual([{ last_used_at: used }])
    await vera.get('/api/sheets')
    await app.post('/api/session/renewal', {})
    expect(await sessions.execute()).not.toEqual([{ last_used_at: used }])
  })

  it('GET /api/batches gives every batch once, page by page, the newest first', async () => {
    for (let i = 0; i < 22; i += 1) await begin()
    const seen: Batch[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { text } = await app.get(`/api/batches${cursor === '' ? '' : `?cursor=${cursor}`}`)
      const { items, nextCursor } = batchPageSchema.parse(JSON.parse(text))
      seen.push(...items)
      cursor = nextCursor
    }
    const keys = seen.map(({ createdAt, id }) => createdAt + id)
    expect(keys).toEqual([...new Set(keys)].sort().reverse())
    const { count } = await store.db
      .selectFrom('batches')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(seen).toHaveLength(count)
  })
})

/** The state of a batch by the states of its payouts, decided apart from the app. */
function expectedState(states: readonly string[], isFinished: boolean): string {
  if (!isFinished || states.length === 0) return 'draft'
  if (states.some((state) => state === 'draft' || state === 'returned')) return 'ready'
  if (states.includes('in_review')) return 'in_review'
  return states.includes('approved') ? 'approved' : 'exported'
}
