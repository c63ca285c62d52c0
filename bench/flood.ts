/**
 * `npm run bench:flood`: how long a signed-in clerk waits, who lists and saves behind Debian's nginx with the site of deploy/, while 10,000
 * other connections are open and do nothing, and one core sends what it can to sign-in and pages from 1,000 addresses of 127.0.0.0/8.
 * `--seconds`, `--connections` and `--addresses` say how much of it. Nothing leaves this machine.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, request } from 'undici'
import * as z from 'zod/mini'
import { readConfig } from '../server/settings/config.ts'
import { openStore } from '../server/store/open-store.ts'
import { nthRow } from '../server/testing/many-rows.ts'
import { memberSession } from '../server/testing/members.ts'
import { prepareNginx } from '../server/testing/nginx.ts'
import { cpuMsOf } from './cpu-of.ts'
import { startDesk } from './desk.ts'
import { printPart, quantile, say } from './part.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '10000' },
    addresses: { type: 'string', default: '1000' },
  },
})
const seconds = Math.min(120, Number(options.seconds))
const connections = Math.min(12_000, Number(options.connections))
const addresses = Math.min(2_000, Number(options.addresses))

const deedsInSecond = 4
let entered = 0

/** What the process that floods has seen. */
const floodSchema = z.object({ open: z.number(), reopened: z.number(), statuses: z.record(z.string(), z.number()) })

const folder = mkdtempSync(join(tmpdir(), 'payout-desk-flood-'))
const nginx = await prepareNginx({ connections: 16_384, strangers: '127.7.0.0/16' })
const environment = {
  DATA_DIR: folder,
  SIGN_IN: 'accounts',
  PUBLIC_URL: nginx.url,
  TRUSTED_PROXIES: '127.0.0.1',
  METRICS_PORT: '0',
  // As they are by default.
  WRITES_PER_MINUTE: '1200',
  SIGN_INS_PER_MINUTE: '30',
  NUMBER_SEARCHES_PER_MINUTE: '30',
}
const token = await beginSession()
const desk = await startDesk(environment)
await nginx.start([Number(new URL(desk.url).port)])
const agent = new Agent({ connect: { ca: nginx.certificate } })
const flood = fork(new URL('flood-sender.ts', import.meta.url), {
  execArgv: ['--import', 'tsx'],
  env: { ...process.env, FLOOD: JSON.stringify({ url: nginx.url, seconds, connections, addresses }) },
})

const quiet = await workFor(10)
report('before', quiet)
flood.send('open')
say(`${JSON.stringify((await once(flood, 'message'))[0])} connections are open`)
const cpu = cpuMsOf(desk.pid)
const senderCpu = cpuMsOf(flood.pid ?? 0)
flood.send('send')
const during = await workFor(seconds)
const used = [cpuMsOf(desk.pid) - cpu, cpuMsOf(flood.pid ?? 0) - senderCpu].map((ms) => (ms / 1_000).toFixed(1))
flood.send('report')
const [message] = await once(flood, 'message')
const { open, reopened, statuses } = floodSchema.parse(message)
report('during', during)
const seenFrom = new Set(nginx.accessLog().match(/^198\.18\.[\d.]+/gm))
const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0)
say(
  `strangers: ${sent} answers to ${seenFrom.size} addresses ${JSON.stringify(statuses)}; ${open} idle connections at the end, of which nginx closed ${reopened} meanwhile: all were opened again`,
)
say(`CPU: the server ${used[0]} s, who sent ${used[1]} s; load of the machine ${loadavg()[0]?.toFixed(1)}`)

flood.kill('SIGKILL')
await agent.destroy()
await nginx.stop()
await desk.stop()
rmSync(folder, { recursive: true, force: true })

const note = `${during.waits.length} requests, ${sent} of strangers beside`
printPart([
  { what: 'a clerk during a flood', unit: 'ms, p50', ours: quantile(during.waits, 0.5), note },
  { what: 'a clerk during a flood', unit: 'ms, p99', ours: quantile(during.waits, 0.99), goal: { most: 1_000 } },
  { what: 'requests of a clerk that failed during a flood', unit: 'times', ours: during.failed, goal: { most: 0 } },
])

async function beginSession(): Promise<string> {
  const config = readConfig(environment)
  const store = await openStore(config.data, () => new Date())
  const session = await memberSession(store, config, { name: 'Ana Souza', roles: ['clerk'] })
  await store.close()
  return session
}

interface Work {
  readonly waits: readonly number[]
  readonly statuses: Readonly<Record<string, number>>
  readonly failed: number
  readonly mostMemoryMiB: number
}

/** Lists and saves in turns, as often as planned, whether or not the ones before are answered. */
async function workFor(duration: number): Promise<Work> {
  const waits: number[] = []
  const seen: string[] = []
  const under: Promise<void>[] = []
  const begun = performance.now()
  let mostMemoryMiB = 0
  for (let turn = 0; turn < duration * deedsInSecond; turn += 1) {
    await wait(Math.max(0, begun + (turn * 1_000) / deedsInSecond - performance.now()))
    mostMemoryMiB = Math.max(mostMemoryMiB, memoryMiBOf(desk.pid))
    under.push(
      deed(turn).then(([status, ms]) => {
        seen.push(String(status))
        waits.push(ms)
      }),
    )
  }
  await Promise.all(under)
  const failed = seen.filter((status) => !status.startsWith('2')).length
  return { waits, statuses: counted(seen), failed, mostMemoryMiB }
}

async function deed(turn: number): Promise<readonly [number | string, number]> {
  const isSave = turn % 2 === 1
  entered += Number(isSave)
  const body = isSave ? { entry: nthRow(entered), confirmed: [], submit: false } : {}
  const headers = {
    cookie: `__Host-payout-desk=${token}`,
    'content-type': 'application/json',
    ...(isSave && { 'idempotency-key': randomUUID() }),
  }
  const path = isSave ? '/api/payouts' : '/api/payout-searches'
  const begun = performance.now()
  const message = { method: 'POST', dispatcher: agent, headers, body: JSON.stringify(body) } as const
  const status = await request(nginx.url + path, message).then(
    async (answer) => {
      await answer.body.dump()
      return answer.statusCode
    },
    (error: Error) => error.message,
  )
  return [status, performance.now() - begun]
}

function report(when: string, { waits, statuses: seen, mostMemoryMiB }: Work): void {
  const [p50, p99, worst] = [0.5, 0.99, 1].map((part) => quantile(waits, part).toFixed(0))
  say(
    `${when}: the clerk's ${waits.length} requests ${JSON.stringify(seen)}, p50 ${p50} ms, p99 ${p99} ms, ` +
      `longest ${worst} ms; the server's memory up to ${mostMemoryMiB} MiB`,
  )
}

function counted(seen: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const one of seen) counts[one] = (counts[one] ?? 0) + 1
  return counts
}

function memoryMiBOf(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib) / 1_024)
}
