import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { previewPayout } from '#shared/payout/preview.ts'
import { requestsFromCsv } from '#shared/payout/request-csv.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { type DeskUnderTest, startDeskUnderTest, type Visitor } from '../testing/desk-under-test.ts'
import { approve, enter, payoutIn, payoutWrite, reveal, step } from '../testing/payouts.ts'
import { type Place, stores } from '../testing/stores.ts'

describe.each(stores)('The journey of a payout, on $name', ({ makePlace }) => {
  let place: Place
  let desk: DeskUnderTest
  let ana: Visitor
  let bruno: Visitor

  beforeAll(async () => {
    place = await makePlace()
    desk = await startDeskUnderTest(place.environment)
    ana = desk
    bruno = desk.as('Bruno Lima')
  })

  afterAll(async () => {
    await desk.stop()
    await place.remove()
  })

  async function fileOf(payoutIds: readonly string[], format: 'json' | 'jsonl' | 'csv'): Promise<string> {
    const made = await ana.post('/api/exports', { payoutIds, format, again: false })
    expect(made.status).toBe(201)
    return (await ana.get(`${made.headers.location}?format=${format}`)).text
  }

  const readers = {
    json: (text: string): unknown => JSON.parse(text),
    jsonl: (text: string): unknown =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    csv: (text: string): unknown => {
      const reading = requestsFromCsv(text)
      return reading.ok ? reading.value : reading.faults
    },
  }

  it.each(['json', 'jsonl', 'csv'] as const)(
    'ends with a %s file that is exactly the requests, for the sample of each country and method',
    async (format) => {
      const ids: string[] = []
      const expected: PayoutRequest[] = []
      for (const sample of sampleEntries) {
        const draft = await enter(ana, payoutWrite(sample))
        expect(draft).toMatchObject({ state: 'draft', version: 1, acts: ['edit', 'submit', 'delete'] })
        const sent = payoutIn(await step(ana, draft, 'submit'))
        expect(sent).toMatchObject({ state: 'in_review', whyNotApprove: expect.stringContaining('somebody else') })
        const { requestHash, version, request } = await reveal(ana, draft.id)
        expect(await step(ana, { id: draft.id, version }, 'approve', { requestHash })).toMatchObject({
          status: 403,
          json: { code: 'OWN_ENTRY' },
        })
        expect(await approve(bruno, draft)).toMatchObject({ state: 'approved', decidedBy: { name: 'Bruno Lima' } })
        const reading = previewPayout({ ...sample.entry, externalReference: draft.externalReference })
        expect(reading).toMatchObject({ ok: true, value: { request } })
        expected.push(request)
        ids.push(draft.id)
      }
      expect(readers[format](await fileOf(ids, format))).toEqual(expected)
      const { json } = await ana.get(`/api/payouts/${ids[0]}`)
      expect(json).toMatchObject({ state: 'exported', exportedAt: expect.any(String) })
    },
  )
})
