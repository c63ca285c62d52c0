import { CompiledQuery, type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { batchSchema } from '#shared/api/batch.ts'
import { nthRow } from '../testing/many-rows.ts'
import { describeOnPostgres } from '../testing/stores.ts'
import { startTestApp } from '../testing/test-app.ts'
import { analyzeGrown } from './postgres-statistics.ts'
import type { Tables } from './schema.ts'

const count = 600
const part = 200
const patience = { timeout: 30_000, interval: 200 }

describeOnPostgres('PostgreSQL before it has gathered statistics by itself', ({ makePlace }) => {
  it('The rows of a batch are found along indexes while it grows', async () => {
    const place = await makePlace()
    const queries = new Map<string, CompiledQuery>()
    const queryLog = ({ query }: { readonly query: CompiledQuery }) => void queries.set(query.sql, query)
    const app = await startTestApp(place.environment, { queryLog })
    const write = { name: 'July', source: { kind: 'api', name: null }, rowsGiven: null }
    const { id } = batchSchema.parse((await app.post('/api/batches', write)).json)
    const save = async (from: number, size: number) => {
      const rows = Array.from({ length: size }, (_, i) => ({ row: from + i, entry: nthRow(from + i), confirmed: [] }))
      // On a machine that has much else to do, a group may take longer than PostgreSQL waits for one.
      await expect.poll(async () => (await app.post(`/api/batches/${id}/rows`, { rows })).status, patience).toBe(200)
    }
    for (let from = 1; from <= count; from += part) await save(from, part)
    const store = await place.open()
    // PostgreSQL counts what has changed after a second or so.
    const known = async () => {
      await analyzeGrown(store.db)
      return await plannedPayouts(store.db)
    }
    await expect.poll(known, patience).toBeGreaterThan(count / 2)
    queries.clear()
    await save(count + 1, 40)
    const looks = [...queries.values()].filter(({ sql: text }) => text.startsWith('select'))
    expect(looks.length).toBeGreaterThan(10)
    const inVain = await store.write(async ({ db }) => {
      // A table of a thousand rows is rightly read as a whole; one of a million is not.
      await sql`set local enable_seqscan = off`.execute(db)
      const steps: string[] = []
      for (const look of looks) steps.push(...(await readInVain(db, look)))
      return steps
    })
    expect(inVain).toEqual([])
    await store.close()
    await app.stop()
    await place.remove()
  })
})

async function plannedPayouts(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select reltuples::integer as count from pg_class where relname = 'payouts'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Steps of a plan that read hundreds of rows for nothing. */
async function readInVain(db: Kysely<Tables>, { sql: text, parameters }: CompiledQuery): Promise<readonly string[]> {
  const asking = CompiledQuery.raw(`explain (analyze, timing off) ${text}`, [...parameters])
  const { rows } = await db.executeQuery<Readonly<Record<string, string>>>(asking)
  const steps = rows.map((row) => row['QUERY PLAN'] ?? '')
  return steps
    .filter((step) => Number(/Rows Removed by Filter: (\d+)/.exec(step)?.[1] ?? 0) > 200)
    .map((step) => `${step}: ${text}`)
}
