/**
 * `npm run bench:batch`: how long it takes to save 20,000 rows of five countries by a job, as a page gives them, to send them to
 * review, to look through them there and to approve them by one act; and how long another person's list, page and save take meanwhile, on SQLite
 * and on PostgreSQL. The server runs in a process of its own, bundled as `npm run build` bundles it. With a number, so many rows; with the name
 * of a database after it, on that alone.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Agent } from 'undici'
import * as z from 'zod/mini'
import { batchSchema } from '#shared/api/batch.ts'
import { type ListJob, listJobSchema, newestJobSchema } from '#shared/api/list-job.ts'
import { findPostgres } from '../bin/find-postgres.mjs'
import { startPostgres } from '../scripts/postgres.mjs'
import { okay } from '../server/testing/accounts.ts'
import { approveList, type Listed, listOf, lookThrough } from '../server/testing/batch-review.ts'
import { nthRow } from '../server/testing/many-rows.ts'
import { type Visitor, visitor } from '../server/testing/test-app.ts'
import { stallsOf } from './stalls.ts'

const [given, only] = process.argv.slice(2)
const count = Number(given ?? 20_000)
const rowsAtOnce = 500
const lookEveryMs = 200
const outDirectory = 'node_modules/.cache/bench'

type Environment = Readonly<Record<string, string>>

async function onPostgres(): Promise<void> {
  const programs = findPostgres()
  if (programs === undefined) return void process.stdout.write('PostgreSQL: there is none on this machine\n')
  const postgres = await startPostgres(programs)
  await measure('PostgreSQL', { DATABASE_URL: postgres.url, DATA_KEY: randomBytes(32).toString('base64') })
  await postgres.stop()
}

async function measure(name: string, environment: Environment): Promise<void> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
  const child = fork(new URL(`../${outDirectory}/app.js`, import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'silent', DATA_DIR: dataDirectory, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const [message] = await once(child, 'message')
  const { url } = z.object({ url: z.string() }).parse(message)
  const agent = new Agent({ connections: 8 })
  const [maker, other, reviewer] = ['Ana Souza', 'Bea Lima', 'Caio Reis'].map((who) => visitor(agent, url, who))
  if (maker === undefined || other === undefined || reviewer === undefined) throw new Error('There are three of them.')
  const desk = { as: (who: string) => visitor(agent, url, who) }
  const time = async (what: string, work: () => Promise<void>) => {
    const stalls = await stallsOf(desk)
    report(name, what, await timed(child, other, work))
    process.stdout.write(
      `  stalls of the event loop by the most ms that each took: ${JSON.stringify(await stalls())}\n`,
    )
  }
  const batch = batchSchema.parse(okay(await maker.post('/api/batches', { name: 'Bench', source, rowsGiven: count })))
  const over = async (kind: ListJob['kind']) => {
    for (let isOver = false; !isOver; await wait(lookEveryMs)) {
      const answer = okay(await maker.get(`/api/jobs?kind=${kind}&batchId=${batch.id}`))
      const { job } = newestJobSchema.parse(answer)
      if (job === null || job.refused > 0 || job.problem !== null) throw new Error(JSON.stringify(job))
      isOver = job.state === 'done'
    }
  }
  await time('saved', async () => {
    let jobId: string | undefined
    for (let from = 0; from < count; from += rowsAtOnce) {
      const rows = partOf(from, (i) => ({ row: i + 1, entry: nthRow(i), confirmed: [] }))
      const list = { from, count, jobId }
      const answer = okay(await maker.post('/api/row-jobs', { batchId: batch.id, list, rows }, key()))
      jobId = listJobSchema.parse(answer).id
    }
    await over('rows')
  })
  await time('sent to review', async () => {
    okay(await maker.post('/api/act-jobs', { act: 'submit', batchId: batch.id, list: { from: 0, count } }, key()))
    await over('acts')
  })
  const begun = performance.now()
  okay(await maker.get(`/api/batches/${batch.id}`))
  process.stdout.write(`${name}: one batch is answered in ${(performance.now() - begun).toFixed(0)} ms\n`)
  let list: readonly Listed[] = []
  await time('looked through', async () => {
    list = listOf((await lookThrough(reviewer, batch.id)).lines)
  })
  await time('approved', async () => {
    const act = await approveList(reviewer, batch.id, list)
    if (act.succeeded < count) throw new Error(JSON.stringify(act.refusals[0]))
  })
  await agent.close()
  child.kill('SIGKILL')
  await once(child, 'exit')
  rmSync(dataDirectory, { recursive: true })
}

const source = { kind: 'api', name: null } as const

function key(): Environment {
  return { 'idempotency-key': randomUUID() }
}

function partOf<Item>(from: number, make: (i: number) => Item): readonly Item[] {
  return Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, i) => make(from + i))
}

interface Timing {
  readonly seconds: number
  readonly cpuSeconds: number
  /** How long others waited, in ms, the shortest wait first. */
  readonly waits: readonly number[]
}

/** Does the work while another person works too. */
async function timed(child: ChildProcess, other: Visitor, work: () => Promise<void>): Promise<Timing> {
  const cpuBefore = await cpuMicros(child)
  const begun = performance.now()
  const waits: number[] = []
  const state = { isDone: false }
  const others = (async () => {
    for (let turn = 0; !state.isDone; turn += 1) {
      const asked = performance.now()
      await requests[turn % requests.length]?.(other)
      waits.push(performance.now() - asked)
    }
  })()
  await work()
  const seconds = (performance.now() - begun) / 1000
  state.isDone = true
  await others
  const cpuSeconds = ((await cpuMicros(child)) - cpuBefore) / 1_000_000
  return { seconds, cpuSeconds, waits: waits.toSorted((a, b) => a - b) }
}

/** Each of another reference. */
const entered = { count: 0 }

/** What the other person does meanwhile. */
const requests: readonly ((other: Visitor) => Promise<unknown>)[] = [
  async (other) => okay(await other.post('/api/payout-searches', {})),
  async (other) => okay(await other.get('/api/overview')),
  async (other) => {
    entered.count += 1
    const entry = nthRow(1_000_000 + entered.count)
    return okay(await other.post('/api/payouts', { entry, confirmed: [], submit: false }))
  },
]

async function cpuMicros(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [message] = await once(child, 'message')
  return z.object({ cpuMicros: z.number() }).parse(message).cpuMicros
}

function report(name: string, what: string, { seconds, cpuSeconds, waits }: Timing): void {
  const at = (part: number) => (waits[Math.floor(waits.length * part)] ?? Number.NaN).toFixed(0)
  process.stdout.write(
    `${name}: ${count.toLocaleString('en')} rows ${what} in ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of the server’s CPU); ` +
      `${waits.length} requests of others meanwhile: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; load of the machine ${loadavg()[0]?.toFixed(1)}\n`,
  )
}

await build({
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  entryPoints: ['bench/app.ts'],
  outdir: outDirectory,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
})
if (only !== 'postgresql') await measure('SQLite', {})
if (only !== 'sqlite') await onPostgres()
