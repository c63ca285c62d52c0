/**
 * `npm run bench:people`: how long fifty people wait who send 25 requests a second together, whether or not the ones before are answered, while
 * 20,000 rows are saved beside them: with 100,000 payouts, on SQLite and on PostgreSQL, and how long the event loop stalls. `--data`
 * and `--only` are those of bench:daily, `--rows` and `--seconds` how much of it.
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { batchSchema } from '#shared/api/batch.ts'
import { savedRowsSchema } from '#shared/api/batch-rows.ts'
import { overviewSchema } from '#shared/api/overview.ts'
import type { Payout } from '#shared/api/payout.ts'
import { payoutPageSchema } from '#shared/api/payout-search.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { okay } from '../server/testing/accounts.ts'
import { nthRow } from '../server/testing/many-rows.ts'
import { confirmedWithReason, reveal } from '../server/testing/payouts.ts'
import type { Answer, Visitor } from '../server/testing/test-app.ts'
import { cpuMsOf } from './cpu-of.ts'
import { type DailyDesk, options, withDailyDesks } from './daily-desks.ts'
import { type Line, printPart, quantile, say } from './part.ts'
import { stallsOf } from './stalls.ts'

const people = 50
const perSecond = 25
const rowsAtOnce = 500

/** What one of them does next: answers how long its request took, in ms. */
type Deed = (person: Visitor) => Promise<number>

const lines: Line[] = []

await withDailyDesks(async (desk) => {
  const visitors = Array.from({ length: people }, (_, i) => desk.as(`Person ${letter(i)}`))
  for (const visitor of visitors) okay(await visitor.get('/api/overview'))
  const queue = await inReview(visitors[0] ?? desk.as('Ana Souza'))
  const entry = await freshEntries(desk)
  const deeds = deedsOf(queue, entry)
  const stalls = await stallsOf(desk)
  const [cpuBefore, begun] = [cpuMsOf(desk.pid), performance.now()]
  const batch = { isOver: false, rows: 0, refused: 0 }
  const saving = saveRows(desk, batch, entry)
  const waits: number[] = []
  const failures: string[] = []
  const under: Promise<void>[] = []
  for (let i = 0; performance.now() - begun < Number(options.seconds) * 1_000; i += 1) {
    await wait(Math.max(0, begun + (i * 1_000) / perSecond - performance.now()))
    const [visitor, deed] = [visitors[i % people], deeds[(i * 7) % deeds.length]]
    if (visitor === undefined || deed === undefined) continue
    under.push(
      deed(visitor).then(
        (ms) => void waits.push(ms),
        (error: unknown) => void failures.push(String(error)),
      ),
    )
  }
  await Promise.all(under)
  batch.isOver = true
  await saving
  const seconds = (performance.now() - begun) / 1_000
  const stalled = await stalls()
  const [p50, p99] = [quantile(waits, 0.5), quantile(waits, 0.99)]
  say(
    `${desk.database}: ${waits.length} requests of ${people} people in ${seconds.toFixed(0)} s, ${batch.rows} rows saved beside: ` +
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

/** Names are made of letters. */
function letter(i: number): string {
  return [...String(i)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')
}

/** Payouts that wait for an approval. */
async function inReview(person: Visitor): Promise<Payout[]> {
  const found: Payout[] = []
  for (let cursor: string | null | undefined; cursor !== null && found.length < 1_000; ) {
    const search = { state: 'in_review', toReview: true, limit: 100, ...(cursor === undefined ? {} : { cursor }) }
    const page: ReturnType<typeof payoutPageSchema.parse> = payoutPageSchema.parse(
      okay(await person.post('/api/payout-searches', search)),
    )
    found.push(...page.items)
    cursor = page.nextCursor
  }
  return found
}

/**
 * Returns entries that no earlier run has entered, as the same payee entered again is refused with a warning. Each run enters at most as
 * many as it adds payouts, so all numbers of earlier runs are below twice their count.
 */
async function freshEntries({ as }: DailyDesk): Promise<() => RawEntry> {
  const { payouts } = overviewSchema.parse(okay(await as('Ana Souza').get('/api/overview')))
  let next = 2 * Object.values(payouts).reduce((sum, count) => sum + count, 0)
  return () => {
    next += 1
    return nthRow(next)
  }
}

/** As often as each comes in a day, more or less: three of four requests read. */
function deedsOf(queue: Payout[], entry: () => RawEntry): readonly Deed[] {
  const enter: Deed = (person) => {
    const write = { entry: entry(), confirmed: [], submit: false }
    return timed(() => person.post('/api/payouts', write, { 'idempotency-key': randomUUID() }))
  }
  const approve: Deed = async (person) => {
    const { version, requestHash, warningsHash, warnings, id } = await next(person, queue)
    const approval = { requestHash, warningsHash, confirmed: confirmedWithReason(warnings) }
    return timed(() => person.post(`/api/payouts/${id}/approve`, approval, { 'if-match': `"${version}"` }))
  }
  const search =
    (body: object): Deed =>
    (person) =>
      timed(() => person.post('/api/payout-searches', body))
  const get =
    (path: string): Deed =>
    (person) =>
      timed(() => person.get(path))
  const overview = get('/api/overview')
  const book: Deed = (person) =>
    timed(() => person.post('/api/beneficiary-searches', { text: 'maria', status: 'active' }))
  const one: Deed = (person) => timed(() => person.get(`/api/payouts/${queue.at(-1)?.id}`))
  const queued = search({ toReview: true, state: 'in_review', alone: true })
  return [
    ...[enter, overview, search({}), approve, one, queued, search({ state: 'draft' }), book],
    ...[overview, enter, search({ text: 'INV-54321' }), one, overview, search({ country: 'CO' }), approve, one],
  ]
}

/** Reveals a payout for the next person who looks at it. */
async function next(person: Visitor, queue: Payout[]) {
  const id = queue.shift()?.id ?? ''
  return { id, ...(await reveal(person, id)) }
}

async function timed(request: () => Promise<Answer>): Promise<number> {
  const begun = performance.now()
  okay(await request())
  return performance.now() - begun
}

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
