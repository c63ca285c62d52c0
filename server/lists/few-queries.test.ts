import { expect, it } from 'vitest'
import { batchSchema } from '#shared/api/batch.ts'
import { savedRowsSchema } from '#shared/api/batch-rows.ts'
import { okay } from '../testing/accounts.ts'
import { actIn, beginAct, listOf, lookThrough, runAct } from '../testing/batch-review.ts'
import { nthRow } from '../testing/many-rows.ts'
import { someStores } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'

const count = 240

it.each(someStores)(
  'An act on $name asks the database less often than it has payouts, also as it is undone',
  async ({ makePlace }) => {
    const place = await makePlace()
    let statements = 0
    const app = await startTestApp(place.environment, {
      queryLog: () => {
        statements += 1
      },
    })
    const bruno = app.as('Bruno Lima')
    const key = () => ({ 'idempotency-key': crypto.randomUUID() })
    const write = { name: 'July', source: { kind: 'api', name: null }, rowsGiven: count }
    const batch = batchSchema.parse(okay(await app.post('/api/batches', write)))
    const rows = Array.from({ length: count }, (_, i) => ({ row: i + 1, entry: nthRow(i), confirmed: [] }))
    const saved = savedRowsSchema.parse(okay(await app.post(`/api/batches/${batch.id}/rows`, { rows }, key()))).rows
    const payouts = saved.flatMap((row) => ('payout' in row ? { ...row.payout, confirmed: [] } : []))
    okay(await app.post(`/api/batches/${batch.id}/submit`, { payouts }, key()))
    const { lines } = await lookThrough(bruno, batch.id)
    statements = 0
    const { id } = actIn(await beginAct(bruno, batch.id, listOf(lines)))
    expect(await runAct(bruno, id)).toMatchObject({ approved: count, refusedCount: 0 })
    expect(statements).toBeGreaterThan(0)
    expect(statements).toBeLessThan(count)
    okay(await bruno.post(`/api/batch-approvals/${id}/undo`, {}))
    statements = 0
    expect(await runAct(bruno, id)).toMatchObject({ state: 'undone', approved: 0, refusedCount: 0 })
    expect(statements).toBeGreaterThan(0)
    expect(statements).toBeLessThan(count)
    await app.stop()
    await place.remove()
  },
)
