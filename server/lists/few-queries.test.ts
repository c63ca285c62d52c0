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
  'An act on $name asks the database nothing for each of its payouts, also as it is undone',
  async ({ makePlace }) => {
    const place = await makePlace()
    const statements = new Map<string, number>()
    const app = await startTestApp(place.environment, {
      queryLog: ({ query: { sql } }) => void statements.set(sql, (statements.get(sql) ?? 0) + 1),
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
    statements.clear()
    const { id } = actIn(await beginAct(bruno, batch.id, listOf(lines)))
    expect(await runAct(bruno, id)).toMatchObject({ succeeded: count, refused: 0 })
    expect(statements.size).toBeGreaterThan(0)
    // Pieces follow the clock, so there are more of them on a busy machine; what is asked for each payout is asked as often as there are.
    expect(Math.max(...statements.values())).toBeLessThan(count / 3)
    statements.clear()
    okay(await bruno.post(`/api/jobs/${id}/undo`, {}))
    expect(await runAct(bruno, id)).toMatchObject({ state: 'undone', succeeded: 0, refused: 0 })
    expect(statements.size).toBeGreaterThan(0)
    // Pieces follow the clock, so there are more of them on a busy machine; what is asked for each payout is asked as often as there are.
    expect(Math.max(...statements.values())).toBeLessThan(count / 3)
    await app.stop()
    await place.remove()
  },
)
