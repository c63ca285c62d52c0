/**
 * `npm run bench:round-trip`: the CPU time that the server spends on one validation, beside a bare Express 5 with
 * express.json and undici that makes the same request. Both take the same load in turns, in one run; the ratio is printed.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Pool } from 'undici'
import * as z from 'zod/mini'

const rounds = 7
const requestsInRound = 3_000
const concurrency = 16
const outDirectory = 'node_modules/.cache/bench'

const readySchema = z.object({ url: z.string() })
const cpuSchema = z.object({ cpuMicros: z.number() })

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
    entryPoints: ['bench/upstream.ts', 'bench/bare-round-trip.ts', 'bench/app.ts'],
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

async function start(name: string, role: string, environment: Record<string, string> = {}): Promise<Subject> {
  const child = fork(new URL(`../${outDirectory}/${role}.js`, import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { url } = readySchema.parse(await answerOf(child))
  const cpuMicros = async () => {
    child.send('cpu')
    return cpuSchema.parse(await answerOf(child)).cpuMicros
  }
  return { name, url, cpuMicros, end: () => child.kill('SIGKILL') }
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('A process of the bench has ended.')))
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
      const documentNumber = String(10_000_000 + Math.floor(Math.random() * 89_999_999))
      const { statusCode, body } = await pool.request({
        path: '/api/identity-validations',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie },
        body: JSON.stringify({
          country: 'AR',
          firstName: 'Ana',
          lastName: 'Prueba',
          documentType: 'DNI',
          documentNumber,
        }),
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

async function main(): Promise<void> {
  await bundle()
  const upstream = await start('upstream', 'upstream')
  const provider = { PROVIDER_BASE_URL: upstream.url, PROVIDER_SHOP_ID: '4711', PROVIDER_API_TOKEN: 'token' }
  const bare = await start('bare round trip', 'bare-round-trip', provider)
  const data = mkdtempSync(join(tmpdir(), 'payout-desk-bench-'))
  const settings = (logLevel: string) => ({ ...provider, LOG_LEVEL: logLevel, DATA_DIR: join(data, logLevel) })
  const app = await start('Payout Desk', 'app', settings('info'))
  const silent = await start('Payout Desk, LOG_LEVEL=silent', 'app', settings('silent'))
  const subjects = [bare, app, silent]
  for (const subject of subjects) for (let warm = 0; warm < 2; warm += 1) await round(subject)
  const spent = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]))
  for (let turn = 0; turn < rounds; turn += 1) {
    // Who comes first changes, as the machine may be warmer or busier for the next.
    const order = subjects.map((_, index) => subjects[(index + turn) % subjects.length])
    for (const subject of order) if (subject !== undefined) spent.get(subject)?.push(await round(subject))
  }
  const base = spent.get(bare) ?? []
  for (const [{ name }, micros] of spent) {
    const ratios = micros.map((value, turn) => value / (base[turn] ?? Number.NaN))
    process.stdout.write(
      `${name}: ${median(micros).toFixed(0)} µs of CPU a validation, ${median(ratios).toFixed(2)} × bare\n`,
    )
  }
  for (const subject of [upstream, ...subjects]) subject.end()
  rmSync(data, { recursive: true, force: true })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

await main()
