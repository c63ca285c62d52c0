/**
 * `npm run bench:session`: how much of a request's CPU time is the look-up of the person, with accounts: the session's row, its MAC and the
 * MAC of its person, and their rights. Two servers over one database take the same load in turns, in one run; one of them remembers the
 * result for each token. Ends with 1 where the look-up takes more than 0.15 of a page of payouts or of a validation without it.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Pool } from 'undici'
import * as z from 'zod/mini'
import { fieldOf, isFieldName } from '#shared/payout/fields.ts'
import { sampleEntries } from '#shared/testing/sample-entries.ts'
import { findPostgres } from '../bin/find-postgres.mjs'
import { startPostgres } from '../scripts/postgres.mjs'
import { sessionCookieName } from '../server/http/cookies.ts'
import { createLog } from '../server/kernel/log.ts'
import { createSessions } from '../server/people/sessions.ts'
import { readConfig } from '../server/settings/config.ts'
import { openStore } from '../server/store/open-store.ts'
import { memberSession } from '../server/testing/members.ts'
import { staffOf } from '../server/testing/staff.ts'

const most = 0.15
const rounds = 7
const requestsInRound = 300
const concurrency = 16
const outDirectory = 'node_modules/.cache/bench'

const readySchema = z.object({ url: z.string() })
const cpuSchema = z.object({ cpuMicros: z.number() })

/** A request that is sent over and over; each time with a new body. */
interface Asked {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: () => unknown
  /** Whether the limit holds for it; the others are shown beside: one row by its key costs what the look-up itself costs. */
  readonly isHeld: boolean
}

interface Subject {
  readonly url: string
  cpuMicros(): Promise<number>
  end(): void
}

type Environment = Readonly<Record<string, string>>

/** Bundled as `npm run build` bundles the server: tsx would make every closure pay for its name. */
async function bundle(): Promise<void> {
  await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: ['bench/upstream.ts', 'bench/session-app.ts'],
    outdir: outDirectory,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  })
}

async function start(role: string, environment: Environment = {}): Promise<Subject> {
  const child = fork(new URL(`../${outDirectory}/${role}.js`, import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('A process of the bench has ended.')))
  failed.catch(() => {})
  const answer = async () => {
    const [message] = await Promise.race([once(child, 'message'), failed])
    return message
  }
  const { url } = readySchema.parse(await answer())
  const cpuMicros = async () => {
    child.send('cpu')
    return cpuSchema.parse(await answer()).cpuMicros
  }
  return { url, cpuMicros, end: () => child.kill('SIGKILL') }
}

/** A clerk with a session, and fifty payouts of theirs to many countries, entered as the app enters them. */
async function fill(environment: Environment): Promise<{ readonly token: string; readonly payoutId: string }> {
  const config = readConfig(environment)
  const store = await openStore(config.data, () => new Date())
  const token = await memberSession(store, config, { name: 'Ana Souza', roles: ['viewer', 'clerk'] })
  const sessions = createSessions(store, config.signIn, config.sessionLife, createLog('silent'))
  const checked = await sessions.check(token)
  if (!('person' in checked)) throw new Error('The session does not hold.')
  const staff = staffOf(store)
  let payoutId = ''
  for (let turn = 0; turn < 50; turn += 1) {
    const { entry, method, country } = sampleEntries[turn % sampleEntries.length] ?? sampleEntries[0] ?? noSamples()
    const given = Object.entries({ country: country.code, method: method.id, ...entry })
    const isOfPayment = (field: string) => isFieldName(field) && fieldOf(field).of === 'payment'
    const beneficiary = Object.fromEntries(given.filter(([field]) => !isOfPayment(field)))
    const payment = Object.fromEntries(given.filter(([field]) => isOfPayment(field)))
    payoutId = (await staff.pay(checked.person, await staff.save(checked.person, beneficiary), payment)).id
  }
  await sessions.settled()
  await store.close()
  return { token, payoutId }
}

function noSamples(): never {
  throw new Error('There are no samples.')
}

/** Sends one round and gives the CPU time of the server for each request. */
async function round(subject: Subject, { method, path, body }: Asked, token: string): Promise<number> {
  const pool = new Pool(subject.url, { connections: concurrency })
  const cookie = `${sessionCookieName(new URL(subject.url).host)}=${token}`
  const before = await subject.cpuMicros()
  let left = requestsInRound
  const work = async () => {
    while (left > 0) {
      left -= 1
      const sent = body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      const message = { method, path, headers: { cookie, ...sent } }
      const answer = await pool.request(body ? { ...message, body: JSON.stringify(body()) } : message)
      const text = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const spent = (await subject.cpuMicros()) - before
  await pool.close()
  return spent / requestsInRound
}

/** Measures each request at both servers in turns; answers whether the limit holds. */
async function measure(name: string, settings: Environment): Promise<boolean> {
  const { token, payoutId } = await fill(settings)
  const [whole, stubbed] = [
    await start('session-app', settings),
    await start('session-app', { ...settings, BENCH_STUB: 'yes' }),
  ]
  const asked: readonly Asked[] = [
    {
      name: 'a page of 50 payouts',
      method: 'POST',
      path: '/api/payout-searches',
      body: () => ({ limit: 50 }),
      isHeld: true,
    },
    { name: 'a validation', method: 'POST', path: '/api/identity-validations', body: anyPerson, isHeld: true },
    { name: 'one payout', method: 'GET', path: `/api/payouts/${payoutId}`, isHeld: false },
    { name: 'the names of banks', method: 'GET', path: '/api/bank-names', isHeld: false },
  ]
  let holds = true
  for (const request of asked) {
    for (const subject of [whole, stubbed]) await round(subject, request, token)
    const costs: Readonly<Record<'whole' | 'stubbed', number[]>> = { whole: [], stubbed: [] }
    for (let turn = 0; turn < rounds; turn += 1) {
      // Who comes first changes, as the machine may be warmer or busier for the next.
      const order = turn % 2 === 0 ? (['whole', 'stubbed'] as const) : (['stubbed', 'whole'] as const)
      for (const which of order) costs[which].push(await round(which === 'whole' ? whole : stubbed, request, token))
    }
    const share = median(costs.whole) / median(costs.stubbed) - 1
    const verdict = !request.isHeld ? 'not held to it' : share <= most ? 'held' : `over ${most}`
    process.stdout.write(
      `${name}, ${request.name}: ${median(costs.whole).toFixed(0)} µs of CPU, ${median(costs.stubbed).toFixed(0)} without the look-up: ${share.toFixed(3)} (${verdict})\n`,
    )
    holds &&= !request.isHeld || share <= most
  }
  for (const subject of [whole, stubbed]) subject.end()
  return holds
}

/** No two alike, as equal validations share one call. */
function anyPerson() {
  const documentNumber = String(10_000_000 + Math.floor(Math.random() * 89_999_999))
  return { country: 'AR', firstName: 'Ana', lastName: 'Prueba', documentType: 'DNI', documentNumber }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

await bundle()
const upstream = await start('upstream')
const data = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
const common = {
  SIGN_IN: 'accounts',
  PROVIDER_BASE_URL: upstream.url,
  PROVIDER_SHOP_ID: '4711',
  PROVIDER_API_TOKEN: 'token',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const holds = [await measure('SQLite', { ...common, DATA_DIR: join(data, 'sqlite') })]
const programs = findPostgres()
if (programs === undefined) process.stdout.write('PostgreSQL: there is none on this machine\n')
else {
  const postgres = await startPostgres(programs)
  holds.push(await measure('PostgreSQL', { ...common, DATA_DIR: join(data, 'postgres'), DATABASE_URL: postgres.url }))
  await postgres.stop()
}
upstream.end()
rmSync(data, { recursive: true, force: true })
process.exitCode = holds.every(Boolean) ? 0 : 1
