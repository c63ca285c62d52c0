import { expect, it } from 'vitest'
import { batchSchema } from '#shared/api/batch.ts'
import { savedRowsSchema } from '#shared/api/batch-rows.ts'
import { changed, payoutWrite, sampleNamed } from '../testing/payouts.ts'
import { stores } from '../testing/stores.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

it.each(stores)(
  'Two servers on $name let a person have no payout more that is not sent than one',
  async ({ makePlace }) => {
    const place = await makePlace()
    const start = () => startTestApp({ ...place.environment, UNSENT_PAYOUTS: '40' })
    const [one, other] = [await start(), await start()]
    const source = { kind: 'api', name: null }
    const batch = await one.post('/api/batches', { name: 'Drafts', source, rowsGiven: null })
    const { id } = batchSchema.parse(batch.json)
    let rows = 0
    const save = async (app: TestApp, count: number) => {
      const given = Array.from({ length: count }, () => rowOf(++rows))
      const key = { 'idempotency-key': crypto.randomUUID() }
      const { status, json } = await app.post(`/api/batches/${id}/rows`, { rows: given }, key)
      return status < 300 ? savedRowsSchema.parse(json).rows.length : json
    }
    expect(await save(one, 38)).toBe(38)
    expect(await save(one, 1)).toBe(1)
    expect(await save(other, 1)).toBe(1)
    const full = { code: 'TOO_MANY_UNSENT', params: { most: 40 } }
    expect(await save(one, 1)).toMatchObject(full)
    expect(await save(other, 1)).toMatchObject(full)
    await one.stop()
    await other.stop()
    await place.remove()
  },
)

/** A payout to another person each time. */
function rowOf(row: number) {
  const numbers = { documentNumber: String(41_000_000 + row), accountNumber: String(1_000_000_000 + row) }
  return { row, entry: changed(payoutWrite(sampleNamed('Kenya')), numbers).entry, confirmed: [] }
}
