/**
 * A part of `npm run bench`: the CPU time that the server spends on one validation, asked and answered with everything saved, beside its
 * peers: a bare request by Node or by Express 5, and the floor, which is that request with the same rows written by hand to the same kind
 * of database. All take the same load in turns, in one run. Ends with a line of JSON for `npm run bench`.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Client } from 'pg'
import { Pool } from 'undici'
import * as z from 'zod/mini'
import { findPostgres } from '../bin/find-postgres.mjs'
import { startPostgres } from '../scripts/postgres.mjs'

const rounds = 5
const requestsInRound = 2_000
const concurrency = 16
const outDirectory = 'node_modules/.cache/bench'

const readySchema = z.object({ url: z.string() })
const cpuSchema = z.object({ cpuMicros: z.number() })

type Environment = Readonly<Record<string, string>>

interface Subject {
  readonly name: string
  readonly url: string
  cpuMicros(): Promise<number>
  end(): void
}

/** Bundled as `npm run build` bundles the server: tsx would make every closure pay for its name. */
async function bundle(): Promise<void> {
  await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: ['upstream', 'raw-round-trip', 'bare-round-trip', 'app'].map((role) => `bench/${role}.ts`),
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

const children: ChildProcess[] = []
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

async function start(name: string, role: string, environment: Environment = {}): Promise<Subject> {
  const child = fork(new URL(`../${outDirectory}/${role}.js`, import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${name} has ended.`)))
  failed.catch(() => {})
  const { url } = readySchema.parse(await answerOf(child, failed))
  const cpuMicros = async () => {
    child.send('cpu')
    return cpuSchema.parse(await answerOf(child, failed)).cpuMicros
  }
  return { name, url, cpuMicros, end: () => child.kill('SIGKILL') }
}

async function answerOf(child: ChildProcess, failed: Promise<never>): Promise<unknown> {
  const [message] = await Promise.race([once(child, 'message'), failed])
  return message
}

/** Sends one round of validations, no two alike, and gives the CPU time for each. */
async function round(subject: Subject): Promise<number> {
  const pool = new Pool(subject.url, { connections: concurrency })
  const cookie = await signIn(pool)
  const before = await subject.cpuMicros()
  let left = requestsInRound
  const work = async () => {
    while (left > 0) {
      left -= 1
      const { statusCode, body } = await pool.request({
        path: '/api/identity-validations',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie },
        body: validation(),
      })
      const text = await body.text()
      if (statusCode !== 200 || !text.includes('OK')) throw new Error(`${subject.name}: ${statusCode} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const spent = (await subject.cpuMicros()) - before
  await pool.close()
  return spent / requestsInRound
}

function validation(): string {
  const documentNumber = String(10_000_000 + Math.floor(Math.random() * 89_999_999))
  return JSON.stringify({ country: 'AR', firstName: 'Ana', lastName: 'Prueba', documentType: 'DNI', documentNumber })
}

/** The cookie of one person; the bare server has none to give. */
async function signIn(pool: Pool): Promise<string> {
  const { headers, body } = await pool.request({
    path: '/api/session',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ana Souza' }),
  })
  await body.dump()
  return String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
}

/** Lets all take the load in turns; answers the middle of each, in microseconds. */
async function measure(subjects: readonly Subject[]): Promise<readonly number[]> {
  const spent = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]))
  for (const subject of subjects) await round(subject)
  for (let turn = 0; turn < rounds; turn += 1) {
    // Who comes first changes, as the machine may be warmer or busier for the next.
    const order = subjects.map((_, index) => subjects[(index + turn) % subjects.length])
    for (const subject of order) if (subject !== undefined) spent.get(subject)?.push(await round(subject))
  }
  return subjects.map((subject) => Math.round(median(spent.get(subject) ?? [])))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const note =
  'The floor is bare Express and two synced transactions of the same rows, written by hand; with one, it could bill twice.'

/** One kind of database: ours, the two floors and the bare requests. */
async function compare(database: string, provider: Environment, place: (name: string) => Promise<Environment>) {
  const saving = async (saves: string) => ({ ...provider, ...(await place(saves)), BENCH_SAVES: saves })
  const subjects = [
    await start('Payout Desk', 'app', { ...provider, ...(await place('ours')) }),
    await start('the floor', 'bare-round-trip', await saving('twice')),
    await start('the floor with one transaction', 'bare-round-trip', await saving('once')),
    await start('bare Express', 'bare-round-trip', provider),
    await start('raw node', 'raw-round-trip', provider),
  ]
  const [ours = Number.NaN, ...others] = await measure(subjects)
  for (const { end } of subjects) end()
  const peers = Object.fromEntries(subjects.slice(1).map(({ name }, index) => [name, others[index]]))
  process.stderr.write(`${database}: ours ${ours} µs, ${JSON.stringify(peers)}\n`)
  const what = `a validation, asked and answered with everything kept, ${database}`
  return { what, unit: 'µs of CPU', ours, peers, goal: { times: 1.5, of: 'the floor' }, note }
}

async function onPostgres(provider: Environment) {
  const programs = findPostgres()
  if (programs === undefined) return []
  const postgres = await startPostgres(programs)
  const keys = { DATA_KEY: randomBytes(32).toString('base64') }
  const made = async (name: string) => {
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    return { ...keys, DATABASE_URL: url.href, DATA_DIR: folder() }
  }
  const line = await compare('PostgreSQL', provider, made)
  await postgres.stop()
  return [line]
}

const folders: string[] = []

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
  folders.push(path)
  return path
}

async function main(): Promise<void> {
  await bundle()
  const upstream = await start('upstream', 'upstream')
  const provider = { PROVIDER_BASE_URL: upstream.url, PROVIDER_SHOP_ID: '4711', PROVIDER_API_TOKEN: 'token' }
  const sqlite = await compare('SQLite', provider, async () => ({ DATA_DIR: folder() }))
  const lines = [sqlite, ...(await onPostgres(provider))]
  upstream.end()
  for (const path of folders) rmSync(path, { recursive: true, force: true })
  process.stdout.write(`${JSON.stringify({ lines })}\n`)
}

await main()
