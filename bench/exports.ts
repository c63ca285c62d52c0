/** Exports many payouts from a real server and samples its memory, and how long others wait meanwhile: `tsx bench/exports.ts 50000`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { exportFormats, exportSchema } from '#shared/api/export.ts'
import { buildServer } from '../scripts/testing/built-server.ts'
import { keyRingOf, keyRingText, makeKey } from '../server/store/encryption/key-ring.ts'
import { openStore } from '../server/store/open-store.ts'
import { fillApproved } from '../server/testing/many-approved.ts'
import { startProgram } from '../server/testing/program.ts'
import { visitor } from '../server/testing/test-app.ts'

const count = Number(process.argv[2] ?? 10_000)
const databaseUrl = process.env.DATABASE_URL
const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
const keyRing = keyRingOf([makeKey()])
const built = await buildServer()
const environment = {
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDirectory,
  DATA_KEY: keyRingText(keyRing).trim(),
  PORT: '0',
  SIGN_INS_PER_MINUTE: '1000',
}
const start = () => startProgram(environment, built.program)

const first = start()
const agent = new Agent({ connections: 8, headersTimeout: 0, bodyTimeout: 0 })
const firstUrl = await first.ready()
const ids = await Promise.all(
  ['Ana Souza', 'Bruno Lima'].map(
    async (name) => JSON.parse((await visitor(agent, firstUrl, name).get('/api/session')).text).person.id,
  ),
)
first.process.kill('SIGTERM')
await first.ended
const store = await openStore({ databaseUrl, dataDirectory, keyRing }, () => new Date())
const began = performance.now()
const payoutIds = await fillApproved(store, count, { clerkId: ids[0], reviewerId: ids[1] })
await store.close()
process.stdout.write(`filled ${count} in ${((performance.now() - began) / 1000).toFixed(1)} s\n`)

const server = start()
const url = await server.ready()
const ana = visitor(agent, url, 'Ana Souza')
const bruno = visitor(agent, url, 'Bruno Lima')
for (let i = 0; i < 20; i += 1) await bruno.get('/api/overview')
await wait(1_000)
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1]) / 1024
const idle = rss()
let peak = idle
const sampling = setInterval(() => {
  peak = Math.max(peak, rss())
}, 20)
const waits: number[] = []
const writes: number[] = []
const work = { isDone: false }
const asking = (async () => {
  for (let n = 0; !work.isDone; n += 1) {
    const from = performance.now()
    if (n % 2 === 0) await bruno.get('/api/session')
    else {
      await bruno.put(`/api/bank-names/PE-0029`, { name: `Bank ${n}` }, { 'if-none-match': '*' })
      writes.push(performance.now() - from)
    }
    waits.push(performance.now() - from)
    await wait(10)
  }
})()
async function step(name: string, act: () => Promise<unknown>) {
  waits.length = 0
  writes.length = 0
  peak = rss()
  const from = performance.now()
  const told = await act()
  const at = (all: number[], share: number) => all.toSorted((a, b) => a - b)[Math.floor(all.length * share)]?.toFixed(0)
  process.stdout.write(
    `${name}: ${((performance.now() - from) / 1000).toFixed(1)} s, peak ${(peak - idle).toFixed(0)} MB above ${idle.toFixed(0)} idle; others p50 ${at(waits, 0.5)} p99 ${at(waits, 0.99)} max ${at(waits, 0.9999)} ms (${waits.length}), writes p99 ${at(writes, 0.99)} ms ${told}\n`,
  )
}
const made = { id: '' }
await step(`export ${count}`, async () => {
  const answer = await ana.post(
    '/api/exports',
    { payoutIds, format: 'json', again: false },
    { 'idempotency-key': 'bench' },
  )
  if (answer.status !== 201) throw new Error(answer.text)
  let told = exportSchema.parse(answer.json)
  made.id = told.id
  while ('state' in told && told.state === 'preparing') {
    await wait(200)
    told = exportSchema.parse((await ana.get(`/api/exports/${told.id}`)).json)
  }
  return JSON.stringify({ ...told, totals: told.totals.length })
})
for (const format of exportFormats)
  await step(
    `download ${format}`,
    async () => `${((await ana.get(`/api/exports/${made.id}/file?format=${format}`)).text.length / 1e6).toFixed(1)} MB`,
  )
work.isDone = true
await asking
clearInterval(sampling)
server.process.kill('SIGTERM')
await server.ended
await agent.destroy()
built.remove()
rmSync(dataDirectory, { recursive: true, force: true })
