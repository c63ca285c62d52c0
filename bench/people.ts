/**
 * `npm run bench:people`: how long fifty people wait who send 25 requests a second together, whether or not the ones before are answered, while
 * 20,000 rows are saved beside them: with 100,000 payouts, on SQLite and on PostgreSQL, and how long the event loop stalls. `--data`
 * and `--only` are those of bench:daily, `--rows` and `--seconds` how much of it.
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { batchSchema } from '#shared/api/batch.ts'
import { savedRowsSchema } from '#shared/api/batch-rows.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { okay } from '../server/testing/accounts.ts'
import { cpuMsOf } from './cpu-of.ts'
import { type DailyDesk, options, withDailyDesks } from './daily-desks.ts'
import { fiftyPeople, freshEntries } from './fifty-people.ts'
import { type Line, printPart, quantile, say } from './part.ts'
import { stallsOf } from './stalls.ts'

const rowsAtOnce = 500

const lines: Line[] = []

await withDailyDesks(async (desk) => {
  const entry = await freshEntries(desk)
  const work = await fiftyPeople(desk, entry)
  const stalls = await stallsOf(desk)
  const [cpuBefore, begun] = [cpuMsOf(desk.pid), performance.now()]
  const batch = { isOver: false, rows: 0, refused: 0 }
  const saving = saveRows(desk, batch, entry)
  const { waits, failures } = await work(Number(options.seconds))
  batch.isOver = true
  await saving
  const seconds = (performance.now() - begun) / 1_000
  const stalled = await stalls()
  const [p50, p99] = [quantile(waits, 0.5), quantile(waits, 0.99)]
  say(
    `${desk.database}: ${waits.length} requests of fifty people in ${seconds.toFixed(0)} s, ${batch.rows} rows saved beside: ` +
      `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${failures.length} requests and ${batch.refused} rows failed; ${((cpuMsOf(desk.pid) - cpuBefore) / 1_000).toFixed(1)} s of the server’s CPU; ` +
      `stalls of the event loop, times by ms: ${JSON.stringify(stalled)}; load of the machine ${loadavg()[0]?.toFixed(1)}\n${failures.slice(0, 3).join('\n')}`,
  )
  const long = Object.entries(stalled).reduce((sum, [ms, times]) => (Number(ms) <= 50 ? sum : sum + times), 0)
  const note = `${waits.length} requests in ${seconds.toFixed(0)} s, ${batch.rows} rows saved beside`
  lines.push(
    { what: `fifty people, ${desk.database}`, unit: 'ms, p50', ours: p50, note },
    { what: `fifty people, ${desk.database}`, unit: 'ms, p99', ours: p99, goal: { most: 400 } },
    {
      what: `requests and rows that failed meanwhile, ${desk.database}`,
      unit: 'times',
      ours: failures.length + batch.refused,
      goal: { most: 0 },
    },
    {
      what: `stalls of the event loop over 50 ms meanwhile, ${desk.database}`,
      unit: 'times',
      ours: long,
      goal: { most: 0 },
    },
  )
})

printPart(lines)

/** A file of rows is saved, for as long as the others work. */
async function saveRows(
  desk: DailyDesk,
  batch: { isOver: boolean; rows: number; refused: number },
  entry: () => RawEntry,
): Promise<void> {
  const clerk = desk.as('Ana Souza')
  const write = { name: 'Beside', source: { kind: 'api', name: null }, rowsGiven: null }
  const { id } = batchSchema.parse(okay(await clerk.post('/api/batches', write, { 'idempotency-key': randomUUID() })))
  for (let from = 0; from < Number(options.rows) && !batch.isOver; from += rowsAtOnce) {
    const rows = Array.from({ length: rowsAtOnce }, (_, i) => ({
      row: from + i + 1,
      entry: entry(),
      confirmed: [],
    }))
    const answer = okay(await clerk.post(`/api/batches/${id}/rows`, { rows }, { 'idempotency-key': randomUUID() }))
    const saved = savedRowsSchema.parse(answer).rows
    batch.refused += saved.filter((row) => 'problem' in row).length
    batch.rows = from + saved.length - batch.refused
  }
}
