import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportPageSchema } from '#shared/api/export.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import { previewPayout } from '#shared/payout/read-entry.ts'
import { requestsFromCsv } from '#shared/payout/testing/read-request-csv.ts'
import { differingSamples } from '#shared/testing/runs.ts'
import { approve, enter, payoutIn, payoutWrite, reveal, step } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts'

const samples = differingSamples()

describe.each(stores)('The journey of a payout, on $name', ({ makePlace }) => {
  let place: Place
  let app: TestApp
  let ana: Visitor
  let bruno: Visitor

  beforeAll(async () => {
    place = await makePlace()
    app = await startTestApp(place.environment)
    ana = app
    bruno = app.as('Bruno Lima')
  })

  afterAll(async () => {
    await app.stop()
    await place.remove()
  })

  const readers = {
    json: (text: string): unknown => JSON.parse(text),
    jsonl: (text: string): unknown =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    csv: requestsFromCsv,
  }

  it('ends with a file of each format that is exactly the requests, for the sample of each country and method', async () => {
    const ids: string[] = []
    const expected: PayoutRequest[] = []
    for (const sample of samples) {
      const draft = await enter(ana, payoutWrite(sample))
      expect(draft).toMatchObject({ state: 'draft', version: 1, actions: ['edit', 'submit', 'delete'] })
      const sent = payoutIn(await step(ana, draft, 'submit'))
      expect(sent).toMatchObject({ state: 'in_review', whyNotApprove: { params: { why: 'payout' } } })
      const { requestHash, warningsHash, version, request } = await reveal(ana, draft.id)
      expect(
        await step(ana, { id: draft.id, version }, 'approve', { requestHash, warningsHash, confirmed: [] }),
      ).toMatchObject({
        status: 403,
        json: { code: 'OWN_ENTRY' },
      })
      expect(await approve(bruno, draft)).toMatchObject({ state: 'approved', decidedBy: { name: 'Bruno Lima' } })
      const reading = previewPayout({ ...sample.entry, externalReference: draft.externalReference })
      expect(reading).toMatchObject({ ok: true, value: { request } })
      expected.push(request)
      ids.push(draft.id)
    }
    const made = await ana.post('/api/exports', { payoutIds: ids, format: 'json', again: false })
    expect(made.status).toBe(201)
    for (const [format, read] of Object.entries(readers)) {
      const { text } = await ana.get(`${made.headers.location}?format=${format}`)
      expect(read(text), format).toEqual(expected)
    }
    const { json } = await ana.get(`/api/payouts/${ids[0]}`)
    expect(json).toMatchObject({ state: 'exported', exportedAt: expect.any(String) })
  })

  it('is found, counted and paged through on the way', async () => {
    const carla = app.as('Carla Dias')
    const waiting = payoutIn(await step(carla, await enter(carla), 'submit'))
    const search = async (person: Visitor, body: object) =>
      payoutPageSchema.parse((await person.post('/api/payout-searches', body)).json)
    expect((await search(ana, { toReview: true })).items).toMatchObject([
      { id: waiting.id, actions: ['edit', 'withdraw', 'approve', 'return'] },
    ])
    expect((await search(carla, { toReview: true })).items).toEqual([])
    expect((await ana.get('/api/overview')).json).toMatchObject({ toReview: 1, payouts: { in_review: 1 } })
    const found = await search(ana, { text: waiting.externalReference.toLowerCase() })
    expect(found.items.map(({ id }) => id)).toEqual([waiting.id])
    const first = await search(ana, { text: 'souza pen', limit: 2 })
    const second = await search(ana, {
      text: 'souza pen',
      limit: 2,
      ...(first.nextCursor && { cursor: first.nextCursor }),
    })
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(4)
    expect(first.items[0]?.id).toBe(waiting.id)
    const exports = exportPageSchema.parse((await ana.get('/api/exports')).json)
    expect(exports.items.map(({ count }) => count)).toEqual([samples.length])
  })
})
